#!/usr/bin/env bash
# Makes a Debian package.
#
#   deb.sh FOLDER [TARGET]     REPORTCTL_BINARY names the program to carry
#
# Needs cargo-deb (`cargo install cargo-deb`). TARGET is what the program was built for; the machine
# that this runs on without it.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
binary=$(realpath "$REPORTCTL_BINARY")
cd "$root"
flags=(--no-build --no-strip --locked --output "$out/")
if [[ -n ${2-} ]]; then flags+=(--target "$2"); fi

# Where `[package.metadata.deb]` looks for what is built.
built=target/packaging
rm -rf "$built"
mkdir -p "$built/man"
install -m 755 "$binary" "$built/reportctl"
"$binary" --quiet man --out-dir "$built/man"
# From a static program no library can be read; cargo-deb warns of that, and is right to name none.
cargo deb "${flags[@]}"
