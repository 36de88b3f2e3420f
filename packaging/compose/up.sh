#!/usr/bin/env bash
# Starts what compose.yaml describes: secrets, folders and a token are made the first time.
#
#   up.sh [ARGUMENT…]       arguments of `docker compose`, such as `--profile second`
#
# REPORTCTL_IMAGE names the image; `reportctl` without it, which packaging/docker/image.sh makes.
set -euo pipefail

if ! command -v docker >/dev/null; then
    echo 'up.sh: docker is not installed; docs/run.md, "First stack without Docker", starts the same as processes' >&2
    exit 1
fi
cd "$(dirname "$0")"

random() {
    od --address-radix=n --format=x1 --read-bytes=24 /dev/urandom | tr -d ' \n'
}

# Others cannot reach the folder; the users in the containers can read the files, which are mounted.
mkdir -p -m 700 secrets
if [[ ! -s secrets/database-url ]]; then
    password=$(random)
    printf '%s\n' "$password" >secrets/postgres-password
    # Nothing leaves the machine, so nothing is encrypted.
    printf 'postgres://reportctl:%s@postgres/reportctl?sslmode=disable\n' "$password" >secrets/database-url
fi
if [[ ! -s secrets/s3.env ]]; then
    key=$(random)
    # The server and both of its clients read the same keys, each under the names that it knows.
    cat >secrets/s3.env <<EOF
MINIO_ROOT_USER=reportctl
MINIO_ROOT_PASSWORD=$key
MC_HOST_store=http://reportctl:$key@s3:9000
AWS_ACCESS_KEY_ID=reportctl
AWS_SECRET_ACCESS_KEY=$key
EOF
fi
# Compose reads s3.env itself; the others are mounted.
chmod 600 secrets/s3.env
chmod 644 secrets/database-url secrets/postgres-password

compose=(docker compose "$@")
if [[ ! -s secrets/token ]]; then
    # These end with 2 where the folder is set up already.
    "${compose[@]}" run --rm init || true
    "${compose[@]}" run --rm init-second || true
    "${compose[@]}" run --rm init-objects
    (umask 077 && "${compose[@]}" run --rm --no-TTY token >secrets/token.new)
    mv secrets/token.new secrets/token
fi
"${compose[@]}" up --detach --wait

cat <<EOF

designer      http://localhost:8080/
token         $PWD/secrets/token
mail catcher  http://localhost:8025/
traces        http://localhost:16686/
EOF
