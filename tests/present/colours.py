"""Contrast as WCAG 2 computes it."""

from __future__ import annotations


def brightness(colour: str) -> float:
    """Relative luminance of `#RRGGBB`."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    light, dark = sorted([brightness(one), brightness(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)
