"""S3 servers with the bucket `documents`: the one of `store/`, on a folder, or moto, in memory."""

import datetime
import hashlib
import hmac
import http.client
import pathlib
import re
import socket
import subprocess
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = {
    "s3s": pathlib.Path(__file__).resolve().parent / "store/target/release/machines-store",
    "moto": ROOT / "target/moto/venv/bin/moto_server",
}
HOW = {
    "s3s": "`cargo build --release --locked --manifest-path benches/machines/store/Cargo.toml`",
    "moto": "`pip install 'moto[server]'` in a venv at target/moto/venv",
}
KEY, SECRET, REGION = "key", "secret", "us-east-1"
EMPTY = hashlib.sha256(b"").hexdigest()


def default_store():
    """The faster server if it is built."""
    return "s3s" if PROGRAMS["s3s"].exists() else "moto"


class Bucket:
    """A server, and its bucket as it is past the program."""

    def __init__(self, store, address, folder):
        program = PROGRAMS[store]
        if not program.exists():
            raise RuntimeError(f"the S3 server is not there: {HOW[store]}")
        self.address, self.port = address, free_port(address)
        if store == "s3s":
            objects = folder / "store"
            objects.mkdir()
            command = [program, objects, f"{address}:{self.port}"]
        else:
            command = [program, "-H", address, "-p", str(self.port)]
        self._connection = None
        with open(folder / f"{store}.log", "wb") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        try:
            deadline = time.monotonic() + 60
            while self.ask("PUT", "/documents") is None:
                if time.monotonic() > deadline:
                    raise RuntimeError(f"{store} does not answer; see {folder / store}.log")
                time.sleep(0.2)
        except BaseException:
            self.stop()
            raise

    def stop(self):
        self.process.kill()
        self.process.wait()

    def environment(self):
        """Variables that lead a client of S3 here."""
        return {
            "AWS_ENDPOINT_URL": f"http://{self.address}:{self.port}", "AWS_ALLOW_HTTP": "true", "AWS_REGION": REGION,
            "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    def ask(self, method, path, query=()):
        """Content of an answer, or nothing if there is none or it is an error. `query`: pairs."""
        query = "&".join(sorted(f"{quote(name)}={quote(value)}" for name, value in query))
        path = quote(path, safe="/")
        headers = sign(method, f"{self.address}:{self.port}", path, query)
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection(self.address, self.port, timeout=60)
            self._connection.request(method, f"{path}?{query}" if query else path, headers=headers)
            answer = self._connection.getresponse()
            content = answer.read()
            return content if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            self._connection = None
            return None

    def keys(self):
        """The keys of all archived PDF files by the id of their report."""
        keys, after = {}, ""
        while True:
            query = [("list-type", "2"), ("prefix", "kept/"), ("start-after", after)]
            listed = self.ask("GET", "/documents", query)
            if listed is None:
                raise RuntimeError("the S3 server does not list the bucket")
            found = re.findall(r"<Key>([^<]*)</Key>", listed.decode())
            keys.update((key.split("/")[-2], key) for key in found if key.endswith(".pdf"))
            if not found or b"<IsTruncated>true" not in listed:
                return keys
            after = found[-1]

    def document(self, key):
        return self.ask("GET", f"/documents/{key}")


def quote(text, safe=""):
    return urllib.parse.quote(text, safe=safe + "-_.~")


def sign(method, host, path, query):
    """The headers of a request without content, with a signature (AWS Signature Version 4)."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{now[:8]}/{REGION}/s3/aws4_request"
    headers = {"host": host, "x-amz-content-sha256": EMPTY, "x-amz-date": now}
    names = ";".join(headers)
    canonical = "\n".join([method, path, query, *(f"{name}:{value}" for name, value in headers.items()), "", names, EMPTY])
    text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = f"AWS4{SECRET}".encode()
    for part in (*scope.split("/"), text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    headers["Authorization"] = f"AWS4-HMAC-SHA256 Credential={KEY}/{scope}, SignedHeaders={names}, Signature={key.hex()}"
    return headers


def free_port(address):
    with socket.socket() as one:
        one.bind((address, 0))
        return one.getsockname()[1]
