#!/usr/bin/env python3
"""Receives traces over OTLP as JSON (OTEL_EXPORTER_OTLP_PROTOCOL=http/json), and prints a line for each span.

    traces.py [PORT]        4318 without one

The columns are trace, service, span, milliseconds, and the report where the span is about one. This is for a first
try on one machine, which docs/run.md describes; elsewhere a collector of OpenTelemetry or a viewer takes its place.
"""

import http.server
import json
import sys
import typing


class Span(typing.NamedTuple):
    """An operation that ended."""

    trace: str
    service: str
    name: str
    milliseconds: float
    # Id of the report; empty where the span is not about one.
    report: str


def attributes(described):
    return {found["key"]: found["value"].get("stringValue") for found in described.get("attributes", [])}


def spans_of(content):
    """The spans of an export."""
    for sender in content["resourceSpans"]:
        service = attributes(sender["resource"])["service.name"]
        for span in (span for scope in sender["scopeSpans"] for span in scope["spans"]):
            nanoseconds = int(span["endTimeUnixNano"]) - int(span["startTimeUnixNano"])
            report = attributes(span).get("messaging.message.id") or ""
            yield Span(span["traceId"], service, span["name"], nanoseconds / 1e6, report)


class Receiver(http.server.ThreadingHTTPServer):
    """A server that passes each span to `keep`."""

    def __init__(self, port, keep):
        self.keep = keep
        super().__init__(("127.0.0.1", port), Export)


class Export(http.server.BaseHTTPRequestHandler):
    """A request to the receiver."""

    def do_POST(self):  # noqa: N802: the name that the library asks for
        content = self.rfile.read(int(self.headers["content-length"]))
        if self.path != "/v1/traces" or self.headers.get_content_type() != "application/json":
            message = "this receiver takes traces as JSON: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json, and " \
                "OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER to none"
            print(f"refused {self.path}: {message}", file=sys.stderr, flush=True)
            self.send_error(415, message)
            return
        for span in spans_of(json.loads(content)):
            self.server.keep(span)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def show(span):
    print(span.trace, span.service, span.name, f"{span.milliseconds:.1f}", span.report, sep="\t", flush=True)


if __name__ == "__main__":
    Receiver(int(sys.argv[1]) if len(sys.argv) > 1 else 4318, show).serve_forever()
