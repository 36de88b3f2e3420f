#!/usr/bin/env python3
"""Writes an image without docker: the same folders give the same bytes.

    archive.py ROOTFS NAME:TAG > image.tar                 as `docker save` does, for one architecture
    archive.py --oci NAME:TAG ROOTFS [ROOTFS…] > image.tar  an OCI layout with an image for each architecture
    archive.py --architecture PROGRAM                      prints what images call its architecture

`docker load`, `podman load` and `skopeo` read the first; `podman load` and `skopeo` the second:
`skopeo copy --all oci-archive:image.tar docker://NAME:TAG` brings all architectures into a registry. What the image does is in the Dockerfile beside this script;
SOURCE_DATE_EPOCH is the time of everything. Formats: Docker Image Specification v1.3 and OCI Image
Format 1.1, one layer. OCI images have no health check.
"""

import datetime
import hashlib
import io
import json
import os
import pathlib
import struct
import sys
import tarfile

DOCKERFILE = pathlib.Path(__file__).resolve().parent / "Dockerfile"
PROGRAM = "usr/local/bin/reportctl"
# e_machine of ELF, and what images call it.
ARCHITECTURES = {62: "amd64", 183: "arm64"}
UNITS = {"ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}

seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))


def fail(message):
    sys.exit(f"archive.py: {message}")


def nanoseconds(text):
    for unit, factor in UNITS.items():
        number = text.removesuffix(unit)
        if text.endswith(unit) and number.isdigit():
            return int(number) * factor
    fail(f"{DOCKERFILE.name}: no duration: {text}")


def health_check(rest):
    options, command = rest.split("CMD", 1)
    check = {"Test": ["CMD", *json.loads(command)]}
    names = {"--interval": "Interval", "--timeout": "Timeout", "--start-period": "StartPeriod"}
    for option in options.split():
        name, value = option.split("=", 1)
        if name not in names:
            fail(f"{DOCKERFILE.name}: unknown option of HEALTHCHECK: {name}")
        check[names[name]] = nanoseconds(value)
    return check


def configuration():
    """What the instructions of the Dockerfile say. The files are the folder that is given."""
    config = {}
    for line in DOCKERFILE.read_text().splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "" | "#" | "FROM" | "ARG" | "COPY":
                pass
            case "USER":
                config["User"] = rest
            case "WORKDIR":
                config["WorkingDir"] = rest
            case "ENV":
                config.setdefault("Env", []).extend(rest.split())
            case "EXPOSE":
                config.setdefault("ExposedPorts", {}).update({f"{port}/tcp": {} for port in rest.split()})
            case "STOPSIGNAL":
                config["StopSignal"] = rest
            case "HEALTHCHECK":
                config["Healthcheck"] = health_check(rest)
            case "ENTRYPOINT":
                config["Entrypoint"] = json.loads(rest)
            case "CMD":
                config["Cmd"] = json.loads(rest)
            case _:
                fail(f"{DOCKERFILE.name}: {word} is not understood here")
    return config


def architecture(program):
    head = program.read_bytes()[:20]
    if head[:4] != b"\x7fELF":
        fail(f"{program} is no program for Linux")
    machine = struct.unpack_from("<H", head, 18)[0]
    return ARCHITECTURES.get(machine) or fail(f"{program} is for a machine that has no name here: {machine}")


def entry(name, mode, size=0, kind=tarfile.REGTYPE):
    """A file that belongs to root."""
    info = tarfile.TarInfo(name)
    info.mode, info.size, info.type, info.mtime = mode, size, kind, seconds
    return info


def layer(root):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(root.rglob("*"), key=lambda path: path.relative_to(root).parts):
            name, mode = path.relative_to(root).as_posix(), path.stat().st_mode & 0o7777
            if path.is_dir():
                tar.addfile(entry(name, mode, kind=tarfile.DIRTYPE))
            else:
                data = path.read_bytes()
                tar.addfile(entry(name, mode, len(data)), io.BytesIO(data))
    return content.getvalue()


def describe(root, files, config):
    """The configuration of an image whose layer has these bytes."""
    when = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return json.dumps({
        "architecture": architecture(root / PROGRAM),
        "os": "linux",
        "created": when,
        "config": config,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(files).hexdigest()}"]},
        "history": [{"created": when, "created_by": "COPY rootfs/ /"}],
    }, indent=2).encode()


def write(entries):
    """Writes files as an archive to standard output."""
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|", format=tarfile.GNU_FORMAT) as tar:
        for name, data in entries:
            tar.addfile(entry(name, 0o644, len(data)), io.BytesIO(data))


def docker_archive(root, tag):
    files = layer(root)
    digest = hashlib.sha256(files).hexdigest()
    config = describe(root, files, configuration())
    config_name = f"{hashlib.sha256(config).hexdigest()}.json"
    manifest = [{"Config": config_name, "RepoTags": [tag], "Layers": [f"{digest}/layer.tar"]}]
    write([
        (f"{digest}/layer.tar", files),
        (config_name, config),
        ("manifest.json", json.dumps(manifest, indent=2).encode()),
    ])


def oci_archive(tag, roots):
    blobs = {}

    def blob(kind, data, **more):
        """Adds a blob, and returns its descriptor."""
        digest = hashlib.sha256(data).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = data
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(data), **more}

    def document(**keys):
        return json.dumps({"schemaVersion": 2, **keys}, indent=2).encode()

    # Not a part of the configuration of OCI images.
    config = {name: value for name, value in configuration().items() if name != "Healthcheck"}
    manifests = {}
    for root in roots:
        name = architecture(root / PROGRAM)
        if name in manifests:
            fail(f"two folders are for {name}")
        files = layer(root)
        manifest = document(
            mediaType="application/vnd.oci.image.manifest.v1+json",
            config=blob("config.v1+json", describe(root, files, config)),
            layers=[blob("layer.v1.tar", files)],
        )
        manifests[name] = blob("manifest.v1+json", manifest, platform={"architecture": name, "os": "linux"})
    index = document(
        mediaType="application/vnd.oci.image.index.v1+json",
        manifests=[manifests[name] for name in sorted(manifests)],
    )
    # As `skopeo` and `buildah` write several images: an index that leads to the one of the image.
    named = {"org.opencontainers.image.ref.name": tag}
    top = document(manifests=[blob("index.v1+json", index, annotations=named)])
    write([
        ("oci-layout", json.dumps({"imageLayoutVersion": "1.0.0"}).encode()),
        ("index.json", top),
        *sorted(blobs.items()),
    ])


def main():
    match sys.argv[1:]:
        case ["--architecture", program]:
            print(architecture(pathlib.Path(program)))
        case ["--oci", tag, *roots] if roots:
            oci_archive(tag, [pathlib.Path(root) for root in roots])
        case [root, tag] if not root.startswith("--"):
            docker_archive(pathlib.Path(root), tag)
        case _:
            fail("see the beginning of this file for its arguments")


main()
