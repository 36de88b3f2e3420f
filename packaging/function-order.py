#!/usr/bin/env python3
"""Writes `function-order.ld`: the functions that a short run of the program calls, for the linker to put side by side.

    function-order.py                  builds the program as it is released, records it, and writes the file
    function-order.py --check PROGRAM  names what the file lists and a program with symbols no longer has; a debug build will do

A command reads only the pages of its file that it touches. A document of one page calls functions of 2 MB among 32 MB of
code: 50 page faults where they lie side by side, 180 where they do not. Needs valgrind. The linker ignores names that a
program does not have, so an old file costs speed and nothing else.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "packaging/function-order.ld"
TARGET = "x86_64-unknown-linux-gnu"
# Of the names of our own crates that the file lists, so many must still exist.
CURRENT = 0.9

ACCESSIBLE = ["--pdf-standard", "pdfa-3a,pdfua-1"]


def jobs(folder):
    """Commands that are run once and often: documents of one page, plain and accessible."""
    subprocess.run([sys.executable, ROOT / "benches/peers/make_data.py", folder], check=True, stdout=subprocess.DEVNULL)
    documents = [
        (ROOT / "benches/peers/templates/invoice.json", f"{folder}/invoice.json"),
        (ROOT / "templates/invoice.json", ROOT / "samples/invoice.json"),
        (ROOT / "templates/receipt.json", ROOT / "samples/receipt.json"),
    ]
    for template, data in documents:
        for standard in ([], ACCESSIBLE):
            yield ["render", template, "--data", data, "-o", f"{folder}/out.pdf", "--quiet", *standard]


def build(folder):
    """The program as it is handed out, with symbols, and the map of its sections."""
    symbols = folder / "map"
    build = '. "$0" && build_program "$@"'
    linker = ["-C", "strip=none", "-C", f"link-arg=-Wl,-Map={symbols}"]
    command = ["bash", "-ec", build, ROOT / "packaging/program.sh", TARGET, *linker]
    path = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return pathlib.Path(path), symbols


Function = collections.namedtuple("Function", "section file size")


def sections(path):
    """Where functions are: symbol to its section, the pattern of its file and the size of the section. The map has a line
    for a section, which ends with `FILE:(SECTION)`, and below it one for each symbol. Sections of Rust are named after
    their symbol; the C library has one for all functions of a source file."""
    found, here = {}, None
    for line in path.read_text().splitlines():
        row = re.match(r"\s*[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ \s*(\S+)$", line)
        if not row:
            continue
        place = re.match(r"(.*):\((\.\S+)\)$", row[2])
        if not place:
            if here:
                found.setdefault(row[2], here)
            continue
        name, here = os.path.basename(place[1]), None
        crate = re.match(r"reportctl-[0-9a-f]+\.(\w+)-[0-9a-f]", name)
        member = re.match(r"(lib[cm][-.\d]*\.a)\((.*)\)$", name)
        if place[2].startswith(".text"):
            file = f"*.{crate[1]}-*" if crate else f"*{member[1]}:{member[2]}" if member else "*"
            function = Function(place[2], file, int(row[1], 16))
            if member:
                here = function
            else:
                found[re.sub(r"^\.text\.(unlikely\.|hot\.)?", "", place[2])] = function
    return found


def called(program, folder):
    """Functions by the number of jobs that call them, most first, and by name, so that the same program gives the same file."""
    counts = collections.Counter()
    for job in jobs(folder):
        out = folder / "calls"
        tool = ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={out}"]
        subprocess.run([*tool, program, *job], check=True, cwd=folder)
        names = re.findall(r"^c?fn=\(\d+\) (\S+?)(?:'\d+)?$", out.read_text(), re.M)
        counts.update(dict.fromkeys(names, 1))
    return sorted(counts, key=lambda name: (-counts[name], name))


def pattern(section):
    """The section without the hashes of its compilation: both ways in which Rust writes symbols have them."""
    legacy = re.match(r"(.*_ZN.*17h)[0-9a-f]{16}E", section)
    return legacy[1] + "*" if legacy else re.sub(r"(?<=Cs)[0-9A-Za-z]+_", "*_", re.sub(r"\.llvm\.\d+$", "*", section))


def ordered(names, functions):
    """Patterns of the linker for the functions: file and section. Generic functions of one name are narrowed to the files
    of a crate, and left out where most of them are not called."""
    groups = collections.defaultdict(set)
    for function in functions.values():
        groups["*", pattern(function.section)].add(function)
        groups[function.file, pattern(function.section)].add(function)
    called = {functions[name] for name in names if name in functions}
    taken = {}
    for name in names:
        function = functions.get(name)
        if not function:
            continue
        for file in (["*"] if function.section != ".text" else []) + [function.file]:
            group = groups[file, pattern(function.section)]
            size = sum(other.size for other in group)
            used = sum(other.size for other in group & called)
            if size <= (3 if file == "*" else 40) * used + 512:
                taken[file, pattern(function.section)] = None
                break
    return taken


def write(patterns):
    lines = [
        "/* Functions that a short run of the program calls. Made by packaging/function-order.py. */",
        "SECTIONS",
        "{",
        "  .text.ordered :",
        "  {",
        *(f"    {file}({section})" for file, section in patterns),
        # Which of these the C library takes depends on the processor.
        "    *libc.a:*(.text.avx .text.avx512 .text.evex .text.evex512)",
        "  }",
        "}",
        "INSERT BEFORE .text;",
        "",
    ]
    SCRIPT.write_text("\n".join(lines))


def check(program):
    listed = {name for name in re.findall(r"\(\.text\.(?:unlikely\.)?(\S+)17h\*", SCRIPT.read_text()) if "reportctl" in name}
    symbols = subprocess.run(["nm", "--format=posix", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    present = {re.sub(r"17h[0-9a-f]{16}E.*", "", line.partition(" ")[0]) for line in symbols.splitlines()}
    gone = sorted(listed - present)
    print(f"{len(listed) - len(gone)} of {len(listed)} functions of the order exist")
    if not listed or len(gone) > (1 - CURRENT) * len(listed):
        sys.exit("\n".join([*gone, f"{SCRIPT.name} is old: run packaging/function-order.py"]))


def main():
    if sys.argv[1:2] == ["--check"] and len(sys.argv) == 3:
        return check(sys.argv[2])
    if sys.argv[1:]:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, symbols = build(folder)
        write(ordered(called(program, folder), sections(symbols)))


main()
