"""Public holidays of a country as dates. They are written down when the policy is set: no later list changes the past."""

from __future__ import annotations

from datetime import date

from pbem.core.game.nearest_names import known_names
from pbem.service.context import ActRefused

YEARS = 3


def public_holidays(place: str, today: date) -> list[str]:
    """The holidays of the coming three years in `DE` or in a part of it, `DE-BE`. Raises `ActRefused`."""
    import holidays  # takes long, and few need it

    country, _, part = place.strip().partition("-")
    parts_of = holidays.list_supported_countries(include_aliases=False)
    if country.upper() not in parts_of:
        raise ActRefused(f"no holidays are known of {country[:20]!r}; write a country by its two letters, like DE, or DE-BE")
    country, parts = country.upper(), {name.upper(): name for name in parts_of[country.upper()]}
    if part and part.upper() not in parts:
        raise ActRefused(f"{country} has no part {part[:20]!r} with holidays of its own; {known_names(part, parts.values())}")
    subdivision = parts[part.upper()] if part else None
    until = today.replace(year=today.year + YEARS, day=min(today.day, 28))
    found = holidays.country_holidays(country, subdiv=subdivision, years=range(today.year, until.year + 1))
    return sorted(day.isoformat() for day in found if today <= day < until)
