#!/bin/sh
# Checks the description of the routes against the running service, in both modes, without tokens
# and with one.
#
#   tests/serve/schemathesis.sh [REPORTCTL]     default: target/debug/reportctl
#
# Set-up (once): python3 -m venv target/schemathesis/venv
#                target/schemathesis/venv/bin/pip install schemathesis
set -eu
program=$(realpath "${1:-target/debug/reportctl}")
schemathesis=$(realpath target/schemathesis/venv/bin/schemathesis)
examples=${EXAMPLES:-50}

folder=$(mktemp -d)
service=
cleanup() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    [ -z "$service" ] || wait "$service" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT INT TERM
cd "$folder"
"$program" --quiet init .
export REPORTCTL_MAIL_FROM=reports@example.com

# Starts the service on a free port and checks it; further arguments are for schemathesis.
check() {
    mode=$1
    shift
    # The file is there before the service: the loop below may read it first.
    : >"$folder/log"
    "$program" serve --listen 127.0.0.1:0 --mode "$mode" 2>"$folder/log" &
    service=$!
    address=
    for _ in $(seq 100); do
        address=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$folder/log")
        [ -z "$address" ] || break
        sleep 0.1
    done
    [ -n "$address" ] || { cat "$folder/log"; exit 1; }
    "$schemathesis" run "$address/openapi.json" --max-examples "$examples" \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
        "$@"
    kill "$service"
    wait "$service"
    service=
}

check sync
check queued
token=$("$program" --quiet token create --tenant acme \
    --scope templates:read,templates:write,reports:send,reports:read,log:read,metrics:read)
check sync --header "Authorization: Bearer $token"
check sync
