"""Text as format=flowed (RFC 3676) has broken it, joined again."""

from __future__ import annotations


def unflow(text: str, delsp: bool = False) -> str:
    """Join the lines that were broken for transport, each at its own depth of quotation; undo the stuffing of lines.

    With `delsp` the space at which a line was broken was put there by the sender's program, and goes.
    """
    joined: list[tuple[str, list[str]]] = []
    soft = False
    for raw in text.split("\n"):
        depth = raw[: len(raw) - len(raw.lstrip(">"))]
        line = raw[len(depth) :].removeprefix(" ")
        signature = line == "-- "
        if signature or not (soft and joined[-1][0] == depth):
            joined.append((depth, []))
        soft = line.endswith(" ") and not signature
        joined[-1][1].append(line[:-1] if soft and delsp else line)
    lines = [(depth, "".join(pieces)) for depth, pieces in joined]
    return "\n".join(f"{depth} {line}" if depth else line for depth, line in lines)
