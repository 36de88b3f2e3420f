#!/usr/bin/env python3
"""Times what people wait for in a repository of templates, and compares it with what is promised.

    benches/repository.py BINARY [--quick]

5,000 templates of 30 tenants: `check` and `template list`, cold and warm; 1,000 cases: `test`, first and
unchanged; a page as PNG at 150 dpi; from a save to the new picture in `watch`. Each figure is the
median of some runs of the whole program. `--quick` takes a tenth of all. The exit code is 1 where a
figure is worse than promised. Beside the median stands the least, which other work on the machine
disturbs least.
"""

import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
TENANTS = 30


def template(number):
    """The shipped invoice with a name of its own."""
    text = (ROOT / "templates/invoice.json").read_text()
    document = json.loads(text)
    document["name"] = f"Invoice {number}"
    return json.dumps(document, indent=2)


def small(number):
    """What most templates of a large repository are like: a dozen fields and a table."""
    fields = [
        {"id": f"t{row}", "name": f"t{row}", "type": "text", "x": 20, "y": 20 + 8 * row, "width": 170, "height": 7,
         "content": f"{{customer.line{row}}} {{CURRENCY(total, \"€\")}}"}
        for row in range(12)
    ]
    fields.append({"id": "lines", "name": "lines", "type": "table", "x": 20, "y": 130, "width": 170, "height": 21,
                   "head": ["Item", "Amount"], "content": [["{item}", "{CURRENCY(amount, \"€\")}"]]})
    document = {
        "name": f"Template {number}",
        "template": {"version": 1, "page": {"width": 210, "height": 297}, "schemas": fields},
        "bindings": [{"schemaName": "lines", "type": "array", "path": "lines", "columns": []}],
    }
    return json.dumps(document, indent=2)


class Bench:
    def __init__(self, binary, folder, quick):
        self.binary, self.folder, self.quick = binary, folder, quick
        self.failed = False

    def run(self, *arguments, cwd=None, code=0):
        began = time.perf_counter()
        done = subprocess.run([self.binary, *arguments], cwd=cwd or self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        took = time.perf_counter() - began
        assert done.returncode == code, done.stderr.decode()
        return took

    def say(self, what, seconds, most):
        least, seconds = min(seconds), statistics.median(seconds)
        verdict = "" if self.quick or seconds <= most else "  TOO SLOW"
        self.failed |= bool(verdict)
        print(f"{what:<58} {seconds * 1000:9.1f} ms   least {least * 1000:8.1f} ms   at most {most * 1000:6.0f} ms{verdict}", flush=True)

    def repository(self):
        place = self.folder / "repository"
        count = 500 if self.quick else 5000
        yesterday = time.time() - 86400
        for number in range(count):
            path = place / f"templates/tenant-{number % TENANTS}/t-{number}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(small(number))
            os.utime(path, (yesterday, yesterday))
        known = place / ".reportctl"
        for what, arguments, cold, warm in [
            ("check", ["check"], 2.0, 0.2),
            ("template list", ["template", "list"], 1.0, 0.2),
        ]:
            times = []
            for _ in range(3):
                shutil.rmtree(known, ignore_errors=True)
                times.append(self.run(*arguments, cwd=place))
            self.say(f"{what}, {count} templates of {TENANTS} tenants, cold", times, cold)
            self.say(f"{what}, warm", [self.run(*arguments, cwd=place) for _ in range(5)], warm)

    def cases(self):
        place = self.folder / "cases"
        templates, each = (4, 25) if self.quick else (10, 100)
        data = json.loads((ROOT / "samples/invoice-small.json").read_text())
        (place / "templates").mkdir(parents=True)
        for number in range(templates):
            (place / f"templates/invoice-{number}.json").write_text(template(number))
            for case in range(each):
                folder = place / f"templates/tests/invoice-{number}/case-{case}"
                folder.mkdir(parents=True)
                (folder / "data.json").write_text(json.dumps({**data, "number": f"R-{case}"}))
        self.run("test", "--accept", cwd=place)
        count = templates * each
        self.say(f"test, {count} cases, nothing known", [self.run("test", "--no-cache", cwd=place) for _ in range(3)], 3.0)
        self.run("test", cwd=place)
        self.say("test, unchanged", [self.run("test", cwd=place) for _ in range(5)], 0.3)

    def picture(self):
        """What is left of a picture without what the page model costs, and the start of the program."""
        place = self.folder / "picture"
        place.mkdir()
        shutil.copy(ROOT / "templates/invoice.json", place / "t.json")
        render = ["render", "t.json", "--data", "d.json", "--format", "png", "--dpi", "150", "--quiet"]
        shutil.copy(ROOT / "samples/invoice.json", place / "d.json")
        runs = 3 if self.quick else 20
        once = [self.run(*render, "--page", "1", "-o", "p.png", cwd=place) for _ in range(runs)]
        self.say("render of one page as PNG, 150 dpi, the whole program", once, 0.1)
        pages = [self.run("render", "t.json", "--data", "d.json", "--format", "layout", "-o", "l.json", "--quiet", cwd=place) for _ in range(runs)]
        base = statistics.median(pages)
        self.say("of that rasterising and compressing", [took - base for took in once], 0.03)

    def watch(self):
        place = self.folder / "watch"
        place.mkdir()
        text = (ROOT / "templates/invoice.json").read_text()
        (place / "t.json").write_text(text)
        shutil.copy(ROOT / "samples/invoice.json", place / "d.json")
        command = [self.binary, "watch", "t.json", "--data", "d.json", "--no-open"]
        child = subprocess.Popen(command, cwd=place, stderr=subprocess.PIPE, text=True)
        try:
            port = re.search(r":(\d+)/", child.stderr.readline()).group(1)

            def state(after):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/state?after={after}", timeout=30) as answer:
                    return json.load(answer)

            version, times = state(0)["version"], []
            for edit in range(3 if self.quick else 10):
                changed = text.replace('"name": "', f'"name": "{edit} ', 1)
                began = time.perf_counter()
                (place / "t.json").write_text(changed)
                shown = state(version)
                times.append(time.perf_counter() - began)
                version = shown["version"]
            self.say("watch, from a save to the new picture", times, 0.1)
        finally:
            child.terminate()
            child.wait()


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--quick"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    binary = os.path.realpath(arguments[0])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(binary, pathlib.Path(folder), "--quick" in sys.argv)
        bench.repository()
        bench.cases()
        bench.picture()
        bench.watch()
    sys.exit(bench.failed)


main()
