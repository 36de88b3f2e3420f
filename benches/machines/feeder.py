"""Clients that add requests over HTTP."""

import json
import random
import socket
import threading
import time

# Seconds that a client waits for an answer, and between two tries of a service that gave none.
TIMEOUT, PAUSE = 8, 2


class Balancer:
    """Leaves out a service that does not answer, as a load balancer does, and tries it again with one request at a time."""

    def __init__(self, services):
        self._lock = threading.Lock()
        # When a service is tried again; 0 while it answers.
        self._due = [0.0] * len(services)

    def choose(self, chance):
        """The number of a service, or nothing where none is due."""
        now = time.monotonic()
        with self._lock:
            ready = [number for number, due in enumerate(self._due) if due <= now]
            if not ready:
                return None
            number = chance.choice(ready)
            if self._due[number]:
                self._due[number] = now + TIMEOUT + PAUSE
            return number

    def note(self, number, has_answered):
        self._due[number] = 0.0 if has_answered else time.monotonic() + PAUSE


class Feeder:
    """Adds requests at a steady pace. One without an answer is repeated with its key, at any service."""

    THREADS = 16

    def __init__(self, requests, seconds, services, token, seed):
        self.requests, self.seconds, self.services, self.token = requests, seconds, services, token
        self.balancer = Balancer(services)
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
        connections = [Connection(service, self.token) for service in self.services]
        while not self.stopping:
            with self._lock:
                number = self._next
                self._next += 1
            if number >= self.requests:
                return
            due = self.began + self.seconds * number / self.requests
            time.sleep(max(0, due - time.monotonic()))
            self._add(number, chance, connections)

    def _add(self, number, chance, connections):
        body = json.dumps({"templateId": "report", "email": f"n{number}@example.org", "data": {"number": number}})
        tries = 0
        while not self.stopping:
            service = self.balancer.choose(chance)
            if service is None:
                time.sleep(0.1)
                continue
            status, answer = connections[service].post(f"key-{number}", body)
            self.balancer.note(service, status is not None and status < 500)
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


class Connection:
    """A connection to a service that is kept. `http.client` would need more processor time than the service."""

    def __init__(self, service, token):
        self.service, self.socket = service, None
        self.head = (
            "POST /api/reports/generate HTTP/1.1\r\n"
            f"Host: {service[0]}:{service[1]}\r\n"
            "Content-Type: application/json\r\n"
            f"Authorization: Bearer {token}\r\n"
        )

    def post(self, key, body):
        """Status and content of the answer; nothing of both if there is none."""
        try:
            if self.socket is None:
                self.socket = socket.create_connection(self.service, timeout=TIMEOUT)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            content = body.encode()
            self.socket.sendall(
                f"{self.head}Idempotency-Key: {key}\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)
            return self._answer()
        except (OSError, ValueError, IndexError):
            if self.socket is not None:
                self.socket.close()
            self.socket = None
            return None, None

    def _answer(self):
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._receive()
        status, *lines = got[:end].decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        # The service gives every answer a length.
        content, length = got[end + 4:], int(headers["content-length"]) if "content-length" in headers else 0
        while len(content) < length:
            content += self._receive()
        if headers.get("connection") == "close":
            self.socket.close()
            self.socket = None
        return int(status.split(" ")[1]), json.loads(content)

    def _receive(self):
        if not (chunk := self.socket.recv(1 << 16)):
            raise ConnectionError("the service closed the connection")
        return chunk
