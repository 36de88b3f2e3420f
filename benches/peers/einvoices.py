#!/usr/bin/env python3
"""Times batches of e-invoices: PDF/A-3 with embedded XML, checked, signed; by reportctl and by Python's libraries.

usage: REPORTCTL=PATH einvoices.py [--work FOLDER] [--ours 10000] [--theirs 50]

FOLDER has the environment of `run.py`, with `pip install factur-x pyhanko` besides. reportctl makes the pages and the XML
of the terms from one template and the data, checks the rules of EN 16931 and of XRechnung, and signs (PAdES B-B, ECDSA).
The others get the finished XML: ReportLab draws the page, factur-x checks the schema (not the rules, which need a server of
Saxon) and embeds the XML, pyHanko signs. The figure is documents a second, whole processes, in a folder that is kept in
memory.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def run(command, folder):
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def prepare(folder, count):
    """Templates, rows, a key with its certificate, the settings."""
    with open(f"{ROOT}/samples/german-invoice.json", encoding="utf-8") as file:
        invoice = json.load(file)
    with open(f"{folder}/rows.ndjson", "w", encoding="utf-8") as file:
        for number in range(count):
            invoice["number"] = f"2026-{number:06}"
            file.write(json.dumps(invoice) + "\n")
    os.makedirs(f"{folder}/templates")
    with open(f"{ROOT}/templates/german-invoice.json", encoding="utf-8") as file:
        write(f"{folder}/templates/german-invoice.json", file.read())
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                    "-subj", "/CN=Seals", "-addext", "keyUsage=critical,digitalSignature", "-keyout", "key.pem",
                    "-out", "certificate.pem"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    write(f"{folder}/reportctl.yaml", "signers: {seal: {key: key.pem, certificate: certificate.pem}}\n")


def main():
    parser = argparse.ArgumentParser(description="Times batches of e-invoices.")
    parser.add_argument("--work", default=f"{HERE}/.work")
    parser.add_argument("--ours", type=int, default=10_000)
    parser.add_argument("--theirs", type=int, default=50)
    options = parser.parse_args()
    if "REPORTCTL" not in os.environ:
        sys.exit("set REPORTCTL to a release build of the program")
    program, python = os.environ["REPORTCTL"], f"{options.work}/venv/bin/python"
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        prepare(folder, options.ours)
        batch = [program, "batch", "german-invoice", "--data", "rows.ndjson", "--filename", "{number}"]
        unsigned = run([*batch, "--out-dir", "unsigned"], folder)
        ours = run([*batch, "--out-dir", "signed", "--sign", "seal"], folder)
        subprocess.run([program, "render", "german-invoice", "--data", f"{ROOT}/samples/german-invoice.json", "-o", "one.pdf",
                        "--einvoice-out", "one.xml", "--quiet"], cwd=folder, check=True)
        peer = [python, f"{HERE}/einvoices_peer.py", f"{ROOT}/samples/german-invoice.json", f"{folder}/one.xml", folder]
        theirs = run([*peer, str(options.theirs)], folder)
    rate, other = options.ours / ours, options.theirs / theirs
    print(f"{'':28} {'documents':>9} {'seconds':>8} {'a second':>9}")
    print(f"{'reportctl':28} {options.ours:9} {unsigned:8.2f} {options.ours / unsigned:9.0f}")
    print(f"{'reportctl, signed':28} {options.ours:9} {ours:8.2f} {rate:9.0f}")
    print(f"{'ReportLab, factur-x, pyHanko':28} {options.theirs:9} {theirs:8.2f} {other:9.1f}")
    print(f"ratio {rate / other:.0f}")


main()
