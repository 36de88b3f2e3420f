#!/usr/bin/env python3
"""What tags cost: the shipped invoice with tags (PDF/A-3a, PDF/UA-1) beside the same without (PDF/A-3b).

    cargo build --release --locked
    benches/tags.py target/release/reportctl

Runs of `batch` in turn, with one renderer, into a folder in memory. Compared is the processor time that the program used,
which other work on the machine changes little, the least and the median of seven runs.
"""

import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

DOCUMENTS, RUNS = 1500, 7
MEMORY = pathlib.Path("/dev/shm")
VARIANTS = {
    "without tags": {"conformance": ["pdfa-3b"], "tagged": False},
    "with tags": {"conformance": ["pdfa-3a", "pdfua-1"], "tagged": True},
}


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="reportctl-tags-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        subprocess.run([program, "init", "--template", "invoice", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        data = json.loads((folder / "data/invoice.json").read_text())
        rows = [{**data, "number": f"2026-{number:05}"} for number in range(DOCUMENTS)]
        (folder / "rows.json").write_text(json.dumps(rows))
        invoice = json.loads((folder / "templates/invoice.json").read_text())
        files = {}
        for number, (name, pdf) in enumerate(VARIANTS.items()):
            invoice["template"]["pdf"].update(pdf)
            files[name] = f"invoice-{number}"
            (folder / f"templates/{files[name]}.json").write_text(json.dumps(invoice))
        times, sizes = {name: [] for name in VARIANTS}, {}
        for _ in range(RUNS):
            for name in VARIANTS:
                times[name].append(processor_time(program, folder, files[name]))
                sizes[name] = max(file.stat().st_size for file in (folder / "made").iterdir())
    finally:
        shutil.rmtree(folder)
    print("processor time for each document in ms: least, median of runs; bytes of a document")
    for name, taken in times.items():
        least, median = (1e3 * time / DOCUMENTS for time in (min(taken), statistics.median(taken)))
        print(f"  {name:<14} {least:6.3f} {median:6.3f} {sizes[name]:8}")
    without, tagged = VARIANTS
    ratios = [measure(times[tagged]) / measure(times[without]) for measure in (min, statistics.median)]
    print(f"  ratio          {ratios[0]:6.3f} {ratios[1]:6.3f} {sizes[tagged] / sizes[without]:8.3f}")


def processor_time(program, folder, template):
    """Seconds of processor time of a batch, in user and kernel mode."""
    shutil.rmtree(folder / "made", ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "batch", template, "--data", "rows.json", "--out-dir", "made", "--filename", "{number}", "--no-mail", "-j", "1"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
