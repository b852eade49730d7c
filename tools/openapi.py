#!/usr/bin/env python3
"""Write down the OpenAPI file of the API, pbem/web/static/openapi.json, from what its addresses declare.

python tools/openapi.py            write it
python tools/openapi.py --check    exit 1 when the file is not what would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import fields as f

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from events.schema import OneOfTypes, field_for, schema_for
from pbem.web import api  # noqa: F401 (declares the addresses)
from pbem.web.api.describe import OPERATIONS, Operation, Parameter
from pbem.web.api.endpoint import PREFIX, VERSION

FILE = ROOT / "pbem" / "web" / "static" / "openapi.json"
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
TOKEN = {"type": "http", "scheme": "bearer", "description": "A program's token, made on /you."}
SESSION = {"type": "apiKey", "in": "cookie", "name": "wardroom", "description": "A browser; it may look."}


def document() -> dict[str, Any]:
    """The whole document, OpenAPI 3.1."""
    plugin = MarshmallowPlugin()
    spec = APISpec("Wardroom", str(VERSION), "3.1.0", plugins=[plugin], info={"description": ABOUT})
    converter: Any = plugin.converter
    converter.add_attribute_function(tuple2properties)
    converter.add_attribute_function(types2properties)
    words = {"type": "string", "description": "What is wrong, in a sentence."}
    spec.components.schema("Error", {"type": "object", "properties": {"error": words}})
    for code, problem in PROBLEMS.items():
        spec.components.response(code, {"description": problem, "content": {"application/json": {"schema": "Error"}}})
    spec.components.security_scheme("token", TOKEN).security_scheme("session", SESSION)
    for operation in sorted(OPERATIONS, key=lambda each: each.path):
        made = _operation(operation, converter)
        spec.path(f"{PREFIX}{operation.path}", operations={operation.method.lower(): made})
    _complete(spec.components.schemas)
    return spec.to_dict()


def _operation(operation: Operation, converter: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"operationId": operation.name, "tags": [operation.group], "summary": operation.summary}
    if operation.details:
        made["description"] = operation.details
    made["security"] = _security(operation)
    if operation.parameters:
        made["parameters"] = [_parameter(each) for each in operation.parameters]
    if operation.body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema_for(operation.body)}}}
    answered = {"version": {"const": VERSION}, "data": converter.field2property(field_for(operation.answer))}
    wrapped = {"type": "object", "properties": answered, "required": ["version", "data"], "additionalProperties": False}
    answer = {"description": "What was asked for.", "content": {"application/json": {"schema": wrapped}}}
    return {**made, "responses": {"200": answer, **{code: code for code in PROBLEMS}}}


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    ways: list[dict[str, list[str]]] = [{"token": []}]
    if operation.method == "GET":
        ways.append({"session": []})
    return ways if operation.signed else [{}, *ways]


def _parameter(parameter: Parameter) -> dict[str, Any]:
    made = {"name": parameter.name, "in": parameter.place, "description": parameter.meaning}
    return {**made, "required": parameter.required, "schema": {"type": parameter.kind}}


def tuple2properties(converter: Any, field: f.Field[Any], **_: Any) -> dict[str, Any]:
    """A tuple in JSON Schema's words; apispec has none for it."""
    if not isinstance(field, f.Tuple):
        return {}
    inner = [converter.field2property(each) for each in field.tuple_fields]
    return {"type": "array", "prefixItems": inner, "minItems": len(inner), "maxItems": len(inner)}


def types2properties(converter: Any, field: f.Field[Any], **_: Any) -> dict[str, Any]:
    """One of several types in JSON Schema's words; marshmallow has no field for it."""
    if not isinstance(field, OneOfTypes):
        return {}
    inner = [converter.field2property(each) for each in field.inner]
    return {"anyOf": [*inner, {"type": "null"}] if field.allow_none else inner}


def _complete(schemas: dict[str, dict[str, Any]]) -> None:
    """What apispec leaves out: a schema with a description is closed, too, and an answer has all that it can have."""
    bodies = {operation.body.__name__ for operation in OPERATIONS if operation.body}
    for name, schema in schemas.items():
        schema["additionalProperties"] = False
        if name not in bodies:
            schema["required"] = list(schema["properties"])


def text() -> str:
    """The file as it should be."""
    return json.dumps(document(), indent=1) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check; the exit code."""
    made = text()
    if "--check" in arguments:
        same = FILE.is_file() and FILE.read_text(encoding="utf-8") == made
        print("openapi.json is up to date" if same else "openapi.json is out of date: run python tools/openapi.py")
        return 0 if same else 1
    FILE.write_text(made, encoding="utf-8")
    print(f"{len(json.loads(made)['paths'])} addresses written to {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
