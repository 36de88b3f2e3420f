"""The servers that the machines share: a mail server that counts, and a way to PostgreSQL from the bridge."""

import asyncio
import json
import multiprocessing
import os
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
            mail = await asyncio.start_server(self._mail, sock=listeners[0], limit=1 << 20)
            database = await asyncio.start_server(self._forward, sock=listeners[1])
            await asyncio.gather(mail.serve_forever(), database.serve_forever())

    async def _mail(self, reader, writer):
        try:
            await self._session(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError, OSError):
            pass
        finally:
            writer.close()

    async def _session(self, reader, writer):
        keep_alive(writer)
        recipients = []
        await say(writer, "220 sink ESMTP")
        while True:
            line = (await reader.readuntil(b"\n")).strip()
            verb = line.upper()
            if verb.startswith(b"EHLO"):
                await say(writer, "250-sink", "250 8BITMIME")
            elif verb.startswith((b"MAIL FROM", b"RSET")):
                recipients = []
                await say(writer, "250 2.0.0 ok")
            elif verb.startswith(b"RCPT TO"):
                recipients.append(line.partition(b"<")[2].partition(b">")[0].decode())
                await say(writer, "250 2.1.5 ok")
            elif verb == b"DATA":
                await say(writer, "354 go ahead")
                message = await self._message(reader)
                # It counts from here on, whether or not the answer arrives.
                for recipient in recipients:
                    head = json.dumps({"to": recipient, "bytes": len(message)}).encode()
                    self.messages.write(head + b"\n" + message)
                    self.accepted.value += 1
                await say(writer, "250 2.0.0 accepted")
            elif verb == b"QUIT":
                return await say(writer, "221 2.0.0 bye")
            else:
                await say(writer, "250 2.0.0 ok")

    async def _message(self, reader):
        """A message up to its last dot; an exception if the connection ends before."""
        lines = []
        while (line := await reader.readuntil(b"\n")) != b".\r\n":
            lines.append(line[1:] if line.startswith(b".") else line)
        return b"".join(lines)

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


async def say(writer, *lines):
    writer.write("".join(f"{line}\r\n" for line in lines).encode())
    await writer.drain()


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


def read_messages(file):
    """Recipient and bytes of each accepted message."""
    if not os.path.exists(file):
        return
    with open(file, "rb") as messages:
        while head := messages.readline():
            head = json.loads(head)
            yield head["to"], messages.read(head["bytes"])
