"""The palette as CSS, for pictures in a page: on a dark page every role wears its dark colours, on paper its light ones."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.present.painter import slug
from pbem.present.palette import LOOKS, NONE, PAPER, Look, dark, look

NOTHING_TO_FILL = '  .picture [fill="none"] { fill: none; }\n'
"""Lines are not filled, whatever their role."""
DARK_SCREEN, PRINT = "@media screen and (prefers-color-scheme: dark)", "@media print"


def role_css() -> str:
    """Rules for dark mode, and for pictures in the dark that are printed. Else the colours are in the pictures themselves."""
    return _block(DARK_SCREEN, ".picture", night=True) + _block(PRINT, ".picture .night", night=False)


def _block(media: str, within: str, night: bool) -> str:
    """The empty role is any that has no looks of its own; rules of the others come later and win."""
    rules = [rule for role in ("", *sorted(LOOKS)) for rule in _rules(within, slug(role), look(role, night), night)]
    return f"{media} {{\n{''.join(rules)}{NOTHING_TO_FILL.replace('.picture', within)}}}\n"


def _rules(within: str, role: str, looks: Look, night: bool) -> Iterator[str]:
    area = f".role-{role}" if role else '[class^="role-"]'
    word = f".word-{role}" if role else '[class^="word-"]'
    shape = {"fill": looks.fill}
    if looks.opacity < 1:
        shape["fill-opacity"] = f"{looks.opacity:.2g}"
    yield _rule(f"{within} {area}", shape | {"stroke": looks.stroke})
    edge = {"stroke": dark(PAPER) if night else PAPER} if looks.halo else {}
    yield _rule(f"{within} {word}", {"fill": looks.text} | edge)
    if role and looks.stroke != NONE:
        yield _rule(f"{within} .role-{role}-head", {"fill": looks.stroke, "stroke": NONE})


def _rule(selector: str, paint: dict[str, str]) -> str:
    return f"  {selector} {{ {' '.join(f'{name}: {value};' for name, value in paint.items())} }}\n"
