#!/usr/bin/env bash
# Makes a wheel.
#
#   wheel.sh FOLDER       REPORTCTL_BINARY names a program to carry; without it one is built
#
# Needs maturin (`pip install maturin`), or MATURIN that names it.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
flags=(build --out "$out" --interpreter python3)
# maturin changes the program where it looks into its libraries; it must stay as it is.
flags+=(--auditwheel skip)
if [[ -n ${REPORTCTL_BINARY-} ]]; then
    # It is called in the wheel as its file is.
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    install -m 755 "$REPORTCTL_BINARY" "$work/reportctl"
    export REPORTCTL_BINARY=$work/reportctl PATH=$here:$PATH CARGO=$here/cargo
    flags+=(--strip false)
fi
cd "$here"
"${MATURIN:-maturin}" "${flags[@]}"
