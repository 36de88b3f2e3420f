//! Traces, metrics and logs that a collector of OpenTelemetry gets, from the request to the mail and the webhook.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::metrics::v1::{metric, number_data_point};
use opentelemetry_proto::tonic::trace::v1::Span;

use super::collector::{Behavior, Collector, attribute, soon};
use super::fixture::{MailFixture, wait_for};
use crate::mail::server::{Action, Step};
use crate::serve::client::{Running, rest};
use crate::tools;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";
/// Words that must not leave: of the data, of the address and of the name of the file.
const SECRETS: [&str; 4] = ["Zwetschgendatschi", "ana.prado", "mailbox.example", "ludwigs-file"];
const BODY: &str = r#"{"templateId": "invoice", "email": "ana.prado@mailbox.example",
    "filename": "ludwigs-file.pdf", "data": {"number": "Zwetschgendatschi"}}"#;

/// An endpoint that takes every call; gives the heads of calls.
fn webhook() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/outcomes", listener.local_addr().unwrap());
    let (sender, heads) = channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let (mut text, mut buffer) = (String::new(), [0; 4096]);
            while !text.ends_with('}') {
                let read = stream.read(&mut buffer).unwrap();
                text.push_str(&String::from_utf8_lossy(&buffer[..read]));
            }
            let answer = "HTTP/1.1 204 Fine\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            stream.write_all(answer.as_bytes()).unwrap();
            sender.send(text.split("\r\n\r\n").next().unwrap().to_lowercase()).unwrap();
        }
    });
    (url, heads)
}

/// A fixture with an archive, a signer where openssl is there, a webhook, and variables.
fn prepared(
    mut fixture: MailFixture,
    url: &str,
    variables: &[(&'static str, String)],
) -> MailFixture {
    std::fs::create_dir_all(fixture.project.path("archive")).unwrap();
    fixture.file("secret", "s3cret\n");
    let mut settings = format!(
        "archive: {{url: archive}}\nserve: {{webhook: '{url}', webhookSecretFile: secret}}\n"
    );
    if tools::has("openssl") {
        let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
            -keyout company.key -subj /CN=Company -days 30 -out company.pem";
        let mut openssl = Command::new("openssl");
        openssl.args(arguments.split_whitespace()).current_dir(fixture.project.path(""));
        assert!(openssl.output().unwrap().status.success());
        settings +=
            "sign: company\nsigners: {company: {certificate: company.pem, key: company.key}}\n";
    }
    fixture.settings(60, &settings);
    fixture.variables.extend(variables.iter().cloned());
    fixture
}

/// Starts the service of a fixture with workers; without, it leaves the work to others.
fn serve(fixture: &MailFixture, workers: &str) -> Running {
    let command = fixture.command(&[]);
    let set =
        command.get_envs().filter_map(|(name, value)| Some((name.to_str()?, value?.to_str()?)));
    let variables: Vec<_> = set.collect();
    Running::start_with(&fixture.project, &["--mode", "queued", "--workers", workers], &variables)
}

/// Asks for a report, with further headers.
fn generate(service: &Running, headers: &str) -> String {
    let mut stream = service.connect();
    let request = format!(
        "POST /api/reports/generate HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n{headers}\r\n{BODY}",
        service.address,
        BODY.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let answer = rest(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    answer
}

/// Names of the headers of an answer.
fn header_names(answer: &str) -> BTreeSet<String> {
    let head = answer.split("\r\n\r\n").next().unwrap();
    let names = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    names.map(|(name, _)| name.to_lowercase()).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The one span of a name.
fn span<'a>(spans: &'a [Span], name: &str) -> &'a Span {
    let named: Vec<_> = spans.iter().filter(|span| span.name == name).collect();
    let [span] = named[..] else { panic!("{name}: {named:?}") };
    span
}

fn check_parent(spans: &[Span], child: &str, parent: &str) {
    let (child, parent) = (span(spans, child), span(spans, parent));
    assert_eq!(child.parent_span_id, parent.span_id, "{} of {}", child.name, parent.name);
}

/// The sum of a counter of one process with an attribute, as it was last.
fn counted(collector: &Collector, name: &str, key: &str, value: &str) -> i64 {
    let mut last = 0;
    for (_, metric) in collector.metrics() {
        let Some(metric::Data::Sum(sum)) = metric.data.filter(|_| metric.name == name) else {
            continue;
        };
        let points = sum.data_points.iter();
        let mut points =
            points.filter(|it| attribute(&it.attributes, key).as_deref() == Some(value));
        if let Some(number_data_point::Value::AsInt(number)) = points.next().and_then(|it| it.value)
        {
            last = last.max(number);
        }
    }
    last
}

/// One request with a context, worked on by another process.
fn check_trace(fixture: MailFixture, protocol: &str) {
    let collector = Collector::start(Behavior::Takes);
    let (url, calls) = webhook();
    let fixture = prepared(fixture, &url, &collector.variables(protocol));
    let is_signed = tools::has("openssl");
    let mut service = serve(&fixture, "0");
    let context = format!("traceparent: 00-{TRACE}-{PARENT}-01\r\ntracestate: other=value\r\n");
    generate(&service, &context);
    let stored = fixture.rows()[0].request.trace_context.clone().unwrap();
    assert!(stored.starts_with(&format!("00-{TRACE}-")) && stored.ends_with("-01 other=value"));
    assert!(fixture.run(&["worker", "--once"]).status.success());
    let call = calls.recv_timeout(Duration::from_secs(60)).unwrap();
    let spans = || collector.spans().into_iter().map(|(_, span)| span).collect::<Vec<_>>();
    wait_for("the span of the webhook", || spans().iter().any(|span| span.name == "POST"));
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));

    let spans = spans();
    for one in &spans {
        assert_eq!(hexadecimal(&one.trace_id), TRACE, "{one:?}");
    }
    let server = span(&spans, "POST /api/reports/generate");
    assert_eq!(hexadecimal(&server.parent_span_id), PARENT);
    assert_eq!(server.trace_state, "other=value");
    let of_server = |key| attribute(&server.attributes, key);
    assert_eq!(of_server("http.request.method").as_deref(), Some("POST"));
    assert_eq!(of_server("http.route").as_deref(), Some("/api/reports/generate"));
    assert_eq!(of_server("http.response.status_code").as_deref(), Some("202"));
    check_parent(&spans, "send reports", "POST /api/reports/generate");
    check_parent(&spans, "process reports", "send reports");
    for step in ["receive reports", "render", "record intent", "send mail", "settle reports"] {
        check_parent(&spans, step, "process reports");
    }
    check_parent(&spans, "archive", "render");
    if is_signed {
        check_parent(&spans, "sign", "render");
    }
    let process = span(&spans, "process reports");
    assert_eq!(attribute(&process.attributes, "reportctl.outcome").as_deref(), Some("delivered"));
    assert_eq!(attribute(&process.attributes, "reportctl.template").as_deref(), Some("invoice"));
    for step in spans.iter().filter(|span| span.parent_span_id == process.span_id) {
        assert!(step.start_time_unix_nano <= step.end_time_unix_nano, "{step:?}");
    }
    // The webhook continues the trace.
    check_parent(&spans, "POST", "send reports");
    let of_call = hexadecimal(&span(&spans, "POST").span_id);
    assert!(call.contains(&format!("traceparent: 00-{TRACE}-{of_call}-01")), "{call}");
    assert!(call.contains("tracestate: other=value"), "{call}");
    let mail = String::from_utf8_lossy(&fixture.server.received()[0].bytes).to_lowercase();
    assert!(!mail.contains("traceparent"), "{mail}");

    // Two processes, of which each says who it is.
    let instances: BTreeSet<_> = collector
        .spans()
        .iter()
        .map(|(resource, _)| {
            let of = |key| attribute(&resource.attributes, key);
            assert_eq!(of("service.name").as_deref(), Some("reportctl"));
            assert_eq!(of("deployment.environment.name").as_deref(), Some("test"));
            of("service.instance.id").unwrap()
        })
        .collect();
    assert_eq!(instances.len(), 2);

    let answered = collector.logs().into_iter().find(|record| {
        attribute(&record.attributes, "route").as_deref() == Some("/api/reports/generate")
    });
    let answered = answered.unwrap();
    assert_eq!((&answered.trace_id, &answered.span_id), (&server.trace_id, &server.span_id));
    assert_eq!(attribute(&answered.attributes, "status").as_deref(), Some("202"));

    assert_eq!(counted(&collector, "reportctl_mails", "outcome", "delivered"), 1);
    assert_eq!(counted(&collector, "reportctl_webhook_calls", "outcome", "delivered"), 1);
    assert_eq!(counted(&collector, "reportctl_http_requests", "route", "/api/reports/generate"), 1);
    assert_eq!(counted(&collector, "reportctl_telemetry_dropped", "signal", "traces"), 0);
    let metrics = collector.metrics();
    let histogram = metrics.iter().rev().find_map(|(_, metric)| match &metric.data {
        Some(metric::Data::Histogram(all))
            if metric.name == "reportctl_render_duration_seconds" =>
        {
            all.data_points.first().filter(|point| point.count > 0).cloned()
        }
        _ => None,
    });
    let histogram = histogram.unwrap();
    assert_eq!(histogram.bucket_counts.len(), histogram.explicit_bounds.len() + 1);
    assert_eq!(histogram.bucket_counts.iter().sum::<u64>(), histogram.count);

    check_secrets(&collector);
}

/// No byte that was exported is of the data, the address or the name of the file.
fn check_secrets(collector: &Collector) {
    assert!(!collector.exports().is_empty());
    for export in collector.exports() {
        assert!(export.head.contains("x-key: collector key"), "{}", export.head);
        let text = String::from_utf8_lossy(&export.body).into_owned();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret} in {} {text}", export.path);
        }
    }
}

#[test]
fn one_trace_leads_from_the_request_to_mail_and_webhook() {
    check_trace(MailFixture::new(), "http/protobuf");
}

#[test]
fn one_trace_leads_through_a_queue_in_postgresql() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    check_trace(fixture, "http/json");
}

#[test]
fn nothing_is_exported_without_the_variables() {
    let collector = Collector::start(Behavior::Takes);
    let mut disabled = collector.variables("http/protobuf");
    disabled.push(("OTEL_SDK_DISABLED", "true".to_owned()));
    let context = format!("traceparent: 00-{TRACE}-{PARENT}-01\r\n");
    let mut names = Vec::new();
    for variables in [soon(), disabled, collector.variables("http/protobuf")] {
        let is_last = names.len() == 2;
        let (url, calls) = webhook();
        let fixture = prepared(MailFixture::new(), &url, &variables);
        let mut service = serve(&fixture, "0");
        names.push(header_names(&generate(&service, &context)));
        assert_eq!(fixture.rows()[0].request.trace_context.is_some(), is_last);
        assert!(fixture.run(&["worker", "--once"]).status.success());
        let call = calls.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!(call.contains("traceparent"), is_last, "{call}");
        service.terminate();
        assert_eq!(service.child.wait().unwrap().code(), Some(0));
        assert_eq!(collector.exports().is_empty(), !is_last);
    }
    // A trace adds nothing to the answer.
    assert_eq!((&names[0], &names[1]), (&names[2], &names[2]));
}

#[test]
fn a_context_that_breaks_the_rules_begins_a_trace() {
    let collector = Collector::start(Behavior::Takes);
    let (url, _calls) = webhook();
    let fixture = prepared(MailFixture::new(), &url, &collector.variables("http/protobuf"));
    let service = serve(&fixture, "0");
    let long = format!("tracestate: a={}\r\n", "b".repeat(600));
    for wrong in [
        format!("traceparent: 00-{TRACE}-{PARENT}\r\n"),
        format!("traceparent: 00-{}-{PARENT}-01\r\n", TRACE.to_uppercase()),
        format!("traceparent: 00-{}-{PARENT}-01\r\n", "0".repeat(32)),
        format!("traceparent: ff-{TRACE}-{PARENT}-01\r\n"),
        format!("traceparent: 00-{TRACE}-{PARENT}-01-{}\r\n", "x".repeat(8000)),
        format!("traceparent: 00-{TRACE}-{PARENT}-01\r\n{long}"),
    ] {
        generate(&service, &wrong);
    }
    let servers = || {
        let spans = collector.spans().into_iter().map(|(_, span)| span);
        spans.filter(|span| span.name.starts_with("POST /")).collect::<Vec<_>>()
    };
    wait_for("six spans", || servers().len() == 6);
    let continued = |span: &&Span| hexadecimal(&span.trace_id) == TRACE;
    let all = servers();
    let continued: Vec<_> = all.iter().filter(continued).collect();
    assert_eq!(continued.len(), 1, "that with a `tracestate` that is too long: {all:?}");
    assert_eq!(continued[0].trace_state, "");
    for row in fixture.rows() {
        assert!(row.request.trace_context.unwrap().len() == 55);
    }
}

#[test]
fn a_collector_that_hangs_delays_neither_answers_nor_the_end() {
    let collector = Collector::start(Behavior::Hangs);
    let (url, _calls) = webhook();
    let mut variables = collector.variables("http/protobuf");
    variables.push(("OTEL_BSP_MAX_QUEUE_SIZE", "8".to_owned()));
    let fixture = prepared(MailFixture::new(), &url, &variables);
    let mut service = serve(&fixture, "0");
    let started = Instant::now();
    for _ in 0..40 {
        assert!(service.ask("GET", "/api/templates", "").starts_with("HTTP/1.1 200"));
    }
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    let metrics = service.ask("GET", "/metrics", "");
    let full = r#"reportctl_telemetry_dropped_total{signal="traces",reason="queueFull"} "#;
    let dropped = metrics.split_once(full).unwrap().1.lines().next().unwrap();
    assert_eq!(dropped, "32", "{metrics}");
    (0..3).for_each(|_| drop(generate(&service, "")));
    let started = Instant::now();
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    // Three seconds for the collector, and what a busy machine takes.
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    assert!(!collector.exports().is_empty());

    let started = Instant::now();
    assert!(fixture.run(&["worker", "--once"]).status.success());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(fixture.server.count(), 3);
}

#[test]
fn failures_are_exported_as_codes() {
    let collector = Collector::start(Behavior::Takes);
    let (url, _calls) = webhook();
    let fixture = prepared(MailFixture::new(), &url, &collector.variables("http/protobuf"));
    let refusal = "550 5.1.1 <ana.prado@mailbox.example> is unknown";
    fixture.server.always(Step::Rcpt, Action::Say(refusal));
    let mut service = serve(&fixture, "1");
    let ended = |code: &str| {
        let rows = fixture.rows();
        rows.iter().any(|row| row.error_code.as_deref() == Some(code))
    };
    generate(&service, "");
    wait_for("the refusal of the address", || ended("mailRefused"));
    // No font has the sign; the error quotes the text around it, which is of the data.
    fixture.template("Invoice {number} \u{a9c1}");
    generate(&service, "");
    wait_for("the refusal of the document", || ended("unsupportedGlyph"));
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    let messages: Vec<_> = fixture.rows().into_iter().filter_map(|row| row.error_message).collect();
    assert!(messages.iter().any(|text| text.contains("ana.prado")), "{messages:?}");
    assert!(messages.iter().any(|text| text.contains("Zwetschgendatschi")), "{messages:?}");
    let spans: Vec<_> = collector.spans().into_iter().map(|(_, span)| span).collect();
    for (name, code) in [
        ("send mail", "mailRefused"),
        ("process reports", "mailRefused"),
        ("render", "unsupportedGlyph"),
        ("process reports", "unsupportedGlyph"),
    ] {
        let failed = spans.iter().find(|span| {
            let kind = attribute(&span.attributes, "error.type");
            span.name == name && kind.as_deref() == Some(code)
        });
        let status = failed.unwrap_or_else(|| panic!("{name} {code}: {spans:?}")).status.as_ref();
        assert_eq!(status.map(|status| (status.code, status.message.as_str())), Some((2, "")));
    }
    check_secrets(&collector);
}

#[test]
fn exports_that_fail_are_counted_and_reported_once() {
    let collector = Collector::start(Behavior::Refuses(400));
    let (url, _calls) = webhook();
    let fixture = prepared(MailFixture::new(), &url, &collector.variables("http/protobuf"));
    let service = serve(&fixture, "0");
    for _ in 0..3 {
        service.ask("GET", "/api/templates", "");
        thread::sleep(Duration::from_millis(150));
    }
    let failed = r#"reportctl_telemetry_dropped_total{signal="traces",reason="exportFailed"} 3"#;
    wait_for("three failures", || service.ask("GET", "/metrics", "").contains(failed));
    let log = service.log_with("traces cannot be exported");
    assert_eq!(log.matches("traces cannot be exported").count(), 1, "{log}");
    assert!(log.contains("status code: 400"), "{log}");
}

#[test]
fn a_protocol_that_is_not_spoken_is_refused() {
    let mut fixture = MailFixture::new();
    fixture.variables = vec![
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4317".to_owned()),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc".to_owned()),
    ];
    let output = fixture.run(&["serve", "--listen", "127.0.0.1:0"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("OTEL_EXPORTER_OTLP_PROTOCOL is `grpc`"), "{said}");
    assert!(said.contains("http/protobuf"), "{said}");
}
