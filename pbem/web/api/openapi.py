"""The OpenAPI document of the API, made from what its addresses declare. `tools/openapi.py` writes it down."""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from inspect import cleandoc
from typing import Any

from pbem.web.api.describe import OPERATIONS, Operation, Parameter
from pbem.web.api.endpoint import PREFIX, VERSION

PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
    object: {},
}
PROBLEMS = {
    "401": "Nobody is signed in, or the token opens nothing.",
    "403": "It is another player's.",
    "404": "It is not there.",
    "409": "It cannot be done now.",
    "413": "The text is too long; the sentence says how long it may be.",
    "422": "What came in has another shape than it should.",
    "429": "Too often; `Retry-After` says when to come back.",
}
ABOUT = (
    "All that the pages of Wardroom show and do. Each answer is `{version, data}`, each error `{error}` with a sentence. "
    "Show your token (made on the page /you) as `Authorization: Bearer wr_...`; what everybody may see needs none."
)


@dataclass
class Components:
    """The schemas that others refer to by name, and what each was made from."""

    schemas: dict[str, dict[str, Any]]
    shapes: dict[str, Any] = field(default_factory=dict)


def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    components = Components({"Error": _error()})
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        path = paths.setdefault(f"{PREFIX}{operation.path}", {})
        path[operation.method.lower()] = _operation(operation, components)
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wardroom", "version": str(VERSION), "description": ABOUT},
        "paths": {path: paths[path] for path in sorted(paths)},
        "components": {
            "schemas": dict(sorted(components.schemas.items())),
            "responses": {code: {"description": words, "content": problem} for code, words in PROBLEMS.items()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A program's token, made on /you."},
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "wardroom",
                    "description": "A browser; it may look.",
                },
            },
        },
    }


def _error() -> dict[str, Any]:
    words = {"type": "string", "description": "What is wrong, in a sentence."}
    return {"type": "object", "properties": {"error": words}, "required": ["error"], "additionalProperties": False}


def _operation(operation: Operation, components: Components) -> dict[str, Any]:
    made: dict[str, Any] = {"operationId": operation.name, "tags": [operation.group], "summary": operation.summary}
    if operation.details:
        made["description"] = operation.details
    made["security"] = _security(operation)
    if operation.parameters:
        made["parameters"] = [_parameter(each) for each in operation.parameters]
    if operation.body is not None:
        content = {"application/json": {"schema": schema(operation.body, components, asked=True)}}
        made["requestBody"] = {"required": True, "content": content}
    answered = {"version": {"const": VERSION}, "data": schema(operation.answer, components)}
    wrapped = {"type": "object", "properties": answered, "required": ["version", "data"], "additionalProperties": False}
    made["responses"] = {"200": {"description": "What was asked for.", "content": {"application/json": {"schema": wrapped}}}}
    made["responses"] |= {code: {"$ref": f"#/components/responses/{code}"} for code in PROBLEMS}
    return made


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    ways: list[dict[str, list[str]]] = [{"token": []}]
    if operation.method == "GET":
        ways.append({"session": []})
    return ways if operation.signed else [{}, *ways]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    made = {"name": parameter.name, "in": parameter.place, "description": parameter.meaning}
    return {**made, "required": parameter.required, "schema": {"type": parameter.kind}}


# ---------------------------------------------------------------- types as JSON Schema


def schema(shape: Any, components: Components, asked: bool = False) -> dict[str, Any]:
    """The JSON Schema of a type; `components` gathers dataclasses. `asked`: it comes in, and may leave out defaults."""
    if shape in PLAIN:
        return dict(PLAIN[shape])
    if is_dataclass(shape):
        return _component(shape, components, asked)
    origin, args = typing.get_origin(shape), typing.get_args(shape)
    if origin is typing.Literal:
        return {"enum": list(args)}
    inner = [schema(each, components, asked) for each in args]
    made: dict[Any, dict[str, Any]] = {
        typing.Union: {"anyOf": inner},
        types.UnionType: {"anyOf": inner},
        dict: {"type": "object", "additionalProperties": inner[-1]},
        tuple: {"type": "array", "prefixItems": inner, "minItems": len(inner), "maxItems": len(inner)},
        list: {"type": "array", "items": inner[0]},
        Sequence: {"type": "array", "items": inner[0]},
    }
    return made[origin]


def _component(shape: Any, components: Components, asked: bool) -> dict[str, Any]:
    """A reference to a dataclass by its name, which no other may have."""
    name = shape.__name__
    if components.shapes.setdefault(name, shape) is not shape:
        raise TypeError(f"two shapes are called {name}: {shape!r}")
    if name not in components.schemas:
        made = components.schemas[name] = {"type": "object", "description": cleandoc(shape.__doc__ or "")}
        hints, listed = typing.get_type_hints(shape), fields(shape)
        made["properties"] = {x.name: schema(hints[x.name], components, asked) for x in listed}
        made["required"] = [x.name for x in listed if not asked or (x.default is MISSING and x.default_factory is MISSING)]
        made["additionalProperties"] = False
    return {"$ref": f"#/components/schemas/{name}"}
