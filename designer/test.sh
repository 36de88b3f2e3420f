#!/usr/bin/env bash
# Every test of the package, from a clean checkout: installs what it needs, checks types, tests, builds, packs, and opens browsers.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund --loglevel=error
npm run --silent typecheck
npm run --silent test
# Builds the package that hosts get, into `dist`, which the tests in browsers use too.
npm run --silent test:package
# The application that the program shows at `/`.
npm run --silent build:app
for suite in parity browser; do
    npm run --silent --if-present "test:$suite"
done
