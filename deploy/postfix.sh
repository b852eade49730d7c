#!/bin/sh
# Postfix with the settings of docs/operators.md, in the foreground. WARDROOM_DOMAIN is the domain of our addresses, MX_NAME this
# machine's name in the DNS, WARDROOM_LMTP where Wardroom takes mail, RELAY a server that everything is sent through ("" for none).
set -eu
: "${WARDROOM_DOMAIN:?}" "${MX_NAME:?}" "${WARDROOM_LMTP:=wardroom:2424}"
touch /etc/postfix/main.cf
postconf -e \
    "compatibility_level = 3.6" \
    "maillog_file = /dev/stdout" \
    "myhostname = $MX_NAME" \
    "mydestination =" \
    "mynetworks = 127.0.0.0/8" \
    "alias_maps =" \
    "relayhost = ${RELAY:-}" \
    "recipient_delimiter = +" \
    "relay_domains = $WARDROOM_DOMAIN" \
    "transport_maps = inline:{$WARDROOM_DOMAIN=lmtp:inet:$WARDROOM_LMTP}" \
    "smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination" \
    "smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination, reject_unverified_recipient" \
    "unverified_recipient_reject_code = 550" \
    "smtp_tls_security_level = may" \
    "smtp_tls_CApath = /etc/ssl/certs"
postconf -Me \
    "smtp/inet = smtp inet n - n - - smtpd -o message_size_limit=262144" \
    "10025/inet = 10025 inet n - n - - smtpd -o mynetworks=0.0.0.0/0,[::]/0" \
    "postlog/unix-dgram = postlog unix-dgram n - n - 1 postlogd"
# Debian's postfix runs in a chroot that only its unit fills: there no name could be looked up. The container confines it already.
postconf -F "*/*/chroot = n"
exec postfix start-fg
