#!/usr/bin/env bash
# Makes a wheel.
#
#   wheel.sh FOLDER [BILL]     REPORTCTL_BINARY names a program to carry; without it one is built.
#                              BILL is the bill of materials, which the wheel then holds.
#
# Needs maturin (`pip install maturin`), or MATURIN that names it.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
flags=(build --out "$out" --interpreter python3)
if [[ -n ${2-} ]]; then flags+=(--sbom-include "$(realpath "$2")"); fi
# maturin changes the program where it looks into its libraries; it must stay as it is.
flags+=(--auditwheel skip)
# A static program needs no library of the system, so it keeps what this tag promises. Registries take no wheel
# for `linux` in general.
is_static() { ldd "$1" 2>&1 | grep -qE 'statically linked|not a dynamic executable'; }
if [[ -n ${REPORTCTL_BINARY-} ]]; then
    # It is called in the wheel as its file is.
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    install -m 755 "$REPORTCTL_BINARY" "$work/reportctl"
    export REPORTCTL_BINARY=$work/reportctl PATH=$here:$PATH CARGO=$here/cargo
    flags+=(--strip false)
    if is_static "$REPORTCTL_BINARY"; then flags+=(--compatibility manylinux_2_17); fi
fi
cd "$here"
"${MATURIN:-maturin}" "${flags[@]}"
