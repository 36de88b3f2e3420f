#!/usr/bin/env python3
"""Four machines that share a queue, an archive and a mail server, and fail at random.

    cargo build --locked --features object-storage
    (cd benches/machines/store && cargo build --release --locked)
    benches/machines/run.py [--smoke] [--requests N] [--faults M] [--minutes T] [--seed S] [--store s3s|moto]

Each machine is a network namespace with a folder and processes of its own: all run `reportctl worker`, two also
`reportctl serve`, through which requests are added with idempotency keys. The database is PostgreSQL (a schema for the
run; `REPORTCTL_TEST_DATABASE_URL`, default postgres://postgres@127.0.0.1:5432/postgres), the mail server this script's own.
Templates come from a git repository. The archive is a bucket of one of two S3 servers:

    s3s     the server of store/, which is `s3s-fs` on a folder; used where it is built
    moto    of a Python environment at target/moto/venv, as `.ci/run` installs it: 30 to 60 documents a second

While requests are added, at random times: all processes of a machine are killed, or stopped (SIGSTOP), also for longer than
a lease; packets between a machine and the database, the archive or the mail server are dropped; its link is down; a
new version of the template is committed. Then everything is healed, the queue is drained, requests that ended with
an error that permits it are sent again as documented (`queue retry`), and what the mail server accepted is compared with
the queue, the log and the archive. The exit code is 1 if a guarantee is violated.

Needs root, `ip`, `iptables`, `git`, `psql` and Python 3.11; for each thousand requests 40 MB of disk in TMPDIR and 2 MB of memory. Namespaces, bridge and schema are removed at the end, also after
an interrupt. The seed sets faults and their times; the moments at which they meet the program differ in each run.
"""

import argparse
import collections
import hashlib
import http.client
import json
import os
import pathlib
import platform
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

# Nothing is written beside the script.
sys.dont_write_bytecode = True

from buckets import PROGRAMS, ROOT, Bucket, default_store
from comparison import Comparison
from faults import LEASE, Faults
from feeder import Feeder
from network import Bridge, Machine, Program, remove_leftovers, run
from servers import Servers

MACHINES = 4
# Machines that also run a service.
SERVICES = 2
# Longest time until the queue is drained after the last fault, in seconds.
DRAIN = 900


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


class Run:
    """Everything that is made for a run, and removed after it."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reportctl-machines-"))
        self.schema = f"machines_{os.getpid()}"
        self.machines, self.bucket, self.servers = [], None, None
        self.bridge = Bridge(os.getpid())
        self.violations = []
        # Requests that `queue retry` sent.
        self.retried = set()
        # Requests that were added before the last fault was over.
        self.added_meanwhile = 0

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
        self.bucket = Bucket(self.options.store, address, self.folder)
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
            **self.bucket.environment(),
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
        if self.bucket is not None:
            self.bucket.stop()
        self.bridge.remove()
        self.drop_schema(self.schema)
        if self.options.keep or self.violations:
            print(f"kept: {self.folder}", file=sys.stderr)
        else:
            # Many small files: much faster than `shutil.rmtree`.
            run("rm", "-rf", str(self.folder), check=False)

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

    def lines(self, *arguments):
        """The output of a command, line by line."""
        process = subprocess.Popen(
            [self.program, *arguments], cwd=self.folder / "machine-1", env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )
        with process.stdout:
            yield from process.stdout
        if code := process.wait():
            raise RuntimeError(f"reportctl {' '.join(arguments)}: {code}")

    def rows(self, *filters):
        """Requests of the queue. `queue list` prints a list with one of them in each line."""
        for line in self.lines("queue", "list", "--json", *filters):
            if text := line.strip().removeprefix("[").removesuffix("]").removesuffix(","):
                yield json.loads(text)

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
        codes = {row["id"]: row["errorCode"] for row in self.rows("--status", "error")}
        codes = {id: code for id, code in codes.items() if code != "deliveryUnknown"}
        again = collections.Counter(codes.values())
        if again:
            self.retried = set(codes)
            self.command("queue", "retry", "--all")
            self.drain()
        return again

    def ends(self):
        """Processes that failed without a fault, by their command and exit code."""
        return collections.Counter(
            f"{program.log.stem} ended with {code}"
            for machine in self.machines for program in machine.programs for code in program.ends
        )


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


def report(one, fed, drained, again, compared, seconds):
    options, counts = one.options, compared.counts
    print(f"date: {time.strftime('%Y-%m-%d')}")
    print(f"commit: {run('git', '-C', str(ROOT), 'rev-parse', '--short=8', 'HEAD').strip()}")
    print(f"machine: {os.cpu_count()} cores, {sys.platform} {platform.machine()}, load {os.getloadavg()[1]:.0f}")
    print(f"command: benches/machines/run.py --requests {options.requests} --faults {options.faults} "
          f"--minutes {options.minutes:g} --seed {options.seed} --store {options.store}")
    table("requests", [
        ("added over HTTP", len(one.feeder.ids)),
        ("of these before the last fault was over", one.added_meanwhile),
        ("of these repeated with the same key", one.feeder.repeated),
        ("messages that the mail server accepted", one.servers.accepted.value),
        ("done, accepted exactly once", counts["done"]),
        ("deliveryUnknown", counts["unknown"]),
    ] + [(f"of these: {reason}", number) for reason, number in sorted(compared.reasons.items())] + [
        ("of these accepted, once each", counts["unknown, accepted"]),
        ("of these delivered according to the log", counts["unknown, accepted, and the log has it"]),
        ("documents in archive and log", counts["archived, in the log"]),
        ("documents of unknown deliveries in the archive alone", counts["archived, not in the log"]),
    ] + [(f"sent by `queue retry` after {code}", number) for code, number in sorted(again.items())])
    table("versions of the template", [
        ("committed", one.repository.number),
        ("of these in documents", len(compared.versions)),
        ("documents of mixed versions", sum("mixed" in text for text in one.violations)),
        ("archived documents sent by `queue retry` with texts of a later version", compared.later_texts),
    ])
    table(f"faults ({sum(one.faults.values())})", sorted(one.faults.items()))
    if ends := one.ends():
        table("processes that ended by themselves and were started again", sorted(ends.items()))
    table("time", [
        ("requests and faults, seconds", f"{fed:.0f}"),
        ("until the queue was empty after that, seconds", f"{drained:.0f}"),
        ("comparison of all, seconds", f"{seconds:.0f}"),
        ("messages a second until the queue was empty", f"{one.servers.accepted.value / (fed + drained):.1f}"),
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
    parser.add_argument("--store", choices=PROGRAMS, default=default_store(), help="default: s3s where it is built")
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
        began, compared = time.monotonic(), Comparison(one)
        compared.compare()
        report(one, fed, drained, again, compared, time.monotonic() - began)
    finally:
        one.remove()
    return 1 if one.violations else 0


if __name__ == "__main__":
    sys.exit(main())
