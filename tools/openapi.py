#!/usr/bin/env python3
"""Write down the OpenAPI file of the API, pbem/web/static/openapi.json, from what its addresses declare.

python tools/openapi.py            write it
python tools/openapi.py --check    exit 1 when the file is not what would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pbem.web.api import openapi  # noqa: E402 (found by the line above)

FILE = ROOT / "pbem" / "web" / "static" / "openapi.json"


def text() -> str:
    """The file as it should be."""
    return json.dumps(openapi.document(), indent=1) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check; the exit code."""
    made = text()
    if "--check" in arguments:
        same = FILE.is_file() and FILE.read_text(encoding="utf-8") == made
        print("openapi.json is up to date" if same else "openapi.json is out of date: run python tools/openapi.py")
        return 0 if same else 1
    FILE.write_text(made, encoding="utf-8")
    print(f"{len(openapi.document()['paths'])} addresses written to {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
