#!/usr/bin/env bash
# What CI does with a repository of templates: check, test, and say what a change does.
#
#   ci.sh [BASE]    BASE is the revision that a change is compared with, such as origin/main
#
# Writes test-results.xml, changes.html (where a document changed) and summary.md into the folder
# that REPORTCTL_OUT names, `reportctl-out` without it.
set -uo pipefail

base=${1-}
out=${REPORTCTL_OUT:-reportctl-out}
mkdir -p "$out"
failed=0

echo "== check"
reportctl check || failed=1

if [[ -d ${REPORTCTL_TEMPLATES:-templates}/tests ]]; then
    echo "== test"
    flags=(--junit "$out/test-results.xml" --html "$out/changes.html")
    if [[ -n ${GITHUB_ACTIONS-} ]]; then flags+=(--github); fi
    reportctl test "${flags[@]}" || failed=1
fi

if [[ -n $base ]]; then
    echo "== diff"
    reportctl diff "$base.." --format markdown --output "$out/summary.md" || failed=1
    if [[ -n ${GITHUB_STEP_SUMMARY-} ]]; then cat "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
fi

exit "$failed"
