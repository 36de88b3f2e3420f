#!/bin/sh
# Checks the description of the routes with two validators, and makes clients from it with three
# generators: each must compile (or be checked) and make a report against the running service.
#
#   tests/serve/clients.sh [REPORTCTL]     default: target/debug/reportctl
#
# Needs python3 with venv, and Node with npm. Their packages go to target/clients.
set -eu
program=$(realpath "${1:-target/debug/reportctl}")
cache=$(pwd)/target/clients
mkdir -p "$cache"

if [ ! -x "$cache/venv/bin/openapi-python-client" ]; then
    python3 -m venv "$cache/venv"
    "$cache/venv/bin/pip" install --quiet --disable-pip-version-check \
        'openapi-spec-validator>=0.7,<1' 'openapi-python-client>=0.26,<1'
fi
if [ ! -x "$cache/node_modules/.bin/openapi-typescript" ]; then
    printf '{"private": true, "type": "module"}\n' >"$cache/package.json"
    (cd "$cache" && npm install --silent --no-audit --no-fund '@redocly/cli@2' openapi-typescript@7 \
        openapi-fetch@0.17 @hey-api/openapi-ts@0.95 typescript@5 @types/node@20)
fi

folder=$(mktemp -d "$cache/run.XXXXXX")
service=
cleanup() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    [ -z "$service" ] || wait "$service" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT INT TERM
cd "$folder"
"$program" --quiet init project
cd project
export REPORTCTL_MAIL_FROM=reports@example.com
# The file is there before the service: the loop below may read it first.
: >"$folder/log"
"$program" serve --listen 127.0.0.1:0 2>"$folder/log" &
service=$!
cd "$folder"
address=
for _ in $(seq 100); do
    address=$(sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' "$folder/log")
    [ -z "$address" ] || break
    sleep 0.1
done
[ -n "$address" ] || { cat "$folder/log"; exit 1; }
export ADDRESS="$address" DATA="$folder/project/data/receipt.json"
curl -fsS "$address/openapi.json" -o openapi.json

echo "== openapi-spec-validator"
"$cache/venv/bin/openapi-spec-validator" openapi.json
echo "== redocly"
"$cache/node_modules/.bin/redocly" lint --extends=minimal openapi.json

echo "== openapi-typescript with openapi-fetch"
mkdir typed
"$cache/node_modules/.bin/openapi-typescript" openapi.json -o typed/schema.d.ts
cat >typed/main.ts <<'TS'
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const client = createClient<paths>({ baseUrl: process.env.ADDRESS });
const data: Record<string, unknown> = JSON.parse(readFileSync(process.env.DATA!, "utf8"));
const sent = await client.POST("/api/reports/generate", {
  body: { templateId: "receipt", email: "ana@example.org", data },
});
if (sent.error || !sent.data.ok) throw new Error(JSON.stringify(sent.error));
const pdf = await client.POST("/api/templates/{id}/render", {
  params: { path: { id: "receipt" } },
  body: { data },
  headers: { Accept: "application/pdf" },
  parseAs: "arrayBuffer",
});
if (pdf.error) throw new Error(JSON.stringify(pdf.error));
if (!Buffer.from(pdf.data as unknown as ArrayBuffer).subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new Error("no PDF");
const shown = await client.GET("/api/reports/{id}", { params: { path: { id: sent.data.id } } });
if (shown.data?.status !== "done") throw new Error(JSON.stringify(shown));
TS

echo "== hey-api"
"$cache/node_modules/.bin/openapi-ts" -i openapi.json -o hey/client -c @hey-api/client-fetch --no-log-file >/dev/null
cat >hey/main.ts <<'TS'
import { readFileSync } from "node:fs";
import { client } from "./client/client.gen";
import { generateReport, getReport, renderTemplate } from "./client/sdk.gen";

client.setConfig({ baseUrl: process.env.ADDRESS as "/" });
const data: Record<string, unknown> = JSON.parse(readFileSync(process.env.DATA!, "utf8"));
const sent = await generateReport({ body: { templateId: "receipt", email: "bob@example.org", data } });
if (!sent.data?.ok) throw new Error(JSON.stringify(sent.error));
const pdf = await renderTemplate({ path: { id: "receipt" }, body: { data }, headers: { Accept: "application/pdf" }, parseAs: "arrayBuffer" });
if (!Buffer.from(pdf.data as unknown as ArrayBuffer).subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new Error("no PDF");
const shown = await getReport({ path: { id: sent.data.id } });
if (shown.data?.status !== "done") throw new Error(JSON.stringify(shown));
TS
for client in typed hey; do
    printf '{"type": "module"}\n' >"$client/package.json"
    "$cache/node_modules/.bin/tsc" --strict --skipLibCheck --target es2022 --module esnext \
        --moduleResolution bundler --types node --typeRoots "$cache/node_modules/@types" \
        --lib es2022,dom,dom.iterable --rootDir "$client" --outDir "$client/out" "$client/main.ts"
    # Node wants the extensions that the compiler does not write.
    find "$client/out" -name '*.js' -exec sed -i -E "s#(from ['\"]\./[^'\"]*|from ['\"]\.\./[^'\"]*)(['\"])#\1.js\2#" {} +
    find "$client/out" -name '*.js' -exec sed -i -E "s#\.js\.js#.js#; s#/client\.js(['\"])#/client/index.js\1#; s#/core/index\.js#/core/index.js#" {} +
    node "$client/out/main.js"
    echo "$client: a report was made"
done

echo "== openapi-python-client"
# It reads bytes only where the description says that a type is bytes.
printf 'content_type_overrides: {application/pdf: application/octet-stream, application/openmetrics-text: text/plain}\npost_hooks: []\n' >config.yaml
"$cache/venv/bin/openapi-python-client" generate --path openapi.json --config config.yaml \
    --meta none --output-path python_client --fail-on-warning
"$cache/venv/bin/python" -m compileall -q python_client
cat >main.py <<'PY'
import json, os

from python_client import Client
from python_client.api.reports import generate_report, get_report, render_template
from python_client.models import GenerateBody, RenderBody, ReportDataType0

client = Client(base_url=os.environ["ADDRESS"], raise_on_unexpected_status=True)
with open(os.environ["DATA"]) as file:
    data = json.load(file)
body = GenerateBody(template_id="receipt", email="eve@example.org", data=ReportDataType0.from_dict(data))
sent = generate_report.sync(client=client, body=body)
assert sent.ok, sent
assert get_report.sync(sent.id, client=client).status == "done"
answer = render_template.sync_detailed("receipt", client=client, body=RenderBody(data=ReportDataType0.from_dict(data)))
assert answer.content.startswith(b"%PDF-"), answer
PY
"$cache/venv/bin/python" main.py
echo "python: a report was made"

test "$(find project/.reportctl/outbox -name '*.eml' | wc -l)" -eq 3
echo "all clients made their reports"
