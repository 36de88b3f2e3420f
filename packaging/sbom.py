#!/usr/bin/env python3
"""Writes the software bill of materials: everything that is linked into the program, as CycloneDX 1.5.

    sbom.py [TARGET [FEATURES]] > reportctl.cdx.json

It follows `cargo metadata` and Cargo.lock, so it says what a locked build takes. The same checkout
gives the same bytes; SOURCE_DATE_EPOCH is the time in it.
"""

import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tomllib
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent


def metadata(target, features):
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", str(ROOT / "Cargo.toml")]
    if target:
        command += ["--filter-platform", target]
    if features:
        command += ["--features", features]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def linked(resolve, macros):
    """The nodes that the program is linked with: no build scripts, no tests, no macros."""
    nodes = {node["id"]: node for node in resolve["nodes"]}
    edges, todo = {}, [resolve["root"]]
    while todo:
        this = todo.pop()
        if this in edges:
            continue
        deps = nodes[this]["deps"]
        normal = {d["pkg"] for d in deps if any(kind["kind"] is None for kind in d["dep_kinds"])}
        edges[this] = sorted(normal - macros)
        todo += edges[this]
    return edges


def licence(package):
    expression = package.get("license")
    if not expression:
        return []
    # The old way to write "or".
    return [{"expression": expression.replace("/", " OR ")}]


def main():
    target = sys.argv[1] if len(sys.argv) > 1 else None
    data = metadata(target, sys.argv[2] if len(sys.argv) > 2 else None)
    packages = {package["id"]: package for package in data["packages"]}
    with open(ROOT / "Cargo.lock", "rb") as file:
        locked = {(p["name"], p["version"]): p for p in tomllib.load(file)["package"]}
    macros = {id for id, package in packages.items() if any("proc-macro" in t["kind"] for t in package["targets"])}
    edges = linked(data["resolve"], macros)

    def purl(package):
        return f"pkg:cargo/{package['name']}@{package['version']}"

    def component(package):
        entry = {
            "type": "application" if package["id"] == data["resolve"]["root"] else "library",
            "bom-ref": purl(package),
            "name": package["name"],
            "version": package["version"],
            "purl": purl(package),
        }
        if package.get("description"):
            entry["description"] = " ".join(package["description"].split())
        if licences := licence(package):
            entry["licenses"] = licences
        if checksum := locked[package["name"], package["version"]].get("checksum"):
            entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return entry

    root = packages[data["resolve"]["root"]]
    used = sorted((packages[id] for id in edges if id != root["id"]), key=purl)
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    when = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": component(root)},
        "components": [component(package) for package in used],
        "dependencies": [
            {"ref": purl(packages[id]), "dependsOn": sorted(purl(packages[to]) for to in edges[id])}
            for id in sorted(edges, key=lambda id: purl(packages[id]))
        ],
    }
    content = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, content).urn
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    print()


main()
