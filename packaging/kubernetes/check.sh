#!/usr/bin/env bash
# Renders the chart, compares reportctl.yaml with it, and checks all files for Kubernetes, Compose,
# Prometheus and Grafana. Needs no cluster, no docker and no helm.
#
#   check.sh              fails where anything is wrong
#   check.sh --update     writes reportctl.yaml first
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tools=$("$here/tools.sh")
exec "$tools/venv/bin/python" "$here/check.py" --tools "$tools" "$@"
