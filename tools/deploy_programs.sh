#!/usr/bin/env bash
# Installs what tests/install checks the files of deploy/ with, from Debian: systemd's own analysis, nginx and caddy, and what makes and
# runs a fresh Debian in a container. Quick when they are there. Where they cannot be had those tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail
. "$(dirname "$0")/debian.sh"
export PATH="$PATH:/usr/sbin:/sbin"

without() {
    if [ "${CI:-}" = true ]; then
        echo "deploy programs: $1; where CI=true, tests/install must run" >&2
        exit 1
    fi
    echo "deploy programs: $1; tests in tests/install will be skipped" >&2
    exit 0
}

all_here() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || { missing=$program; return 1; }
    done
}

needed=(systemd-analyze nginx caddy openssl)
containers=(debootstrap podman runc)
all_here "${needed[@]}" "${containers[@]}" && exit 0
[ "$(id -u)" = 0 ] || without "$missing is missing, and only root can install it"
command -v apt-get >/dev/null || without "$missing is missing, and there is no apt-get to install it with"
echo "deploy programs: installing systemd, nginx, caddy, debootstrap and podman for tests/install" >&2
debian_install systemd nginx-light caddy openssl >&2 || without "apt-get could not install systemd, nginx and caddy"
all_here "${needed[@]}" || without "there is still no $missing"
debian_install "${containers[@]}" netavark iptables >&2 ||
    echo "deploy programs: no containers here; the test that begins with a fresh Debian will be skipped" >&2
