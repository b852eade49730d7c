#!/usr/bin/env bash
# Installs the browsers that tests/browser needs: Debian's chromium and firefox-esr. Quick when they are there. Where they cannot
# be had those tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail

without() {
    if [ "${CI:-}" = true ]; then
        echo "browser: $1; where CI=true, tests/browser must run" >&2
        exit 1
    fi
    echo "browser: $1; the tests in tests/browser will be skipped" >&2
    exit 0
}

{ command -v chromium && command -v firefox-esr; } >/dev/null && exit 0
[ "$(id -u)" = 0 ] || without "chromium or firefox-esr is missing, and only root can install it"
command -v apt-get >/dev/null || without "chromium or firefox-esr is missing, and there is no apt-get to install it with"
echo "browser: installing chromium and firefox-esr for tests/browser" >&2
export DEBIAN_FRONTEND=noninteractive
{ apt-get -qq update && apt-get -qq install -y --no-install-recommends --no-remove chromium firefox-esr fonts-dejavu-core; } >&2 ||
    without "apt-get could not install chromium and firefox-esr"
