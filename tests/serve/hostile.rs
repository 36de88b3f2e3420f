//! Two tenants whose requests cost as much as they can, and a third whose documents are made all the
//! same. Their inputs were found by an attacker: each took minutes, and no limit ended it.
//!
//! The time that they attack comes from the environment, so that the usual run is short:
//! `REPORTCTL_TEST_HOSTILE_SECONDS`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::client::{Running, rest};
use crate::project::Project;

/// Requests of each hostile tenant at one time.
const AT_ONE_TIME: usize = 4;

/// Time limit of a document.
const LIMIT: Duration = Duration::from_secs(5);

/// A preview of these fields, with these further keys of the template.
fn preview(fields: Vec<Json>, keys: Json, data: &Json) -> String {
    let mut template =
        json!({"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": fields});
    if let Json::Object(keys) = keys {
        template.as_object_mut().unwrap().extend(keys);
    }
    json!({"template": template, "bindings": [], "data": data}).to_string()
}

fn field(kind: &str, index: usize, keys: Json) -> Json {
    let mut field = json!({"id": format!("f{index}"), "name": format!("f{index}"), "type": kind,
        "x": 1, "y": 1, "width": 9, "height": 9});
    if let Json::Object(keys) = keys {
        field.as_object_mut().unwrap().extend(keys);
    }
    field
}

fn svg(content: &str) -> String {
    let content =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{content}</svg>"#);
    preview(vec![field("svg", 0, json!({"content": content}))], json!({}), &json!({}))
}

fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, index| {
        let _ = write!(all, "{}", part(index));
        all
    })
}

/// Requests that took minutes, by what costs.
fn attacks() -> Vec<(&'static str, String)> {
    let many = |count: usize, kind: &str, keys: &dyn Fn(usize) -> Json| {
        (0..count).map(|index| field(kind, index, keys(index))).collect::<Vec<_>>()
    };
    let none = json!({});
    let pictures = many(60_000, "image", &|index| json!({"content": format!("lib:{index}.png")}));
    let styled =
        many(30_000, "text", &|index| json!({"content": "a", "style": format!("stile{index}")}));
    let styles: BTreeMap<String, Json> =
        (0..1_000).map(|index| (format!("style{index}"), json!({"bold": true}))).collect();
    let linked =
        many(15_000, "text", &|index| json!({"content": "a", "link": format!("#g{index}")}));
    let attachment = json!({"name": "a.txt", "source": "a", "mimeType": "text/plain"});
    let attachments = json!({"pdf": {"attachments": vec![attachment; 20_000]}});
    let defs: BTreeMap<String, Json> =
        (0..20_000).map(|index| (format!("d{index}"), json!("SUM((("))).collect();
    let rows = vec![json!({"a": 1}); 20_000];
    let table = json!({"head": ["a"], "content": [["{SUM($root.rows.a)}"]], "columnWidths": [90]});
    let mut squared: Json = serde_json::from_str(&preview(
        vec![field("table", 0, table)],
        json!({}),
        &json!({"rows": rows}),
    ))
    .unwrap();
    squared["bindings"] =
        json!([{"schemaName": "f0", "type": "array", "path": "rows", "columns": []}]);
    let dashes = each(50_000, |_| "1 2 ".to_owned());
    let paths = each(5_000, |_| r#"<path d="M0 0h9"/>"#.to_owned());
    vec![
        ("names of files of the library", preview(pictures, json!({}), &none)),
        ("attributes", svg(&format!("<g {}/>", each(200_000, |index| format!("a{index}='' "))))),
        (
            "namespaces",
            svg(&format!(
                "{}{}",
                each(30_000, |index| format!("<g xmlns:a{index}='b'>")),
                "</g>".repeat(30_000)
            )),
        ),
        ("names of styles", preview(styled, json!({"styles": styles}), &none)),
        ("links", preview(linked, json!({}), &none)),
        ("attachments of one name", preview(Vec::new(), attachments, &none)),
        ("definitions", preview(Vec::new(), json!({"defs": defs}), &none)),
        ("addresses as colours", svg(&format!("<path fill='{}'/>", "url()".repeat(11_000)))),
        (
            "inherited dashes",
            svg(&format!("<g stroke='red' stroke-dasharray='{dashes}'>{paths}</g>")),
        ),
        ("sums in rows", squared.to_string()),
    ]
}

fn token(project: &Project, tenant: &str) -> String {
    let arguments =
        ["token", "create", "--tenant", tenant, "--scope", "templates:write,reports:render"];
    let run = project.run(arguments).succeeds();
    String::from_utf8(run.stdout).unwrap().trim().to_owned()
}

/// The status of the answer, or 0 when the connection broke, and the whole of it.
fn ask(service: &Running, token: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = service.connect();
    stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        service.address,
        body.len()
    );
    // A service that refuses a body need not read all of it.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    let answer = rest(&mut stream);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, answer)
}

#[test]
#[expect(clippy::print_stderr, reason = "a measurement says what it found")]
fn two_hostile_tenants_do_not_hold_up_a_third() {
    let seconds = std::env::var("REPORTCTL_TEST_HOSTILE_SECONDS").ok();
    let time = Duration::from_secs(seconds.and_then(|text| text.parse().ok()).unwrap_or(4));
    let settings = format!(
        "serve: {{previewSeconds: {0}, requestSeconds: {0}, maxMemoryBytes: 300000000}}\n",
        LIMIT.as_secs()
    );
    let project = Project::new().file("reportctl.yaml", &settings);
    let tokens = ["mallory", "trudy", "ana"].map(|tenant| token(&project, tenant));
    let service = Running::start(&project, &[]);
    let [mallory, trudy, ana] = &tokens;
    let stored = json!({"id": "a", "name": "A", "template": {"page": {"width": 50, "height": 50},
        "schemas": [field("text", 0, json!({"content": "{a}"}))]}, "bindings": []});
    let (status, answer) = ask(&service, ana, "/api/templates", &stored.to_string());
    assert_eq!(status, 201, "{answer}");

    let attacks = attacks();
    let (start, outcomes) = (Instant::now(), Mutex::new(BTreeMap::new()));
    let mut times = Vec::new();
    thread::scope(|threads| {
        for attacker in 0..2 * AT_ONE_TIME {
            let (token, attacks, service) = ([mallory, trudy][attacker % 2], &attacks, &service);
            let outcomes = &outcomes;
            threads.spawn(move || {
                let order = (attacker * 3..).map(|index| &attacks[index % attacks.len()]);
                for (name, body) in order.take_while(|_| start.elapsed() < time) {
                    let begun = Instant::now();
                    let (status, answer) = ask(service, token, "/api/reports/preview", body);
                    assert!([200, 422, 429, 503, 504].contains(&status), "{name}: {answer}");
                    let outcome = (begun.elapsed(), status);
                    outcomes.lock().unwrap().entry(*name).or_insert_with(Vec::new).push(outcome);
                }
            });
        }
        while start.elapsed() < time {
            let begun = Instant::now();
            let (status, answer) =
                ask(&service, ana, "/api/templates/a/render", r#"{"data": {"a": 1}}"#);
            times.push(begun.elapsed());
            assert_eq!(status, 200, "{answer}");
            thread::sleep(Duration::from_millis(20));
        }
    });

    times.sort();
    let share = |part: usize| times[(times.len() * part / 1000).min(times.len() - 1)];
    let worst = times[times.len() - 1];
    eprintln!(
        "{} documents of the third in {:?}: median {:?}, p99 {:?}, longest {worst:?}",
        times.len(),
        time,
        share(500),
        share(990)
    );
    for (name, outcomes) in outcomes.into_inner().unwrap() {
        let statuses: BTreeMap<u16, usize> =
            outcomes.iter().fold(BTreeMap::new(), |mut all, (_, status)| {
                *all.entry(*status).or_default() += 1;
                all
            });
        let longest = outcomes.iter().map(|(time, _)| *time).max().unwrap_or_default();
        eprintln!("  {name}: longest {longest:?}, {statuses:?}");
    }
    assert!(share(990) < Duration::from_secs(1), "p99 {:?}", share(990));
    let (status, answer) = ask(&service, ana, "/api/templates/a/render", r#"{"data": {"a": 1}}"#);
    assert_eq!(status, 200, "{answer}");
}
