#!/usr/bin/env python3
"""Times reportctl and other engines on the same extended documents, in turn, in one run.

usage: REPORTCTL=PATH run.py [--work FOLDER] [--runs 5] [--peers typst,...] [--jobs invoice,...]

REPORTCTL is a release build of the program. FOLDER keeps what the others need; to set it up once:

  python3 -m venv FOLDER/venv && FOLDER/venv/bin/pip install typst reportlab weasyprint
  npm install --prefix FOLDER/node pdfmake
  python3 make_data.py FOLDER/data

A figure is a whole process, from its start to the finished file: the median of its wall times, its peak memory, the
bytes of its file. The machine should have no other work; compare the ratios of one run, not times of two.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
JOBS = ["invoice", "invoice-accessible", "ledger-1000", "ledger-10000", "ledger-100000", "text"]
PEERS = ["typst", "reportlab", "weasyprint", "pdfmake"]
# Engines that make tags.
TAGGING = {"reportctl", "typst", "weasyprint"}
# What the others need minutes for.
OURS_ALONE = {"ledger-100000"}


def arguments():
    parser = argparse.ArgumentParser(description="Times reportctl and other engines.")
    parser.add_argument("--work", default=f"{HERE}/.work")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--jobs", default=",".join(JOBS))
    parser.add_argument("--seconds", type=float, default=120, help="a peer that takes longer is left out of further runs")
    return parser.parse_args()


def command(tool, job, options, out):
    kind = job.partition("-")[0]
    # Tagged, as PDF/A-3a and PDF/UA-1 in one file; WeasyPrint declares one of them.
    accessible = job.endswith("-accessible")
    data = f"{options.work}/data/{job.removesuffix('-accessible')}.json"
    if tool == "reportctl":
        template = f"{HERE}/templates/{kind}.json"
        standards = ["--pdf-standard", "pdfa-3a,pdfua-1"] if accessible else []
        return [os.environ["REPORTCTL"], "render", template, "--data", data, "-o", out, "--quiet", *standards], HERE
    if tool == "pdfmake":
        return ["node", f"{HERE}/pdfmake_peer.mjs", kind, data, out], f"{options.work}/node"
    flags = ["accessible"] if accessible else []
    return [f"{options.work}/venv/bin/python", f"{HERE}/{tool}_peer.py", kind, data, out, *flags], HERE


def once(command, folder):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(said.decode(errors="replace").strip()[-300:])
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def measure(job, tools, options):
    """For each tool its times, peak memory and bytes, or why there are none. The first run is not counted."""
    found = {tool: ([], 0.0, 0) for tool in tools}
    for run in range(options.runs + 1):
        for tool in tools:
            if isinstance(found[tool], str):
                continue
            times, memory, size = found[tool]
            if times and times[-1] > options.seconds:
                continue
            with tempfile.TemporaryDirectory() as folder:
                out = f"{folder}/out.pdf"
                try:
                    seconds, peak = once(*command(tool, job, options, out))
                    size = os.path.getsize(out)
                except (RuntimeError, OSError) as problem:
                    found[tool] = str(problem)
                    continue
            if run or seconds > options.seconds:
                times.append(seconds)
            found[tool] = (times, max(memory, peak), size)
    return found


def show(job, found):
    ours = found["reportctl"]
    base = statistics.median(ours[0]) if not isinstance(ours, str) else None
    print(f"\n{job}\n{'':12} {'seconds':>9} {'least':>8} {'most':>8} {'ratio':>7} {'peak MB':>8} {'bytes':>12}")
    for tool, result in found.items():
        if isinstance(result, str):
            print(f"{tool:12} failed: {result}")
            continue
        times, memory, size = result
        middle = statistics.median(times)
        ratio = f"{middle / base:7.1f}" if base else " " * 7
        print(f"{tool:12} {middle:9.3f} {min(times):8.3f} {max(times):8.3f} {ratio} {memory:8.0f} {size:12,}", flush=True)
    return base


def main():
    if "REPORTCTL" not in os.environ:
        sys.exit("set REPORTCTL to a release build of the program")
    options = arguments()
    peers = [peer for peer in options.peers.split(",") if peer]
    medians = {}
    for job in options.jobs.split(","):
        tools = ["reportctl"] + ([] if job in OURS_ALONE else peers)
        if job.endswith("-accessible"):
            tools = [tool for tool in tools if tool in TAGGING]
        medians[job] = show(job, measure(job, tools, options))
    if medians.get("ledger-10000") and medians.get("ledger-100000"):
        ratio = medians["ledger-100000"] / medians["ledger-10000"]
        print(f"\n100,000 rows take {ratio:.1f} times as long as 10,000")


main()
