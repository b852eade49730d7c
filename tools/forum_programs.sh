#!/usr/bin/env bash
# Installs the servers that tests/gateway/forums talks to: matrix-synapse and HyperKitty from PyPI, INN from Debian. Quick when all is there.
# What cannot be installed is named: then its tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

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

# INN's own set-up fails where no domain is set, and where it adds a mail alias that a postfix without configuration cannot read: both
# are there before it is set up once more.
install_inn() {
    debian_install inn2 && return
    [ -e /etc/news/inn.conf ] || return 1
    echo "domain: news.invalid" >>/etc/news/inn.conf
    [ ! -e /etc/aliases ] || grep -q '^usenet:' /etc/aliases || echo "usenet: root" >>/etc/aliases
    dpkg --configure inn2
}

inn() {
    [ ! -x /usr/lib/news/bin/innd ] || return 0
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        without "INN is installed by root and apt-get"
        return
    fi
    echo "forum programs: installing INN" >&2
    install_inn >.venv/forum-programs.log 2>&1 || { cat .venv/forum-programs.log >&2; without "INN could not be installed"; }
}

inn
python_program HyperKitty tests/gateway/forums/hyperkitty.txt .venv/hyperkitty
