#!/usr/bin/env bash
# Makes everything that is handed out: archive, Debian package, wheel, npm packages, image, bill of
# materials, and the checksums of all.
#
#   release.sh [FOLDER]       `dist` without it; a release that is there is replaced
#
# The same checkout on the same toolchain gives the same bytes: times are that of the last commit
# (SOURCE_DATE_EPOCH), paths are cut off, names are sorted. What cannot be made here is named at the
# end; with REPORTCTL_REQUIRE_TOOLS=1 that is a failure.
#
#   REPORTCTL_BINARY   a program to pack, instead of building one
#   REPORTCTL_TARGET   what to build for; x86_64-unknown-linux-gnu, linked statically, without it
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
folder=$(realpath --canonicalize-missing "${1:-dist}")
if [[ -n $(ls -A "$folder" 2>/dev/null) && ! -f $folder/SHA256SUMS ]]; then
    printf '%s holds something else than a release: name another folder, or empty it\n' "$folder" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out
mkdir "$out"
cd "$root"

target=${REPORTCTL_TARGET:-x86_64-unknown-linux-gnu}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
. "$here/program.sh"
umask 022
left_out=()

skip() {
    left_out+=("$1")
    printf 'skipped: %s\n' "$1"
}

if [[ -n ${REPORTCTL_BINARY-} ]]; then
    binary=$(realpath "$REPORTCTL_BINARY")
else
    echo "== program"
    binary=$(build_program "$target")
fi
export REPORTCTL_BINARY=$binary
"$binary" --version

echo "== bill of materials"
python3 "$here/sbom.py" "$target" "$features" >"$out/reportctl-$version.cdx.json"

echo "== archive"
name=reportctl-$version-$target
mkdir -p "$work/$name"/{completions,man}
install -m 755 "$binary" "$work/$name/reportctl"
install -m 644 README.md LICENSE CHANGELOG.md "$work/$name/"
install -m 644 completions/* "$work/$name/completions/"
"$binary" --quiet man --out-dir "$work/$name/man"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -C "$work" -cf - "$name" | gzip -n9 >"$out/$name.tar.gz"

echo "== Debian package"
if [[ $target != *-linux-* ]]; then
    skip "the Debian package: $target is not Linux"
elif command -v cargo-deb >/dev/null; then
    "$here/deb.sh" "$out" "$target"
else
    skip "the Debian package: cargo-deb is not installed (cargo install cargo-deb)"
fi

echo "== wheel"
if command -v "${MATURIN:-maturin}" >/dev/null; then
    "$here/python/wheel.sh" "$out" "$out/reportctl-$version.cdx.json"
else
    skip "the wheel: maturin is not installed (pip install maturin)"
fi

echo "== npm packages"
case $target in
    x86_64-*-linux-*) platform=linux-x64 ;;
    aarch64-*-linux-*) platform=linux-arm64 ;;
    x86_64-apple-*) platform=darwin-x64 ;;
    aarch64-apple-*) platform=darwin-arm64 ;;
    *) platform= ;;
esac
if [[ -z $platform ]]; then
    skip "the npm packages: $target has no name there"
elif command -v npm >/dev/null; then
    node "$here/npm/pack.mjs" "$out" "$platform=$binary"
else
    skip "the npm packages: npm is not installed"
fi

echo "== image"
if [[ $target == *-linux-* ]]; then
    "$here/docker/rootfs.sh" "$binary" "$work/rootfs"
    "$here/docker/archive.py" "$work/rootfs" "reportctl:$version" | gzip -n9 >"$out/reportctl-$version-$target-image.tar.gz"
else
    skip "the image: $target is not Linux"
fi

echo "== checksums"
(cd "$out" && LC_ALL=C sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
# All of it, or what was there before.
rm -rf "${folder:?}"
mkdir -p "$(dirname "$folder")"
mv "$out" "$folder"
chmod 755 "$folder"
cat "$folder/SHA256SUMS"

if ((${#left_out[@]})); then
    printf '\nleft out:\n'
    printf '  %s\n' "${left_out[@]}"
    [[ -z ${REPORTCTL_REQUIRE_TOOLS-} ]] || exit 1
fi
