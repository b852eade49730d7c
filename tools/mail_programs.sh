#!/usr/bin/env bash
# Installs what tests/e2e needs: postfix, dovecot, swaks, mutt and s-nail from Debian, Mailman 3 from PyPI. Quick when all is there.
# What cannot be installed is named: then those tests are skipped with the reason; where CI=true this script fails instead.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh
export PATH="$PATH:/usr/sbin:/sbin"

programs=(postfix dovecot /usr/lib/dovecot/imap /usr/lib/dovecot/lmtp swaks mutt s-nail)
packages=(postfix dovecot-imapd dovecot-lmtpd swaks mutt s-nail)
list=tests/e2e/mailman.txt
mailman=.venv/mailman

# One sentence, and the end: without these programs the other tests run all the same.
without() {
    if [ "${CI:-}" = true ]; then
        echo "mail programs: $1; where CI=true, tests/e2e must run" >&2
        exit 1
    fi
    echo "mail programs: $1; the tests in tests/e2e will be skipped" >&2
    exit 0
}

all_here() {
    local program
    for program in "${programs[@]}"; do
        command -v "$program" >/dev/null || { missing=$program; return 1; }
    done
}

# Postfix is told not to set itself up.
install_packages() {
    local talk=.venv/mail-programs.log
    {
        echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections
        debian_install "${packages[@]}"
    } >"$talk" 2>&1 || { cat "$talk" >&2; return 1; }
}

[ "$(id -u)" = 0 ] || without "only root can start postfix and dovecot"

if ! all_here; then
    command -v apt-get >/dev/null || without "there is no $missing, and no apt-get to install it with"
    echo "mail programs: installing ${packages[*]} for tests/e2e" >&2
    install_packages || without "apt-get could not install ${packages[*]}"
    all_here || without "there is still no $missing"
fi

if ! cmp -s "$list" "$mailman/installed.txt"; then
    echo "mail programs: installing Mailman 3 into $mailman for tests/e2e" >&2
    rm -rf "$mailman"
    .venv/bin/python -m venv "$mailman"
    "$mailman/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$list" || without "Mailman 3 could not be installed"
    cp "$list" "$mailman/installed.txt"
fi
