#!/usr/bin/env bash
# Installs Debian's PostgreSQL for the tests that keep everything in it, and Patroni with etcd for tests/failover; they start servers of
# their own. Quick when all is there.
# Where it cannot be had those tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail
. "$(dirname "$0")/debian.sh"

without() {
    if [ "${CI:-}" = true ]; then
        echo "postgresql: $1; where CI=true, the tests with PostgreSQL must run" >&2
        exit 1
    fi
    echo "postgresql: $1; the tests with PostgreSQL will be skipped" >&2
    exit 0
}

here() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null && command -v patroni etcd >/dev/null; }

here && exit 0
[ "$(id -u)" = 0 ] || without "it is missing, and only root can install it"
command -v apt-get >/dev/null || without "it is missing, and there is no apt-get to install it with"
echo "postgresql: installing it" >&2
debian_install postgresql patroni etcd-server >&2 || without "apt-get could not install it"
here || without "there is still no initdb, patroni or etcd"
