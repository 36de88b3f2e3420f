#!/usr/bin/env python3
"""Four machines that share a queue, an archive and a mail server, and fail at random.

    cargo build --locked --features object-storage
    benches/machines/run.py [--smoke] [--requests N] [--faults M] [--minutes T] [--seed S]

Each machine is a network namespace with a folder and processes of its own: all run `reportctl worker`, two also
`reportctl serve`, through which requests are added with idempotency keys. The database is PostgreSQL (a schema for the
run; `REPORTCTL_TEST_DATABASE_URL`, default postgres://postgres@127.0.0.1:5432/postgres), the archive a bucket of moto
(target/moto/venv, as `.ci/run` installs it), the mail server this script's own. Templates come from a git repository.

While requests are added, at random times: all processes of a machine are killed, or stopped (SIGSTOP), also for longer than
a lease; packets between a machine and the database, the archive or the mail server are dropped; its link is down; a
new version of the template is committed. Then everything is healed, the queue is drained, requests that ended with
an error that permits it are sent again as documented (`queue retry`), and what the mail server accepted is compared with
the queue, the log and the archive. The exit code is 1 if a guarantee is violated.

Needs root, `ip`, `iptables`, `git`, `psql` and Python 3.11. Namespaces, bridge and schema are removed at the end, also after
an interrupt. The seed sets faults and their times; the moments at which they meet the program differ in each run.
"""

import argparse
import collections
import email
import email.policy
import hashlib
import http.client
import json
import os
import pathlib
import platform
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import zlib

# Nothing is written beside the script.
sys.dont_write_bytecode = True

from network import Bridge, Machine, Program, remove_leftovers, run
from servers import Servers, read_messages

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MACHINES = 4
# Machines that also run a service.
SERVICES = 2
LEASE = 10
# Longest time until the queue is drained after the last fault, in seconds.
DRAIN = 900
# Mailed documents that are compared with the bucket, and those of them that are read through `archive get` too. All are
# compared with the log, and the log by `archive verify` with the archive.
SAMPLE, READ = 300, 20

# Kinds of faults with their weights, and the shortest and longest time in seconds.
FAULTS = {
    "machine killed": (20, (0, 6)),
    "machine paused": (10, (1, LEASE - 2)),
    "machine paused beyond the lease": (10, (LEASE + 3, 25)),
    "cut off from the database": (15, (2, 25)),
    "cut off from the archive": (12, (2, 25)),
    "cut off from the mail server": (12, (2, 25)),
    "link down": (11, (2, 20)),
    "new version of the template": (10, (0, 0)),
}


class Repository:
    """The git repository of the templates. A version is named in the text of the document, in a text that templates
    share, and in the mail: all must be of one version."""

    def __init__(self, folder):
        self.folder, self.number = folder, 0
        (folder / "templates/texts").mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch", "main")
        # Hashes of the template by version.
        self.hashes = {}
        self.commit()

    def git(self, *arguments):
        names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "gc.auto=0")
        run("git", "-C", str(self.folder), *names, *arguments)

    def commit(self):
        """Commits the next version."""
        self.number += 1
        version = self.number
        fields = [
            {"id": name, "name": name, "type": "text", "x": 10, "y": y, "width": 190, "height": 10, "content": content}
            for name, y, content in (
                ("own", 15, f"template V{version}. number {{number}}."),
                ("shared", 30, '{T("version")}'),
            )
        ]
        template = {
            "name": "Report",
            "template": {
                "extensions": 1, "locale": "en", "page": {"width": 210, "height": 297}, "schemas": fields,
            },
            "mail": {"subject": f"V{version}. {{number}}", "body": '{T("version")}', "filename": "report-{number}.pdf"},
            "bindings": [],
        }
        text = json.dumps(template, indent=1)
        self.hashes[version] = hashlib.sha256(text.encode()).hexdigest()
        (self.folder / "templates/report.json").write_text(text)
        (self.folder / "templates/texts/en.json").write_text(json.dumps({"version": f"texts V{version}."}))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", f"Version {version}")


class Feeder:
    """Adds requests over HTTP at a steady pace. One without an answer is repeated with its key, at any service."""

    THREADS = 6

    def __init__(self, requests, seconds, services, token, seed):
        self.requests, self.seconds, self.services, self.token = requests, seconds, services, token
        self.ids = {}
        self.repeated = 0
        self.wrong = []
        self.stopping = False
        self._next, self._lock, self._seed = 0, threading.Lock(), seed
        self.began = time.monotonic()
        self.threads = [threading.Thread(target=self._work, args=(n,), daemon=True) for n in range(self.THREADS)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def is_over(self):
        return not any(thread.is_alive() for thread in self.threads)

    def _work(self, thread):
        chance = random.Random(f"{self._seed} {thread}")
        while not self.stopping:
            with self._lock:
                number = self._next
                self._next += 1
            if number >= self.requests:
                return
            due = self.began + self.seconds * number / self.requests
            time.sleep(max(0, due - time.monotonic()))
            self._add(number, chance)

    def _add(self, number, chance):
        body = json.dumps({"templateId": "report", "email": f"n{number}@example.org", "data": {"number": number}})
        tries = 0
        while not self.stopping:
            status, answer = self._post(chance.choice(self.services), f"key-{number}", body)
            if status == 202:
                with self._lock:
                    known = self.ids.setdefault(number, answer["id"])
                    self.repeated += tries > 0
                # Now and then the answer counts as lost although it came.
                if known != answer["id"]:
                    self.wrong.append(f"request {number}: the same key has two ids, {known} and {answer['id']}")
                if tries > 0 or chance.random() > 0.03:
                    return
            elif status in (400, 401, 403, 404, 422):
                self.wrong.append(f"request {number}: refused with {status}: {answer}")
                return
            tries += 1
            time.sleep(chance.uniform(0.1, 1))

    def _post(self, service, key, body):
        connection = http.client.HTTPConnection(*service, timeout=8)
        try:
            headers = {"Content-Type": "application/json", "Idempotency-Key": key, "Authorization": f"Bearer {self.token}"}
            connection.request("POST", "/api/reports/generate", body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return None, None
        finally:
            connection.close()


class Faults:
    """What happens to whom, and when: beginnings and ends in the order of their times."""

    def __init__(self, chance, number, seconds, machines, ports, repository):
        self.counts = collections.Counter()
        self.machines, self.ports, self.repository = machines, ports, repository
        kinds, weights = list(FAULTS), [weight for weight, _ in FAULTS.values()]
        # Each kind at least once, if there are enough.
        chosen = kinds[: number] + chance.choices(kinds, weights, k=max(0, number - len(kinds)))
        self.events = []
        for fault, kind in enumerate(chosen):
            begin = chance.uniform(0.03, 1) * seconds
            end = begin + chance.uniform(*FAULTS[kind][1])
            machine = chance.choice(machines)
            self.events += [(begin, fault, True, kind, machine), (end, fault, False, kind, machine)]
        self.events.sort(key=lambda event: event[:2])

    def until(self, seconds):
        """Applies the events that are due."""
        while self.events and self.events[0][0] <= seconds:
            _, fault, is_begin, kind, machine = self.events.pop(0)
            self.counts[kind] += is_begin
            self._apply(kind, machine, fault, is_begin)

    def _apply(self, kind, machine, fault, is_begin):
        if kind == "machine killed":
            machine.kill(fault) if is_begin else machine.start(fault)
        elif kind.startswith("machine paused"):
            machine.pause(fault) if is_begin else machine.resume(fault)
        elif kind == "link down":
            machine.unplug(fault) if is_begin else machine.plug(fault)
        elif kind.startswith("cut off"):
            port = self.ports[kind.rpartition(" the ")[2]]
            machine.cut(port) if is_begin else machine.heal(port)
        elif is_begin:
            self.repository.commit()


class Run:
    """Everything that is made for a run, and removed after it."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reportctl-machines-"))
        self.schema = f"machines_{os.getpid()}"
        self.machines, self.moto, self.servers = [], None, None
        self.bridge = Bridge(os.getpid())
        self.violations = []
        # Requests that `queue retry` sent, and mails whose texts are of a later version than their document.
        self.retried, self.later_texts = set(), 0

    def violate(self, text):
        self.violations.append(text)

    # Setting up

    def make(self):
        database = urllib.parse.urlsplit(self.options.database)
        for number in remove_leftovers():
            self.drop_schema(f"machines_{number}")
        self.bridge.make()
        address = self.bridge.address
        self.servers = Servers(address, (database.hostname, database.port or 5432), self.folder / "accepted")
        self.bucket = Bucket(address, self.folder)
        self.repository = Repository(self.folder / "origin")
        self.program = self.folder / "reportctl"
        # A build during the run must not replace it.
        shutil.copy2(self.options.program, self.program)
        user = database.netloc.rpartition("@")[0]
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "REPORTCTL_DATABASE_URL": f"postgres://{user}@{address}:{self.servers.database_port}{database.path}"
            f"?sslmode=disable&options=-csearch_path%3D{self.schema}&application_name={self.schema}",
            "AWS_ENDPOINT_URL": f"http://{address}:{self.bucket.port}",
            "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
        }
        run("psql", self.options.database, "-qc", f"CREATE SCHEMA {self.schema}")
        for number in range(1, MACHINES + 1):
            self.machines.append(self._machine(number))
        token = self.command("token", "create", "--scope", "reports:send,reports:read", "--name", "feeder").strip()
        for machine in self.machines:
            machine.start()
        services = [(machine.address, 8080) for machine in self.machines[:SERVICES]]
        for service in services:
            wait_for(lambda: is_ready(service), 120, f"the service {service}")
        return services, token

    def _machine(self, number):
        folder = self.folder / f"machine-{number}"
        (folder / "tmp").mkdir(parents=True)
        machine = Machine(self.bridge, number, folder)
        machine.make()
        (folder / "reportctl.yaml").write_text(
            f"templateSource: {{url: 'file://{self.repository.folder}', ref: main, folder: templates, pollSeconds: 2}}\n"
            "mail:\n"
            "  from: reports@example.org\n"
            f"  smtp: {{host: {self.bridge.address}, port: {self.servers.mail_port}, encryption: none, timeoutSeconds: 10}}\n"
            f"worker: {{leaseSeconds: {LEASE}, pollSeconds: 1, retrySeconds: 1, versionWaitSeconds: 60}}\n"
            'archive: {url: "s3://documents/kept", prefix: reports}\n'
        )
        environment = {**self.environment, "TMPDIR": str(folder / "tmp")}
        Program(machine, [str(self.program), "worker"], environment)
        if number <= SERVICES:
            listen = f"{machine.address}:8080"
            service = ["serve", "--mode", "queued", "--workers", "0", "--listen", listen]
            Program(machine, [str(self.program), *service], environment)
        return machine

    def remove(self):
        for signals in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signals, signal.SIG_IGN)
        for machine in self.machines:
            machine.remove()
        if self.servers is not None:
            self.servers.stop()
        if getattr(self, "bucket", None) is not None:
            self.bucket.stop()
        self.bridge.remove()
        self.drop_schema(self.schema)
        if self.options.keep or self.violations:
            print(f"kept: {self.folder}", file=sys.stderr)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def drop_schema(self, name):
        run("psql", self.options.database, "-qc", f"DROP SCHEMA IF EXISTS {name} CASCADE", check=False)

    # The program, as an operator calls it outside of all faults

    def command(self, *arguments, codes=(0,)):
        done = subprocess.run(
            [self.program, *arguments], cwd=self.folder / "machine-1", env=self.environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        if done.returncode not in codes:
            raise RuntimeError(f"reportctl {' '.join(arguments)}: {done.returncode} {done.stderr.strip()}")
        self.code = done.returncode
        return done.stdout

    def count(self, condition):
        query = f"SELECT count(*) FROM {self.schema}.requests WHERE {condition}"
        return int(run("psql", self.options.database, "-Atqc", query))

    def rows(self, *filters):
        return json.loads(self.command("queue", "list", "--json", *filters))

    # The run

    def storm(self, services, token):
        """Requests and faults until the last of both."""
        options, chance = self.options, random.Random(self.options.seed)
        seconds = options.minutes * 60
        ports = {
            "database": self.servers.database_port, "archive": self.bucket.port, "mail server": self.servers.mail_port,
        }
        faults = Faults(chance, options.faults, seconds, self.machines, ports, self.repository)
        self.feeder = Feeder(options.requests, seconds, services, token, options.seed)
        self.feeder.start()
        shown = began = self.feeder.began
        while faults.events or not self.feeder.is_over():
            now = time.monotonic()
            if faults.events:
                faults.until(now - began)
                self.added_meanwhile = len(self.feeder.ids)
            self.watch()
            if now - shown >= 30:
                shown = now
                self.progress(now - began, faults)
            if now - began > seconds + DRAIN:
                self.feeder.stopping = True
                self.violate("requests could not be added after all faults were over")
            time.sleep(0.05)
        self.faults = faults.counts
        return time.monotonic() - began

    def watch(self):
        for machine in self.machines:
            if not machine.pauses:
                for program in machine.programs:
                    program.watch()

    def progress(self, seconds, faults=None):
        happened = sum(faults.counts.values()) if faults else self.options.faults
        print(
            f"{seconds:5.0f} s  added {len(self.feeder.ids)}, accepted {self.servers.accepted.value}, faults {happened}, "
            f"template V{self.repository.number}, connections to the database {self.servers.connections.value}",
            file=sys.stderr,
        )

    def drain(self):
        """Waits until no request waits."""
        began = shown = time.monotonic()
        while left := self.count("status = 'pending'"):
            self.watch()
            now = time.monotonic()
            if now - shown >= 30:
                shown = now
                self.progress(now - began)
            if now - began > DRAIN:
                self.violate(f"{left} requests still wait {DRAIN} s after the last fault")
                break
            time.sleep(0.5)
        return time.monotonic() - began

    def send_again(self):
        """What the documentation asks of an operator: a retry of errors."""
        rows = self.rows("--status", "error")
        again = collections.Counter(row["errorCode"] for row in rows)
        del again["deliveryUnknown"]
        if again:
            self.retried = {row["id"] for row in rows if row["errorCode"] in again}
            self.command("queue", "retry", "--all")
            self.drain()
        return again

    # What must hold

    def verify(self):
        messages = collections.defaultdict(list)
        names = collections.Counter()
        for recipient, message in read_messages(self.servers.file):
            parsed = email.message_from_bytes(message, policy=email.policy.default)
            messages[recipient].append(parsed)
            names[parsed["Message-ID"]] += 1
        for recipient, all_of_it in messages.items():
            if len(all_of_it) > 1:
                self.violate(f"{recipient} got {len(all_of_it)} messages")
        for name, number in names.items():
            if number > 1:
                self.violate(f"message {name} was accepted {number} times")

        rows = {row["id"]: row for row in self.rows()}
        for number in range(self.options.requests):
            if self.feeder.ids.get(number) not in rows:
                self.violate(f"request {number} is lost: {self.feeder.ids.get(number)}")
        if len(rows) != self.options.requests:
            self.violate(f"the queue has {len(rows)} requests instead of {self.options.requests}")

        delivered = collections.defaultdict(list)
        for line in self.command("log", "--json").splitlines():
            entry = json.loads(line)
            if entry["outcome"] == "delivered":
                delivered[entry["request"]].append(entry)
        archived = self.bucket.keys()
        counts = collections.Counter()
        versions, reasons = collections.Counter(), collections.Counter()
        # Documents of unknown deliveries are compared too, because the log may not have them.
        sample = {id for id, row in rows.items() if row["errorCode"] == "deliveryUnknown"}
        done = [id for id, row in rows.items() if row["status"] == "done"]
        sample.update(random.Random(self.options.seed).sample(done, min(SAMPLE, len(done))))
        for id, row in rows.items():
            accepted = messages.pop(row["email"], [])
            if row["status"] == "done":
                counts["done"] += 1
                if len(accepted) != 1:
                    self.violate(f"{row['email']} is done, and {len(accepted)} messages were accepted")
                if len(delivered[id]) != 1:
                    self.violate(f"{row['email']} is done, and the log has {len(delivered[id])} deliveries")
            elif row["errorCode"] == "deliveryUnknown":
                counts["unknown"] += 1
                counts["unknown, accepted"] += len(accepted)
                reasons[re.split(r"[;(]", row["errorMessage"])[0].strip()[:60]] += 1
                counts["unknown, accepted, and the log has it"] += bool(delivered[id])
                if delivered[id] and not accepted:
                    self.violate(f"{row['email']} is logged as delivered, and was not accepted")
            else:
                self.violate(f"{row['email']} ended as {row['status']} {row['errorCode']}: {row['errorMessage']}")
            for message in accepted:
                pdf = attachment(message)
                versions[self.compare(row, message, pdf, delivered[id])] += 1
                if id not in archived:
                    self.violate(f"{row['email']}: mailed, and not archived")
                elif id in sample and self.bucket.document(archived[id]) != pdf:
                    self.violate(f"{row['email']}: the archived document is another one than the mailed one")
        for recipient in messages:
            self.violate(f"{recipient} got a message without a request")

        verified = json.loads(self.command("archive", "verify", "--json", codes=(0, 7)))
        counts["archived, in the log"] = verified["documents"]
        counts["archived, not in the log"] = verified["unlogged"]
        if self.code != 0:
            self.violate(f"archive verify: {json.dumps(verified)[:2000]}")
        logged = sum(bool(entries) for entries in delivered.values())
        if verified["documents"] < logged:
            self.violate(f"archive verify found {verified['documents']} documents of {logged} deliveries of the log")
        if verified["unlogged"] > counts["unknown"]:
            self.violate(f"{verified['unlogged']} documents are not in the log, and {counts['unknown']} deliveries are unknown")
        self.read_sample(sample & set(done), archived)
        return counts, versions, reasons

    def compare(self, row, message, pdf, entries):
        """A message and its document with the log; returns the version of the template."""
        who = row["email"]
        for entry in entries:
            if entry["sha256"] != hashlib.sha256(pdf).hexdigest() or entry["messageId"] not in message["Message-ID"]:
                self.violate(f"{who}: the log has another document or message than was mailed")
        printed = text_of(pdf)
        body = message.get_body(("plain",)).get_content()
        # Twice in the document, and in both texts of the mail.
        versions = re.compile(r"V(\d+)\.")
        found, texts = versions.findall(printed), versions.findall(f"{body} {message['Subject']}")
        if len(found) != 2 or len(texts) != 2 or len(set(found)) != 1 or len(set(texts)) != 1:
            self.violate(f"{who}: a document of mixed versions: {printed!r}, {body!r}, {message['Subject']!r}")
        version, of_texts = int(found[0]) if found else 0, int(texts[0]) if texts else 0
        number = who.partition("@")[0][1:]
        if f"number {number}." not in printed or message["Subject"] != f"V{of_texts}. {number}":
            self.violate(f"{who}: a document of another request: {printed!r}")
        if version != of_texts:
            # An archived document whose version no machine had any more: `queue retry` takes the texts that there are.
            self.later_texts += 1
            if row["id"] not in self.retried or of_texts < version:
                self.violate(f"{who}: the document says V{version}, and the mail V{of_texts}")
            return version
        for entry in entries:
            if entry["templateHash"] != self.repository.hashes.get(version):
                self.violate(f"{who}: the document says V{version}, and the log has the hash {entry['templateHash']}")
        return version

    def read_sample(self, ids, archived):
        for id in sorted(ids)[:READ]:
            file = self.folder / "sample.pdf"
            file.unlink(missing_ok=True)
            self.command("archive", "get", id, "-o", str(file))
            if file.read_bytes() != self.bucket.document(archived[id]):
                self.violate(f"archive get {id} wrote another document")

    def ends(self):
        """Processes that failed without a fault, by their command and exit code."""
        return collections.Counter(
            f"{program.log.stem} ended with {code}"
            for machine in self.machines for program in machine.programs for code in program.ends
        )


class Bucket:
    """moto with the bucket `documents`, in memory."""

    def __init__(self, address, folder):
        program = ROOT / "target/moto/venv/bin/moto_server"
        if not program.exists():
            raise RuntimeError("there is no moto: `pip install 'moto[server]'` in a venv at target/moto/venv")
        self.address, self.port = address, free_port(address)
        with open(folder / "moto.log", "wb") as log:
            self.process = subprocess.Popen(
                [program, "-H", address, "-p", str(self.port)], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        try:
            wait_for(lambda: self.ask("PUT", "/documents") is not None, 60, "moto")
        except BaseException:
            self.stop()
            raise

    def stop(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path):
        try:
            asked = urllib.request.Request(f"http://{self.address}:{self.port}{path}", method=method)
            # moto checks no signature, but reads the region from it.
            asked.add_header("Authorization", "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request, "
                             "SignedHeaders=host, Signature=0")
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return answer.read()
        except OSError:
            return None

    def keys(self):
        """The keys of all archived PDF files by the id of their report, read past the program."""
        keys, after = {}, ""
        while True:
            listed = self.ask("GET", f"/documents?list-type=2&prefix=kept/&start-after={urllib.parse.quote(after)}").decode()
            found = re.findall(r"<Key>([^<]*)</Key>", listed)
            keys.update((key.split("/")[-2], key) for key in found if key.endswith(".pdf"))
            if not found or "<IsTruncated>true" not in listed:
                return keys
            after = found[-1]

    def document(self, key):
        return self.ask("GET", f"/documents/{key}")


def attachment(message):
    parts = message.iter_attachments()
    return next(part.get_content() for part in parts if part.get_content_type() == "application/pdf")


def text_of(pdf):
    """The texts of a document in Helvetica: its content streams, and the strings in them."""
    texts = []
    for stream in re.findall(rb"/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        content = zlib.decompressobj().decompress(stream)
        for shown in re.findall(rb"\[((?:[^\]\\]|\\.)*)\]\s*TJ|(\((?:[^)\\]|\\.)*\))\s*Tj", content):
            texts.append(b"".join(re.findall(rb"\(((?:[^)\\]|\\.)*)\)", shown[0] or shown[1])).decode("latin-1"))
    return " ".join(texts)


def free_port(address):
    import socket

    with socket.socket() as one:
        one.bind((address, 0))
        return one.getsockname()[1]


def is_ready(service):
    connection = http.client.HTTPConnection(*service, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def wait_for(is_there, seconds, what):
    deadline = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > deadline:
            raise RuntimeError(f"waited {seconds} s for {what}")
        time.sleep(0.2)


def table(title, lines):
    print(f"\n{title}")
    for name, value in lines:
        print(f"  {name:<70}{value:>10}")


def report(one, fed, drained, again, counts, versions, reasons):
    options = one.options
    print(f"date: {time.strftime('%Y-%m-%d')}")
    print(f"commit: {run('git', '-C', str(ROOT), 'rev-parse', '--short=8', 'HEAD').strip()}")
    print(f"machine: {os.cpu_count()} cores, {sys.platform} {platform.machine()}, load {os.getloadavg()[1]:.0f}")
    print(f"command: benches/machines/run.py --requests {options.requests} --faults {options.faults} "
          f"--minutes {options.minutes:g} --seed {options.seed}")
    table("requests", [
        ("added over HTTP", len(one.feeder.ids)),
        ("of these before the last fault was over", one.added_meanwhile),
        ("of these repeated with the same key", one.feeder.repeated),
        ("messages that the mail server accepted", one.servers.accepted.value),
        ("done, accepted exactly once", counts["done"]),
        ("deliveryUnknown", counts["unknown"]),
    ] + [(f"of these: {reason}", number) for reason, number in sorted(reasons.items())] + [
        ("of these accepted, once each", counts["unknown, accepted"]),
        ("of these delivered according to the log", counts["unknown, accepted, and the log has it"]),
        ("documents in archive and log", counts["archived, in the log"]),
        ("documents of unknown deliveries in the archive alone", counts["archived, not in the log"]),
    ] + [(f"sent by `queue retry` after {code}", number) for code, number in sorted(again.items())])
    table("versions of the template", [
        ("committed", one.repository.number),
        ("of these in documents", len(versions)),
        ("documents of mixed versions", sum("mixed" in text for text in one.violations)),
        ("archived documents sent by `queue retry` with texts of a later version", one.later_texts),
    ])
    table(f"faults ({sum(one.faults.values())})", sorted(one.faults.items()))
    if ends := one.ends():
        table("processes that ended by themselves and were started again", sorted(ends.items()))
    table("time", [
        ("requests and faults, seconds", f"{fed:.0f}"),
        ("until the queue was empty after that, seconds", f"{drained:.0f}"),
        ("messages a second during both", f"{one.servers.accepted.value / (fed + drained):.1f}"),
    ])
    print(f"\nviolations: {len(one.violations)}")
    for text in one.violations[:100]:
        print(f"  {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=15, help="of requests and faults; draining comes after that")
    parser.add_argument("--seed", type=int, default=None, help="default: random")
    parser.add_argument("--smoke", action="store_true", help="300 requests and 16 faults in a minute")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/debug/reportctl")
    parser.add_argument("--keep", action="store_true", help="keep the folder with settings, logs and messages")
    default = os.environ.get("REPORTCTL_TEST_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
    parser.add_argument("--database", default=default)
    options = parser.parse_args()
    if options.smoke:
        options.requests, options.faults, options.minutes = 300, 16, 1
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
    if os.geteuid() != 0:
        parser.error("namespaces need root")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"seed {options.seed}", file=sys.stderr)
    one = Run(options)
    try:
        fed_by = one.make()
        fed = one.storm(*fed_by)
        drained = one.drain()
        again = one.send_again()
        for text in one.feeder.wrong:
            one.violate(text)
        report(one, fed, drained, again, *one.verify())
    finally:
        one.remove()
    return 1 if one.violations else 0


if __name__ == "__main__":
    sys.exit(main())
