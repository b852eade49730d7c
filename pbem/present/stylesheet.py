"""The palette as CSS, for pictures that are in a page: on a dark page every role wears its dark colours."""

from __future__ import annotations

from pbem.present.palette import DEFAULT, LOOKS, NONE, PAPER, Look, dark
from pbem.present.svg import slug

NOTHING_TO_FILL = '  .picture [fill="none"] { fill: none; }\n'
"""Lines are not filled, whatever their role."""


WASH, STRONGER = 0.5, 1.8
"""Areas thinner than this are that much stronger in the dark, where a thin wash is hardly seen."""


def role_css() -> str:
    """Rules for dark mode. Light colours are in the pictures themselves; on paper they stay."""
    rules = [_dark_rules("", DEFAULT), *(_dark_rules(slug(role), looks) for role, looks in sorted(LOOKS.items()))]
    return "@media screen and (prefers-color-scheme: dark) {\n" + "".join(rules) + NOTHING_TO_FILL + "}\n"


def _dark_rules(role: str, looks: Look) -> str:
    """The empty role is any that has no looks of its own; rules of the others come later and win."""
    area = f".role-{role}" if role else '[class^="role-"]'
    word = f".word-{role}" if role else '[class^="word-"]'
    shape = {} if looks.stipple else {"fill": dark(looks.fill)}
    if looks.opacity < WASH:
        shape["fill-opacity"] = f"{looks.opacity * STRONGER:.2g}"
    rules = _rule(f".picture {area}", shape | {"stroke": dark(looks.stroke)})
    rules += _rule(f".picture {word}", {"fill": dark(looks.text)} | ({"stroke": dark(PAPER)} if looks.halo else {}))
    if role and looks.stroke != NONE:
        rules += _rule(f".picture .role-{role}-head", {"fill": dark(looks.stroke), "stroke": NONE})
    if looks.stipple:
        rules += _rule(f".picture .role-{role}-ground", {"fill": dark(looks.fill), "stroke": NONE})
    return rules


def _rule(selector: str, paint: dict[str, str]) -> str:
    return f"  {selector} {{ {' '.join(f'{name}: {value};' for name, value in paint.items())} }}\n"
