#!/usr/bin/env bash
# Lays out what an image holds: a program, the roots of certificates, and folders.
#
#   rootfs.sh BINARY FOLDER
#
# A program that is not static brings the libraries that it asks for.
set -euo pipefail

binary=$1 root=$2
rm -rf "$root"
mkdir -p "$root"/{usr/local/bin,etc/ssl/certs,srv/reports,tmp}
install -m 755 "$binary" "$root/usr/local/bin/reportctl"
printf 'reportctl:x:65532:65532::/srv/reports:/sbin/nologin\n' >"$root/etc/passwd"
printf 'reportctl:x:65532:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
chmod 1777 "$root/tmp"
# The image runs as this user, no matter who builds it; a volume that is mounted here brings its own owner.
chmod 1777 "$root/srv/reports"

for roots in "${SSL_CERT_FILE-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt; do
    if [[ -n $roots && -r $roots ]]; then
        install -m 644 "$roots" "$root/etc/ssl/certs/ca-certificates.crt"
        break
    fi
done

if libraries=$(ldd "$binary" 2>/dev/null); then
    # `name => /path (address)`, and the loader as `/path (address)`.
    # Of a static one there are none.
    { grep -oE '/[^ ]+' <<<"$libraries" || true; } | sort -u | while read -r library; do
        if [[ -f $library ]]; then install -D -m 755 "$library" "$root$library"; fi
    done
fi
