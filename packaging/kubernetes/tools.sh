#!/usr/bin/env bash
# Installs what check.py and ../try-stack.py need, once, and prints the folder of it.
#
# A Python environment as `venv` (requirements.txt), schemas of KEDA and the Prometheus Operator as
# `node_modules` where npm is installed, and `promtool`, of PATH or of the Debian package, which is
# unpacked and not installed: the package would start a service.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
keda=@kubernetes-models/keda@2.0.0
operator=@kubernetes-models/prometheus-operator@6.0.0
version=$({ cat "$here/requirements.txt"; printf '%s %s 1\n' "$keda" "$operator"; } | sha256sum | cut -c 1-12)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/reportctl/kubernetes-$version
if [[ ! -e $folder/complete ]]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    {
        python3 -m venv "$folder/venv"
        "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile -r "$here/requirements.txt"
        if command -v npm >/dev/null; then
            npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" "$keda" "$operator"
        fi
        if command -v promtool >/dev/null; then
            ln -s "$(command -v promtool)" "$folder/promtool"
        elif command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
            (cd "$folder" && apt-get download -qq prometheus) || true
            for package in "$folder"/prometheus_*.deb; do
                [[ -e $package ]] || continue
                dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder" --strip-components=3 ./usr/bin/promtool
                rm "$package"
            done
        fi
    } >&2
    touch "$folder/complete"
fi
printf '%s\n' "$folder"
