#!/usr/bin/env bash
# Builds the image, for the architecture of each program.
#
#   image.sh BINARY [TAG]                     for one architecture, into docker; `reportctl` without a tag
#   image.sh --push TAG BINARY [BINARY…]      for all of them under one tag, into its registry
#
# Several architectures need a builder of docker buildx that can export them: `docker buildx create --use`.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
if [[ ${1-} == --push ]]; then
    tag=$2 binaries=("${@:3}")
else
    tag=${2:-reportctl} binaries=("${@:1:1}")
fi
((${#binaries[@]})) || { echo "image.sh: name a program" >&2; exit 1; }
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
platforms=()
for binary in "${binaries[@]}"; do
    architecture=$("$here/archive.py" --architecture "$binary")
    [[ ! -e $context/rootfs/$architecture ]] || { echo "image.sh: two programs are for $architecture" >&2; exit 1; }
    "$here/rootfs.sh" "$binary" "$context/rootfs/$architecture"
    platforms+=("linux/$architecture")
done
cp "$here/Dockerfile" "$context/"
if [[ $1 == --push ]]; then
    list=$(IFS=,; echo "${platforms[*]}")
    docker buildx build --quiet --platform "$list" --tag "$tag" --push "$context"
else
    # The builder without buildx does not set the argument, and knows no other platform.
    options=(--build-arg "TARGETARCH=$architecture")
    [[ $(docker version --format '{{.Server.Arch}}') == "$architecture" ]] || options+=(--platform "linux/$architecture")
    docker build --quiet "${options[@]}" --tag "$tag" "$context"
fi
