# For the scripts that install what tests need. debian_install PACKAGE...: from Debian, as root; Debian's packages ask policy-rc.d before
# they start a daemon, and none is started.
debian_install() {
    local policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update && apt-get -qq install -y --no-install-recommends --no-remove "$@"
}
