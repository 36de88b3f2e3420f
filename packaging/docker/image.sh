#!/usr/bin/env bash
# Builds the image.
#
#   image.sh BINARY [TAG]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
binary=$1 tag=${2:-reportctl}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
"$here/rootfs.sh" "$binary" "$context/rootfs"
cp "$here/Dockerfile" "$context/"
docker build --quiet --tag "$tag" "$context"
