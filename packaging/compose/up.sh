#!/usr/bin/env bash
# Starts the service, a worker, PostgreSQL and a mail catcher: secrets and a token are made the first time.
#
#   up.sh [ARGUMENT…]       arguments of `docker compose`, such as `--profile s3`
#
# REPORTCTL_IMAGE names the image; `reportctl` without it, which packaging/docker/image.sh makes.
set -euo pipefail
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
if [[ ! -s secrets/s3.json ]]; then
    printf '{"identities": [{"name": "reportctl", "credentials": [{"accessKey": "reportctl", "secretKey": "%s"}], "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}\n' \
        "$(random)" >secrets/s3.json
fi
chmod 644 secrets/database-url secrets/postgres-password secrets/s3.json

compose=(docker compose "$@")
if [[ ! -s secrets/token ]]; then
    # Ends with 2 where the folder is set up already.
    "${compose[@]}" run --rm init || true
    (umask 077 && "${compose[@]}" run --rm --no-TTY token >secrets/token.new)
    mv secrets/token.new secrets/token
fi
"${compose[@]}" up --detach --wait

printf '\ndesigner      http://localhost:8080/\ntoken         %s/secrets/token\nmail catcher  http://localhost:8025/\n' "$PWD"
