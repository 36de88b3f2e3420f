"""What the mail server accepted, reduced to what is compared: a few hundred bytes for each message."""

import email
import hashlib
import json
import multiprocessing
import os
import re
import typing
import zlib

# Messages that a process reads at a time.
CHUNK = 200
VERSION = re.compile(r"V(\d+)\.")


class Message(typing.NamedTuple):
    recipient: str
    # Header `Message-ID`.
    name: str
    # SHA-256 of the document, in hexadecimal.
    sha256: str
    # Versions of the template that the document and the texts of the mail name.
    version: int
    of_texts: int
    # What is wrong with the message by itself.
    faults: tuple


def read(file):
    """All accepted messages, in their order, read by several processes."""
    if not os.path.exists(file):
        return
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for messages in pool.imap(_reduce_chunk, _chunks(file)):
            yield from messages


def _chunks(file):
    chunk = []
    with open(file, "rb") as messages:
        while head := messages.readline():
            head = json.loads(head)
            chunk.append((head["to"], messages.read(head["bytes"])))
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    yield chunk


def _reduce_chunk(chunk):
    return [reduce(*message) for message in chunk]


def reduce(recipient, content):
    message = email.message_from_bytes(content)
    parts = {part.get_content_type(): part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()}
    pdf, body = parts.get("application/pdf", b""), parts.get("text/plain", b"").decode("utf-8", "replace")
    subject = str(message["Subject"])
    printed = text_of(pdf)
    # Twice in the document, and in both texts of the mail.
    found, texts = VERSION.findall(printed), VERSION.findall(f"{body} {subject}")
    faults = []
    if len(found) != 2 or len(texts) != 2 or len(set(found)) != 1 or len(set(texts)) != 1:
        faults.append(f"a document of mixed versions: {printed!r}, {body!r}, {subject!r}")
    version, of_texts = int(found[0]) if found else 0, int(texts[0]) if texts else 0
    number = recipient.partition("@")[0][1:]
    if f"number {number}." not in printed or subject != f"V{of_texts}. {number}":
        faults.append(f"a document of another request: {printed!r}, {subject!r}")
    return Message(
        recipient, str(message["Message-ID"]), hashlib.sha256(pdf).hexdigest(), version, of_texts, tuple(faults))


def text_of(pdf):
    """The texts of a document in Helvetica: its content streams, and the strings in them."""
    texts = []
    for stream in re.findall(rb"/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        content = zlib.decompressobj().decompress(stream)
        for shown in re.findall(rb"\[((?:[^\]\\]|\\.)*)\]\s*TJ|(\((?:[^)\\]|\\.)*\))\s*Tj", content):
            texts.append(b"".join(re.findall(rb"\(((?:[^)\\]|\\.)*)\)", shown[0] or shown[1])).decode("latin-1"))
    return " ".join(texts)
