#!/usr/bin/env bash
# Installs the servers that tests/gateway/forums talks to: matrix-synapse from PyPI. Quick when all is there.
# What cannot be installed is named: then its tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail
cd "$(dirname "$0")/.."

# One sentence; the other servers are installed all the same.
without() {
    if [ "${CI:-}" = true ]; then
        echo "forum programs: $1; where CI=true, tests/gateway/forums must run" >&2
        exit 1
    fi
    echo "forum programs: $1; its tests in tests/gateway/forums will be skipped" >&2
}

# python_program NAME LIST FOLDER: a program of Python's registry with all it needs, as pinned in LIST, in a folder of its own.
python_program() {
    local name=$1 list=$2 folder=$3
    if cmp -s "$list" "$folder/installed.txt"; then
        return
    fi
    echo "forum programs: installing $name into $folder" >&2
    rm -rf "$folder"
    .venv/bin/python -m venv "$folder"
    if "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$list"; then
        cp "$list" "$folder/installed.txt"
    else
        without "$name could not be installed"
    fi
}

python_program matrix-synapse tests/gateway/forums/synapse.txt .venv/synapse
