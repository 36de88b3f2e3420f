"""What must hold at the end of a run: mail server, queue, log and archive agree.

Memory is a few hundred bytes for each request; all times are in proportion to the number of requests.
"""

import collections
import hashlib
import json
import random
import re
import sys
import typing

import messages

# Mailed documents that are compared with the bucket, and those of them that are read through `archive get` too. All are
# compared with the log, and the log by `archive verify` with the archive.
SAMPLE, READ = 300, 20


class Row(typing.NamedTuple):
    """A request of the queue."""

    email: str
    status: str
    code: str | None
    message: str | None


class Entry(typing.NamedTuple):
    """A delivery of the log."""

    sha256: str
    message: str
    template: str


class Comparison:
    """`counts` of outcomes, `versions` of the template in documents, `reasons` of unknown deliveries."""

    def __init__(self, one):
        self.one, self.violate = one, one.violate
        self.counts, self.versions, self.reasons = (collections.Counter() for _ in range(3))
        # Archived documents that `queue retry` sent with texts of a later version.
        self.later_texts = 0

    def compare(self):
        accepted = self._accepted()
        rows = self._rows()
        delivered = self._delivered()
        archived = self.one.bucket.keys()
        # Documents of unknown deliveries are compared too, because the log may not have them.
        sample = {id for id, row in rows.items() if row.code == "deliveryUnknown"}
        done = sorted(id for id, row in rows.items() if row.status == "done")
        sample.update(random.Random(self.one.options.seed).sample(done, min(SAMPLE, len(done))))
        for id, row in rows.items():
            self._outcome(id, row, accepted.get(row.email, ()), delivered.get(id, ()))
            for message in accepted.pop(row.email, ()):
                self._document(id, row, message, delivered.get(id, ()))
                if id not in archived:
                    self.violate(f"{row.email}: mailed, and not archived")
                elif id in sample and hashed(self.one.bucket.document(archived[id])) != message.sha256:
                    self.violate(f"{row.email}: the archived document is another one than the mailed one")
        for recipient in accepted:
            self.violate(f"{recipient} got a message without a request")
        self._archive(sum(1 for entries in delivered.values() if entries))
        self._read([id for id in done if id in sample][:READ], archived)

    def _accepted(self):
        """Messages by their recipient. None is there twice."""
        accepted, names = collections.defaultdict(list), set()
        for message in messages.read(self.one.servers.file):
            accepted[message.recipient].append(message)
            if message.name in names:
                self.violate(f"message {message.name} was accepted again")
            names.add(message.name)
        for recipient, all_of_it in accepted.items():
            if len(all_of_it) > 1:
                self.violate(f"{recipient} got {len(all_of_it)} messages")
        return accepted

    def _rows(self):
        """Requests of the queue by their id. All that were added are there, and no others."""
        rows = {
            row["id"]: Row(row["email"], sys.intern(row["status"]), row["errorCode"], row["errorMessage"])
            for row in self.one.rows()
        }
        for number in range(self.one.options.requests):
            if self.one.feeder.ids.get(number) not in rows:
                self.violate(f"request {number} is lost: {self.one.feeder.ids.get(number)}")
        if len(rows) != self.one.options.requests:
            self.violate(f"the queue has {len(rows)} requests instead of {self.one.options.requests}")
        return rows

    def _delivered(self):
        delivered = collections.defaultdict(list)
        for line in self.one.lines("log", "--json"):
            entry = json.loads(line)
            if entry["outcome"] == "delivered":
                found = Entry(entry["sha256"], entry["messageId"], sys.intern(entry["templateHash"]))
                delivered[entry["request"]].append(found)
        return delivered

    def _outcome(self, id, row, accepted, entries):
        if row.status == "done":
            self.counts["done"] += 1
            if len(accepted) != 1:
                self.violate(f"{row.email} is done, and {len(accepted)} messages were accepted")
            if len(entries) != 1:
                self.violate(f"{row.email} is done, and the log has {len(entries)} deliveries")
        elif row.code == "deliveryUnknown":
            self.counts["unknown"] += 1
            self.counts["unknown, accepted"] += len(accepted)
            self.reasons[re.split(r"[;(]", row.message)[0].strip()[:60]] += 1
            self.counts["unknown, accepted, and the log has it"] += bool(entries)
            if entries and not accepted:
                self.violate(f"{row.email} is logged as delivered, and was not accepted")
        else:
            self.violate(f"{row.email} ended as {row.status} {row.code}: {row.message}")

    def _document(self, id, row, message, entries):
        """A message and its document with the log."""
        who = row.email
        self.versions[message.version] += 1
        for fault in message.faults:
            self.violate(f"{who}: {fault}")
        for entry in entries:
            if entry.sha256 != message.sha256 or entry.message not in message.name:
                self.violate(f"{who}: the log has another document or message than was mailed")
        if message.version != message.of_texts:
            # An archived document whose version no machine had any more: `queue retry` takes the texts that there are.
            self.later_texts += 1
            if id not in self.one.retried or message.of_texts < message.version:
                self.violate(f"{who}: the document says V{message.version}, and the mail V{message.of_texts}")
            return
        for entry in entries:
            if entry.template != self.one.repository.hashes.get(message.version):
                self.violate(f"{who}: the document says V{message.version}, and the log has the hash {entry.template}")

    def _archive(self, logged):
        verified = json.loads(self.one.command("archive", "verify", "--json", codes=(0, 7)))
        self.counts["archived, in the log"] = verified["documents"]
        self.counts["archived, not in the log"] = verified["unlogged"]
        if self.one.code != 0:
            self.violate(f"archive verify: {json.dumps(verified)[:2000]}")
        if verified["documents"] < logged:
            self.violate(f"archive verify found {verified['documents']} documents of {logged} deliveries of the log")
        unknown = self.counts["unknown"]
        if verified["unlogged"] > unknown:
            self.violate(f"{verified['unlogged']} documents are not in the log, and {unknown} deliveries are unknown")

    def _read(self, ids, archived):
        for id in ids:
            file = self.one.folder / "sample.pdf"
            file.unlink(missing_ok=True)
            self.one.command("archive", "get", id, "-o", str(file))
            if file.read_bytes() != self.one.bucket.document(archived[id]):
                self.violate(f"archive get {id} wrote another document")


def hashed(content):
    return hashlib.sha256(content or b"").hexdigest()
