"""The servers that the machines share: a mail server that counts, and a way to PostgreSQL from the bridge."""

import asyncio
import json
import multiprocessing
import signal
import socket

# Seconds without an answer after which the server side closes a connection, as `tcp_keepalives_idle` and
# `tcp_user_timeout` of PostgreSQL would.
SILENCE = 60


class Servers:
    """A process with both. Accepted messages are appended to a file, each under a line with its recipient and length."""

    def __init__(self, address, database, file):
        self.address, self.database, self.file = address, database, file
        self.accepted = multiprocessing.Value("q", 0)
        self.connections = multiprocessing.Value("q", 0)
        listeners = [listener(address), listener(address)]
        self.mail_port, self.database_port = (one.getsockname()[1] for one in listeners)
        fork = multiprocessing.get_context("fork")
        self.process = fork.Process(target=self._run, args=(listeners,), daemon=True)
        self.process.start()
        for one in listeners:
            one.close()

    def stop(self):
        self.process.kill()
        self.process.join()

    def _run(self, listeners):
        # The parent is interrupted, and ends this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        asyncio.run(self._serve(listeners))

    async def _serve(self, listeners):
        with open(self.file, "ab", buffering=0) as self.messages:
            loop = asyncio.get_running_loop()
            mail = await loop.create_server(lambda: Mail(self), sock=listeners[0])
            database = await asyncio.start_server(self._forward, sock=listeners[1])
            await asyncio.gather(mail.serve_forever(), database.serve_forever())

    def accept(self, recipients, message):
        """Keeps a message; it counts from here on, whether or not the answer arrives."""
        for recipient in recipients:
            head = json.dumps({"to": recipient, "bytes": len(message)}).encode()
            self.messages.write(head + b"\n" + message)
            self.accepted.value += 1

    async def _forward(self, reader, writer):
        self.connections.value += 1
        try:
            keep_alive(writer)
            onward = await asyncio.open_connection(*self.database)
            await asyncio.gather(pipe(reader, onward[1]), pipe(onward[0], writer))
        except OSError:
            writer.close()
        finally:
            self.connections.value -= 1


class Mail(asyncio.Protocol):
    """A connection to the mail server (RFC 5321)."""

    def __init__(self, servers):
        self.servers, self.received, self.recipients, self.is_data = servers, bytearray(), [], False

    def connection_made(self, transport):
        self.transport = transport
        keep_alive(transport)
        self.say("220 sink ESMTP")

    def say(self, *lines):
        self.transport.write("".join(f"{line}\r\n" for line in lines).encode())

    def data_received(self, data):
        # The end of a message is looked for where it can be new.
        seen = max(0, len(self.received) - 4)
        self.received += data
        while not self.transport.is_closing():
            if self.is_data:
                # The line break before the first line is kept, for a message without any.
                end = self.received.find(b"\r\n.\r\n", seen)
                if end < 0:
                    return
                message = bytes(self.received[2 : end + 2]).replace(b"\r\n.", b"\r\n")
                del self.received[: end + 5]
                self.is_data, seen = False, 0
                self.servers.accept(self.recipients, message[1:] if message.startswith(b".") else message)
                self.say("250 2.0.0 accepted")
            else:
                end = self.received.find(b"\n")
                if end < 0:
                    return
                line = bytes(self.received[:end]).strip()
                is_data = line.upper() == b"DATA"
                del self.received[: end - 1 if is_data else end + 1]
                self.is_data, seen = is_data, 0
                self.command(line)

    def command(self, line):
        verb = line.upper()
        if verb.startswith(b"EHLO"):
            self.say("250-sink", "250 8BITMIME")
        elif verb.startswith((b"MAIL FROM", b"RSET")):
            self.recipients = []
            self.say("250 2.0.0 ok")
        elif verb.startswith(b"RCPT TO"):
            self.recipients.append(line.partition(b"<")[2].partition(b">")[0].decode())
            self.say("250 2.1.5 ok")
        elif verb == b"DATA":
            self.say("354 go ahead")
        elif verb == b"QUIT":
            self.say("221 2.0.0 bye")
            self.transport.close()
        else:
            self.say("250 2.0.0 ok")


async def pipe(reader, writer):
    """Copies until one side ends, then closes the other."""
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def keep_alive(writer):
    """Notices peers that are gone."""
    one = writer.get_extra_info("socket")
    one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, SILENCE // 2)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, SILENCE // 6)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000)


def listener(address):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind((address, 0))
    one.listen(256)
    return one
