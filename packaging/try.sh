#!/usr/bin/env bash
# Builds the Debian package, the wheel and the npm packages, installs them where nothing else is, and
# renders a document with each; then does the same with what an image holds, and with the image. The
# Helm chart, the Compose file, alerts and dashboard are checked, and run as processes.
#
#   try.sh [BINARY]       a program to carry; without it one is built
#
# What cannot be tried here is said; with REPORTCTL_REQUIRE_TOOLS=1 a program that is not installed is a
# failure. The image is tried with docker where its service runs, else with buildah, which needs none.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ $# -gt 0 ]]; then
    REPORTCTL_BINARY=$(realpath "$1")
elif [[ -z ${REPORTCTL_BINARY-} ]]; then
    (cd "$root" && cargo build --locked --features object-storage,otlp)
    REPORTCTL_BINARY=$root/${CARGO_TARGET_DIR:-target}/debug/reportctl
fi
export REPORTCTL_BINARY
expected=$("$REPORTCTL_BINARY" --version)

skip() {
    printf 'skipped: %s\n' "$1"
    [[ -z ${REPORTCTL_REQUIRE_TOOLS-} ]] || exit 1
}

# A template with its pictures, and data, as `template.json` and `data.json` of a folder.
supply() {
    mkdir -p "$1"
    cp "$root/templates/receipt.json" "$1/template.json"
    cp "$root/samples/receipt.json" "$1/data.json"
    if [[ -d $root/templates/assets ]]; then cp -r "$root/templates/assets" "$1/"; fi
}

# The given command is the program; nothing of this checkout or its environment is in its reach.
prove() {
    local what=$1 place=$work/proof-$1
    shift
    supply "$place"
    (
        cd "$place"
        unset REPORTCTL_BINARY
        said=$("$@" --version)
        [[ $said == "$expected" ]] || { echo "$what: $said instead of $expected"; exit 1; }
        "$@" --quiet render template.json --data data.json --output receipt.pdf
        [[ $(head -c 5 receipt.pdf) == %PDF- ]]
        # Exit codes come through.
        code=0
        "$@" --quiet render no-such-template --data data.json 2>/dev/null || code=$?
        [[ $code == 3 ]] || { echo "$what: exit code $code instead of 3"; exit 1; }
    )
    printf '%s: %s, a document of %s bytes\n' "$what" "$expected" "$(wc -c <"$place/receipt.pdf")"
}

echo "== Debian package"
if ! command -v cargo-deb >/dev/null; then
    skip "the Debian package: cargo-deb is not installed (cargo install cargo-deb)"
elif ! command -v dpkg-deb >/dev/null; then
    skip "the Debian package: dpkg-deb is not installed"
else
    "$here/deb.sh" "$work/deb" >/dev/null
    dpkg-deb --extract "$work"/deb/*.deb "$work/debian"
    for page in reportctl reportctl-render; do
        [[ -s $work/debian/usr/share/man/man1/$page.1.gz ]] || { echo "deb: no manual page of $page"; exit 1; }
    done
    prove deb "$work/debian/usr/bin/reportctl"
fi

echo "== wheel"
maturin=${MATURIN:-maturin}
if ! command -v "$maturin" >/dev/null; then
    if python3 -m venv "$work/maturin" && "$work/maturin/bin/pip" install --quiet --disable-pip-version-check maturin; then
        maturin=$work/maturin/bin/maturin
    fi
fi
if command -v "$maturin" >/dev/null; then
    MATURIN=$maturin "$here/python/wheel.sh" "$work/wheel" >/dev/null
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$work"/wheel/*.whl
    prove wheel "$work/venv/bin/reportctl"
else
    skip "the wheel: maturin cannot be installed here"
fi

echo "== npm packages"
if command -v npm >/dev/null; then
    case $(uname -s)-$(uname -m) in
        Linux-x86_64) platform=linux-x64 ;;
        Linux-aarch64) platform=linux-arm64 ;;
        Darwin-arm64) platform=darwin-arm64 ;;
        *) platform=darwin-x64 ;;
    esac
    node "$here/npm/pack.mjs" "$work/npm" "$platform=$REPORTCTL_BINARY" >/dev/null
    mkdir "$work/project" && cd "$work/project"
    echo '{"private": true}' >package.json
    npm install --silent --offline --no-audit --no-fund "$work"/npm/*.tgz
    prove npm "$work/project/node_modules/.bin/reportctl"
    cd "$root"
else
    skip "the npm packages: npm is not installed"
fi

echo "== what an image holds"
"$here/docker/rootfs.sh" "$REPORTCTL_BINARY" "$work/rootfs"
inside=(unshare --user --map-root-user chroot "$work/rootfs" /usr/local/bin/reportctl)
if "${inside[@]}" --version >/dev/null 2>&1; then
    supply "$work/rootfs/srv/reports"
    [[ $("${inside[@]}" --version) == "$expected" ]]
    "${inside[@]}" --quiet render srv/reports/template.json --data srv/reports/data.json --output srv/reports/receipt.pdf
    echo "image: a document of $(wc -c <"$work/rootfs/srv/reports/receipt.pdf") bytes"
else
    skip "what an image holds: there is no chroot for users here"
fi

echo "== chart, Compose file, alerts"
if tools=$("$here/kubernetes/tools.sh"); then
    "$here/kubernetes/check.sh"
    "$tools/venv/bin/python" "$here/try-stack.py" "$REPORTCTL_BINARY"
else
    skip "chart, Compose file, alerts: the tools that check them cannot be installed here"
fi

echo "== image"
# Waits until the service in the image says that it is well; the arguments run the program in it.
await_health() {
    for _ in $(seq 50); do
        if "$@" serve --probe 2>/dev/null; then break; fi
        sleep 0.2
    done
    "$@" serve --probe
}
# Nothing of this stays; no service, no network and no rights of others are needed.
containers=(buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs)
mkdir "$work/context"
architecture=$("$here/docker/archive.py" --architecture "$REPORTCTL_BINARY")
"$here/docker/rootfs.sh" "$REPORTCTL_BINARY" "$work/context/rootfs/$architecture"
"$here/docker/archive.py" "$work/context/rootfs/$architecture" reportctl:try >"$work/image.tar"
# Of the second architecture there is only the header of a program: the layout is tried, and the image of
# this machine is run.
mkdir -p "$work/other/usr/local/bin"
[[ $architecture == amd64 ]] && machine='\267' || machine='\076'
{ head -c 18 "$REPORTCTL_BINARY"; printf "$machine"; head -c 64 "$REPORTCTL_BINARY" | tail -c 45; } >"$work/other/usr/local/bin/reportctl"
"$here/docker/archive.py" --oci reportctl:try "$work/other" "$work/context/rootfs/$architecture" >"$work/oci.tar"
if docker info >/dev/null 2>&1; then
    tag=reportctl:try-$$
    "$here/docker/image.sh" "$REPORTCTL_BINARY" "$tag"
    docker load --quiet --input "$work/image.tar"
    for image in "$tag" reportctl:try; do
        [[ $(docker run --rm --network none "$image" --version) == "$expected" ]]
        container=$(docker run --detach --env REPORTCTL_LISTEN=127.0.0.1:8080 "$image")
        trap 'docker rm --force "$container" >/dev/null; docker rmi "$tag" reportctl:try >/dev/null; rm -rf "$work"' EXIT
        await_health docker exec "$container" reportctl
        docker stop --time 10 "$container" >/dev/null
        echo "image $image: it answers"
    done
elif ! command -v buildah >/dev/null; then
    skip "the image: neither docker runs here nor is buildah installed"
elif ! "${containers[@]}" from --quiet scratch >/dev/null 2>&1; then
    echo "skipped: the image: this machine lets buildah make no container"
else
    cp "$here/docker/Dockerfile" "$work/context/"
    # OCI images have no health check.
    "${containers[@]}" build --quiet --format docker --build-arg "TARGETARCH=$architecture" --tag reportctl:built "$work/context" >/dev/null
    port=$((20000 + RANDOM % 10000))
    for image in localhost/reportctl:built "docker-archive:$work/image.tar" "oci-archive:$work/oci.tar"; do
        container=$("${containers[@]}" from --quiet "$image" 2>/dev/null)
        listening=(--isolation chroot --env "REPORTCTL_LISTEN=127.0.0.1:$port")
        run=("${containers[@]}" run "${listening[@]}" "$container" -- /usr/local/bin/reportctl)
        [[ $("${run[@]}" --version) == "$expected" ]]
        "${run[@]}" serve >"$work/serve.log" 2>&1 &
        service=$!
        await_health "${run[@]}" || { cat "$work/serve.log"; exit 1; }
        kill -TERM "$service"
        wait "$service" || true
        "${containers[@]}" rm "$container" >/dev/null
        echo "image ${image%%:*}: it answers"
        port=$((port + 1))
    done
fi
