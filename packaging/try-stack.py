"""Runs docs/run.md, compose.yaml and the Helm chart as processes: what needs a docker daemon or a cluster, without one.

    try-stack.py BINARY

The commands, variables, users and mounts are read from packaging/compose/compose.yaml and from the
rendered chart. Each container is a mount namespace: the files of the image (docker/rootfs.sh) read-only
as its root, its volumes and secrets at their places, user 65532 without capabilities. A PostgreSQL
server is that of REPORTCTL_TEST_DATABASE_URL, with a database of its own that is dropped at the end; the
S3 server is moto; mail catcher and viewer of traces are servers of this script. Only ports differ, since
those of the files may be taken, and traces come as JSON. The program needs `object-storage` and `otlp`.

Needs root, for the namespaces; packaging/kubernetes/tools.sh installs the rest. The commands of docs/run.md run as they
are written there, but for ports and database, in a shell that needs neither.
"""

import collections
import contextlib
import email
import email.policy
import json
import mmap
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import helm_python as helm
import pg8000.dbapi
import yaml
from aiosmtpd.controller import Controller

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "kubernetes")]
import check  # noqa: E402
import traces  # noqa: E402

USER = 65532
PATIENT = 60
DATABASE = urllib.parse.urlsplit(os.environ.get("REPORTCTL_TEST_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition):
    """Waits until a condition holds, and returns what it gives."""
    until = time.monotonic() + PATIENT
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(0.1)
    sys.exit(f"try-stack.py: no {what} within {PATIENT} s")


class Catcher:
    """An SMTP server that keeps messages in memory."""

    def __init__(self):
        self.messages = []
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    async def handle_DATA(self, server, session, envelope):  # noqa: N802: the name that the library asks for
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.messages.append((envelope.rcpt_tos, message))
        return "250 kept"

    def documents_for(self, recipient):
        """PDF documents in the messages to a recipient."""
        found = [message for to, message in self.messages if to == [recipient]]
        parts = [part for message in found for part in message.iter_attachments()]
        return [part.get_content() for part in parts if part.get_content_type() == "application/pdf"]


class Viewer:
    """A receiver of traces that keeps them."""

    def __init__(self):
        # Spans by the id of their trace: service and name of each.
        self.traces = collections.defaultdict(set)
        # The trace of each report.
        self.of_report = {}
        receiver = traces.Receiver(0, self.keep)
        self.port = receiver.server_address[1]
        threading.Thread(target=receiver.serve_forever, daemon=True).start()

    def keep(self, span):
        self.traces[span.trace].add((span.service, span.name))
        if span.report:
            self.of_report[span.report] = span.trace

    def has(self, report, spans):
        """Whether the trace of a report has spans: pairs of service and name."""
        return spans <= self.traces[self.of_report.get(report)]


@contextlib.contextmanager
def object_store(bucket):
    """An S3 server with a bucket: its port."""
    port = free_port()
    # It checks no signature, but reads the region from one.
    signed = "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{bucket}", method="PUT", headers={"Authorization": signed})

    def made():
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(request, timeout=10).status == 200

    moto = pathlib.Path(sys.executable).parent / "moto_server"
    server = subprocess.Popen([moto, "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for("bucket", made)
        yield port
    finally:
        server.kill()
        server.wait()


@contextlib.contextmanager
def database():
    """A database of its own: its name."""
    name = f"reportctl_try_{os.getpid()}"
    with connection(DATABASE.path.strip("/") or "postgres") as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield name
    finally:
        with connection(DATABASE.path.strip("/") or "postgres") as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def connection(name):
    connected = pg8000.dbapi.connect(
        user=DATABASE.username or "postgres", password=DATABASE.password,
        host=DATABASE.hostname, port=DATABASE.port or 5432, database=name)
    connected.autocommit = True
    try:
        yield connected.cursor()
    finally:
        connected.close()


def pages(binary):
    """Mounts of the files of the designer, which a debug build reads from its checkout."""
    with binary.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found = re.search(rb"/[\w./-]+/crates/designer-assets/dist/", content)
        folder = pathlib.Path(found[0].decode()) if found else None
    return [(str(folder), folder, False)] if folder and folder.is_dir() else []


class Image:
    """The files of the image, and containers that run them."""

    def __init__(self, binary, work):
        self.work = work
        self.root = work / "rootfs"
        subprocess.run([HERE / "docker/rootfs.sh", binary, self.root], check=True)
        # What a container runtime brings.
        for folder in ("proc", "dev", "run/secrets", "etc/reportctl", "var/lib/reportctl"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        (self.root / "etc/hosts").write_text(
            f"127.0.0.1 localhost mailpit s3 jaeger\n{socket.gethostbyname(DATABASE.hostname)} postgres\n")
        self.debug_mounts = pages(binary)
        self.environment = {}
        for line in (HERE / "docker/Dockerfile").read_text().splitlines():
            if line.startswith("ENV "):
                self.environment.update(pair.split("=", 1) for pair in line.split()[1:])

    def command(self, arguments, environment, mounts, folder):
        """The command of a container. `mounts`: place in it, folder or file outside (None: a tmpfs), writable."""
        root = shlex.quote(str(self.root))
        script = [f"mount --bind {root} {root}"]
        for place, source, is_writable in [*mounts, *self.debug_mounts]:
            target = self.root / place.lstrip("/")
            if source is None:
                script.append(f"mount -t tmpfs -o mode=1777 tmpfs {shlex.quote(str(target))}")
                continue
            # Made in the shared root, as a runtime makes mount points before it starts a container.
            if source.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.touch()
            script.append(f"mount --bind {shlex.quote(str(source))} {shlex.quote(str(target))}")
            if not is_writable:
                script.append(f"mount -o remount,bind,ro {shlex.quote(str(target))}")
        script += [
            f"mount -t proc proc {root}/proc",
            f"mount --rbind /dev {root}/dev",
            f"mount -o remount,bind,ro {root}",
        ]
        inner = ["env", "-i", *(f"{name}={value}" for name, value in {**self.environment, **environment}.items()),
                 shutil.which("setpriv"), "--no-new-privs", "--clear-groups", "--",
                 shutil.which("unshare"), f"--root={self.root}", f"--wd={folder}", f"--setgid={USER}", f"--setuid={USER}", "--",
                 "/usr/local/bin/reportctl", *arguments]
        script.append("exec " + shlex.join(inner))
        return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(script)]

    def run(self, code, *container, text=True):
        """Runs a container to its end, and returns its output."""
        done = subprocess.run(self.command(*container), capture_output=True, text=text, timeout=PATIENT)
        if done.returncode != code:
            sys.exit(f"try-stack.py: {container[0]} ended with {done.returncode} instead of {code}:\n{done.stdout}{done.stderr}")
        if "warning" in str(done.stderr):
            sys.exit(f"try-stack.py: {container[0]} warns:\n{done.stderr}")
        return done

    @contextlib.contextmanager
    def running(self, name, *container):
        """A container that runs; it ends by SIGTERM, without an error and without warnings."""
        path = self.work / f"{name}.log"
        with path.open("w") as log:
            process = subprocess.Popen(self.command(*container), stdout=log, stderr=log, start_new_session=True)
            try:
                # What it works with is its first line; before that, signals end it at once.
                wait_for(f"start of {name}", path.read_text)
                yield process, path
                process.send_signal(signal.SIGTERM)
                code = process.wait(timeout=PATIENT)
                said = path.read_text()
                if code or "warning" in said or '"level":"ERROR"' in said:
                    sys.exit(f"try-stack.py: {name} ended with {code}:\n{said}")
            except BaseException:
                print(f"== log of {name}\n{path.read_text()}", file=sys.stderr)
                raise
            finally:
                process.kill()


class Client:
    """Requests to a service."""

    def __init__(self, port, token=None):
        self.port, self.token = port, token

    def ask(self, path, body=None):
        """Status and content."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method="POST" if body else "GET")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, json.dumps(body).encode() if body else None, timeout=10) as answer:
                content = answer.read()
                return answer.status, content if answer.headers.get_content_type() == "application/pdf" else content.decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def expect(self, status, path, body=None):
        found, content = self.ask(path, body)
        if found != status:
            sys.exit(f"try-stack.py: {path} answers {found} instead of {status}: {content}")
        return content

    def generate(self, recipient, data):
        """Queues a report; its id."""
        answer = json.loads(self.expect(202, "/api/reports/generate", {"templateId": "receipt", "email": recipient, "data": data}))
        assert answer["status"] == "pending", answer
        return answer["id"]

    def is_done(self, report):
        return json.loads(self.expect(200, f"/api/reports/{report}"))["status"] == "done"


def folder_of_keys(folder, files):
    """A volume of a ConfigMap or a Secret: links to files of a hidden folder, as the kubelet makes them."""
    hidden = folder / "..2026_01_01"
    hidden.mkdir(parents=True)
    (folder / "..data").symlink_to(hidden.name)
    for name, content in files.items():
        (hidden / name).write_text(content)
        (folder / name).symlink_to(f"..data/{name}")
    return folder


def owned(path):
    path.mkdir(parents=True, exist_ok=True)
    os.chown(path, USER, USER)
    return path


def url_of(name):
    password = f":{urllib.parse.quote(DATABASE.password)}" if DATABASE.password else ""
    return f"postgres://{DATABASE.username or 'postgres'}{password}@postgres:{DATABASE.port or 5432}/{name}?sslmode=disable\n"


def check_metrics(text):
    """A service has a sample of every metric that alerts and dashboard name, from its start."""
    samples = set(re.findall(r"^(reportctl_\w+)", text, re.M))
    if missing := check.used_metrics() - samples:
        sys.exit(f"try-stack.py: /metrics lacks {sorted(missing)}")


def try_up(folder):
    """up.sh with a docker that writes down its arguments: secrets and token are made once."""
    folder.mkdir(parents=True)
    shutil.copy(HERE / "compose/up.sh", folder)
    docker = folder / "bin/docker"
    docker.parent.mkdir()
    docker.write_text('#!/bin/sh\necho "$*" >>"$DOCKER_CALLS"\ncase "$*" in *" token") echo rctl_1 ;; esac\n')
    docker.chmod(0o755)
    environment = {"PATH": f"{docker.parent}:{os.environ['PATH']}", "DOCKER_CALLS": str(folder / "calls")}
    secrets = folder / "secrets"
    without = subprocess.run([shutil.which("bash"), folder / "up.sh"], env={"PATH": str(folder / "nothing")}, capture_output=True, text=True)
    assert without.returncode == 1 and "First stack without Docker" in without.stderr and not secrets.exists(), without.stderr
    before = None
    once = [f"compose run --rm {service}" for service in ("init", "init-second", "init-objects", "--no-TTY token")]
    for calls in ([*once, "compose up --detach --wait"], ["compose up --detach --wait"]):
        subprocess.run([folder / "up.sh"], env=environment, check=True, stdout=subprocess.DEVNULL)
        assert (folder / "calls").read_text().splitlines() == calls, (folder / "calls").read_text()
        (folder / "calls").unlink()
        made = {path.name: (path.stat().st_mode & 0o777, path.read_text()) for path in secrets.iterdir()}
        assert before in (None, made), "a second start makes other secrets"
        before = made
    password = made["postgres-password"][1].strip()
    assert re.fullmatch("[0-9a-f]{48}", password) and f":{password}@postgres/" in made["database-url"][1]
    mode, text = made["s3.env"]
    keys = dict(line.split("=", 1) for line in text.splitlines())
    key = keys["AWS_SECRET_ACCESS_KEY"]
    assert mode == 0o600 and re.fullmatch("[0-9a-f]{48}", key) and key != password
    assert keys["MINIO_ROOT_PASSWORD"] == key and keys["MINIO_ROOT_USER"] == keys["AWS_ACCESS_KEY_ID"]
    assert keys["MC_HOST_store"] == f"http://{keys['AWS_ACCESS_KEY_ID']}:{key}@s3:9000"
    assert made["token"] == (0o600, "rctl_1\n") and secrets.stat().st_mode & 0o777 == 0o700


def try_compose(image, catcher, viewer, name):
    """compose.yaml and what up.sh does with it."""
    work = image.work / "compose"
    project = yaml.safe_load((HERE / "compose/compose.yaml").read_text())
    services = project["services"]
    volumes = {volume: owned(work / volume) for volume in ("reports", "second")}
    try_up(work / "up")
    secrets = work / "up/secrets"
    (secrets / "database-url").write_text(url_of(name))
    # What `bucket` makes is what the programs name.
    command = services["bucket"]["command"]
    assert command[:2] == ["mb", "--ignore-existing"]
    assert services["worker"]["environment"]["REPORTCTL_ARCHIVE_URL"] == f"s3://{command[2].removeprefix('store/')}"
    with object_store(command[2].removeprefix("store/")) as s3:
        ports = {"s3:9000": s3, "jaeger:4318": viewer.port, "0.0.0.0:8080": free_port()}

        def container(service):
            described = services[service]
            environment = dict(described["environment"], OTEL_EXPORTER_OTLP_PROTOCOL="http/json")
            for file in described["env_file"]:
                environment.update(line.split("=", 1) for line in (secrets / pathlib.Path(file).name).read_text().splitlines())
            environment["REPORTCTL_SMTP_PORT"] = str(catcher.port)
            for variable, value in environment.items():
                for address, port in ports.items():
                    if value.endswith(address):
                        environment[variable] = value.rpartition(":")[0] + f":{port}"
            mounts = [(f"/run/secrets/{secret}", secrets / secret, False) for secret in described["secrets"]]
            for volume in described["volumes"]:
                source, place = volume.split(":")
                mounts.append((place, volumes[source], True))
            mounts += [(place, None, True) for place in described["tmpfs"]]
            return described["command"], environment, mounts, "/srv/reports"

        for service in ("init", "init-second"):
            image.run(0, *container(service))
        # A second time it changes nothing, and says so; up.sh goes on.
        image.run(2, *container("init"))
        token = image.run(0, *container("token")).stdout.strip()
        assert re.fullmatch("rctl_[0-9a-f]{64}", token), "the output of `token` is more than a token"
        client = Client(ports["0.0.0.0:8080"], token)
        with image.running("compose-serve", *container("serve")) as (_, log):
            wait_for("readiness", lambda: client.ask("/readyz")[0] == 200)
            probe = services["serve"]["healthcheck"]["test"]
            assert probe[:2] == ["CMD", "reportctl"]
            image.run(0, probe[2:], *container("serve")[1:])
            assert "<html" in Client(client.port).expect(200, "/"), "no designer"
            Client(client.port).expect(401, "/api/templates")
            assert "receipt" in client.expect(200, "/api/templates")
            for part in ("limits", "no_new_privs", "landlock", "seccomp"):
                if part not in log.read_text().split("isolation:")[1].splitlines()[0]:
                    check.skip(f"children are confined without {part}: this kernel has none")
            # The worker of the first machine, and then that of the second alone.
            for service, recipient in (("worker", "ana@example.org"), ("second", "bea@example.org")):
                folder = volumes["reports" if service == "worker" else "second"]
                data = json.loads((folder / "data/receipt.json").read_text())
                with image.running(f"compose-{service}", *container(service)):
                    report = client.generate(recipient, data)
                    [document] = wait_for("mail", lambda: catcher.documents_for(recipient))
                    wait_for("end of the report", lambda: client.is_done(report))
                    try_copies(image, container(service), client, report, document)
                    spans = {("serve", "POST /api/reports/generate"), ("serve", "send reports")}
                    spans |= {(service, span) for span in ("process reports", "render", "archive", "send mail", "settle reports")}
                    wait_for(f"trace through serve and {service}", lambda: viewer.has(report, spans))
            check_metrics(client.expect(200, "/metrics"))
        image.run(0, ["archive", "verify"], *container("worker")[1:])
    print("compose.yaml: designer, queue, mail, archive, traces and a second worker work; the root is read-only, the user 65532")


def try_copies(image, worker, client, report, document):
    """The archived copy of a report is what was mailed, by command and over HTTP."""
    assert document.startswith(b"%PDF-"), "the mail has no document"
    copy = image.run(0, ["archive", "get", report, "-o", "-"], *worker[1:], text=False).stdout
    assert copy == document, "`archive get` writes another document than was mailed"
    assert client.expect(200, f"/api/reports/{report}/pdf") == document, "HTTP gives another document than was mailed"


def try_chart(image, catcher, name):
    """The chart with try-values.yaml, and with workers that have a port."""
    work = image.work / "chart"
    values = yaml.safe_load((HERE / "kubernetes/try-values.yaml").read_text())
    values["settings"]["mail"]["smtp"]["port"] = catcher.port
    values["settings"]["serve"] = {"drainSeconds": 2}
    ports = {"serve": free_port(), "worker": free_port()}
    # Those of docs/kubernetes.md.
    templates = {"receipt.json": (ROOT / "templates/receipt.json").read_text()}
    data = json.loads((ROOT / "samples/receipt.json").read_text())
    secret = next(found for found in yaml.safe_load_all((HERE / "kubernetes/try.yaml").read_text()) if found["kind"] == "Secret")
    assert secret["metadata"]["name"] == values["secret"]["existing"]
    count = 0

    def pod(objects, component):
        """The container of a Deployment, with volumes of its own."""
        nonlocal count
        count += 1
        volumes = work / f"pod{count}"
        spec = next(found for found in objects if found["kind"] == "Deployment" and found["metadata"]["name"].endswith(component))["spec"]["template"]["spec"]
        assert (spec["securityContext"]["runAsUser"], spec["securityContext"]["runAsGroup"]) == (USER, USER)
        [running] = spec["containers"]
        sources = {}
        for volume in spec["volumes"]:
            place = volumes / volume["name"]
            if "emptyDir" in volume:
                sources[volume["name"]] = owned(place)
            elif "secret" in volume:
                assert {item["key"] for item in volume["secret"]["items"]} <= set(secret["stringData"])
                sources[volume["name"]] = folder_of_keys(place, {item["path"]: url_of(name) for item in volume["secret"]["items"]})
            elif volume["configMap"]["name"] == "reportctl-templates":
                sources[volume["name"]] = folder_of_keys(place, templates)
            else:
                settings = next(found for found in objects if found["kind"] == "ConfigMap")
                assert settings["metadata"]["name"] == volume["configMap"]["name"]
                sources[volume["name"]] = folder_of_keys(place, settings["data"])
        mounts = [(mount["mountPath"], sources[mount["name"]], not mount.get("readOnly", False)) for mount in running["volumeMounts"]]
        environment = {variable["name"]: variable["value"] for variable in running["env"]}
        environment["REPORTCTL_LISTEN"] = environment["REPORTCTL_LISTEN"].replace("8080", str(ports[component]))
        return running, (running["args"], environment, mounts, running["workingDir"])

    objects = check.render(values)
    running, serve = pod(objects, "serve")
    probes = [running[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness", "readiness")]
    _, worker = pod(objects, "worker")
    # The service does not start before there is a token. The first token is made in the pod of a worker.
    refused = image.run(2, *serve)
    assert "there are no tokens" in refused.stderr, refused.stderr
    with helm.Chart.load(str(check.CHART)) as chart:
        notes = chart.render(values, name="reportctl", namespace="reports")["reportctl/templates/NOTES.txt"]
    command = re.search(r"-- \\\n\s+reportctl (token create .*)", notes)[1].split()
    with image.running("chart-worker", *worker):
        token = image.run(0, command, *worker[1:]).stdout.strip()
    client = Client(ports["serve"], token)
    with image.running("chart-serve", *serve) as (process, _):
        for path in probes:
            wait_for(path, lambda path=path: Client(ports["serve"]).ask(path)[0] == 200)
        client.expect(403, "/metrics")
        report = client.generate("bob@example.org", data)
        # Without a worker the oldest request grows older, which is what KEDA asks for.
        query = keda_query(values)
        with connection(name) as cursor:
            wait_for("age", lambda: cursor.execute(query) or cursor.fetchone()[0] >= 2)
            cursor.execute("SET enable_seqscan = off")
            cursor.execute("EXPLAIN " + query)
            plan = "\n".join(line for [line] in cursor.fetchall())
            assert "Seq Scan" not in plan, f"KEDA scans the table:\n{plan}"
        with image.running("chart-worker-2", *pod(objects, "worker")[1]):
            wait_for("end of the report", lambda: client.is_done(report))
        assert len(catcher.documents_for("bob@example.org")) == 1
        with connection(name) as cursor:
            cursor.execute(query)
            assert cursor.fetchone()[0] == 0, "KEDA counts finished requests"
        # Workers with a port, for probes and metrics.
        values["worker"] = {"http": True}
        objects = check.render(values)
        report = client.generate("cyd@example.org", data)
        scraper = image.run(0, ["token", "create", "--name", "prometheus", "--scope", "metrics:read"], *serve[1:]).stdout.strip()
        running, worker = pod(objects, "worker")
        with image.running("chart-worker-3", *worker):
            wait_for("readiness", lambda: Client(ports["worker"]).ask(running["readinessProbe"]["httpGet"]["path"])[0] == 200)
            wait_for("end of the report", lambda: client.is_done(report))
            text = Client(ports["worker"], scraper).expect(200, "/metrics")
            assert 'reportctl_mails_total{outcome="delivered"} 1' in text, text
        # The port stays open while /readyz fails, and the pod ends long before it is killed.
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        wait_for("503", lambda: Client(ports["serve"]).ask("/readyz")[0] == 503)
        client.expect(200, "/api/templates")
        assert process.wait(timeout=PATIENT) == 0
        assert 2 <= time.monotonic() - began < 20, "drainSeconds has no effect"
    print("chart: probes, token, ConfigMap and Secret, KEDA's query, metrics of workers and draining work")


def keda_query(values):
    scaled = check.render({**values, "worker": {"autoscaling": {"by": "keda"}}})
    [trigger] = next(found for found in scaled if found["kind"] == "ScaledObject")["spec"]["triggers"]
    return trigger["metadata"]["query"]


def try_page(binary, name):
    """The commands of a section of docs/run.md, in one shell."""
    page = (ROOT / "docs/run.md").read_text()
    section = page.split("\n## First stack without Docker\n")[1].split("\n## ")[0]
    script = "\n".join(re.findall(r"^```bash\n(.*?)^```$", section, re.M | re.S))
    ports = {written: str(free_port()) for written in ("8080", "9000", "1025", "4318")}
    for written, real in ports.items():
        assert written in script, f"docs/run.md names no port {written}"
        script = script.replace(written, real)
    database = "postgres://postgres@127.0.0.1/reports"
    assert database in script, "docs/run.md names another database"
    script = script.replace(database, url_of(name).strip().replace("@postgres:", f"@{DATABASE.hostname}:"))
    with tempfile.TemporaryDirectory() as work:
        stack = pathlib.Path(work)
        shutil.copy(HERE / "traces.py", stack)
        (stack / "tools").symlink_to(pathlib.Path(sys.executable).parent.parent)
        (stack / "bin").mkdir()
        (stack / "bin/reportctl").symlink_to(binary)
        variables = {name: value for name, value in os.environ.items() if not name.startswith(("REPORTCTL_", "AWS_", "OTEL_"))}
        variables |= {"PATH": f"{stack / 'bin'}:{os.environ['PATH']}", "REPORTCTL_LISTEN": f"127.0.0.1:{ports['8080']}"}
        with (stack / "said").open("w") as said:
            shell = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=stack, env=variables,
                                     stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
        try:
            code = shell.wait(timeout=5 * PATIENT)
        finally:
            # Whatever a script that failed has left behind.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
        logs = "\n".join(f"== {path.name}\n{path.read_text()}" for path in (stack / "said", *stack.glob("*.log")))
        if code:
            sys.exit(f"try-stack.py: docs/run.md ended with {code}:\n{logs}")
        mails = [email.message_from_bytes(path.read_bytes(), policy=email.policy.default) for path in (stack / "mails/new").iterdir()]
        documents = {mail["to"]: part.get_content() for mail in mails for part in mail.iter_attachments()}
        assert documents.keys() == {"ana@example.org", "bea@example.org"}, documents.keys()
        assert documents["ana@example.org"] == (stack / "archived.pdf").read_bytes() == (stack / "copy.pdf").read_bytes()
        spans = [line.split("\t") for line in (stack / "traces.txt").read_text().splitlines()]
        for worker in ("first", "second"):
            [trace] = {span[0] for span in spans if span[1:3] == [worker, "send mail"]}
            assert ["serve", "POST /api/reports/generate"] in [span[1:3] for span in spans if span[0] == trace], worker
        assert not re.search(r"warning|error[:\[]", logs), logs
    print("docs/run.md: designer, queue, mail, trace, archived copy and a second worker work by its commands")


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    with database() as name:
        try_page(binary, name)
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        check.skip("compose.yaml and the chart as processes: no mount namespaces here")
        return
    catcher, viewer = Catcher(), Viewer()
    try:
        with tempfile.TemporaryDirectory() as work, database() as compose:
            os.chmod(work, 0o755)
            image = Image(binary, pathlib.Path(work))
            try_compose(image, catcher, viewer, compose)
            with connection(compose) as cursor:
                cursor.execute("DROP SCHEMA reportctl CASCADE")
            try_chart(image, catcher, compose)
    finally:
        catcher.controller.stop()


main()
