//! Rendering in child processes: what ends one costs one document, and a child reaches nothing.
//!
//! The number of requests of which some kill their child comes from the environment, so that the usual
//! run is short: `REPORTCTL_TEST_KILLED_REQUESTS`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reportctl::Fonts;
use reportctl::Workspace;
use reportctl::config::{Config, Settings};
use reportctl::delivery::isolation::Renderer;
use reportctl::delivery::mail::MailOptions;
use reportctl::delivery::queue::NewRequest;
use reportctl::delivery::worker::{Facts, MessageBuilder, Prepare};
use reportctl::documents::Generator;
use uuid::Uuid;

use super::client::{Client, Running, request, rest};
use super::service::document;
use crate::project::Project;

const RENDER: &str = "/api/templates/a/render";
const DATA: &str = r#"{"data": {}}"#;

fn project(settings: &str) -> Project {
    Project::new().file("reportctl.yaml", settings)
}

/// A running service with a template `a`, which has rendered once.
fn running(project: &Project) -> Running {
    let service = Running::start(project, &[]);
    let created = service.ask("POST", "/api/templates", &document("A", "a"));
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    assert!(render(&service).starts_with("HTTP/1.1 200"));
    service
}

fn render(service: &Running) -> String {
    service.ask("POST", RENDER, DATA)
}

/// A child makes tables; the service writes the workbook, because its writer starts threads.
#[test]
fn tables_come_from_a_child_as_csv_and_as_workbook() {
    let project = project("{}");
    let service = running(&project);
    let table = r#"{"name": "T", "template": {"page": {"width": 210, "height": 297}, "schemas": [
        {"id": "t", "name": "t", "type": "table", "x": 10, "y": 20, "width": 100, "height": 20,
         "head": ["A"], "content": [["b"]]}]}, "bindings": []}"#;
    let created = service.ask("POST", "/api/templates", table);
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    let ask = |accept: &str| {
        let path = "/api/templates/t/render";
        let request = request(&service.address, "POST", path, DATA, "close");
        let mut stream = service.connect();
        let accept = format!("\r\nAccept: {accept}\r\n");
        stream.write_all(request.replacen("\r\n", &accept, 1).as_bytes()).unwrap();
        rest(&mut stream)
    };
    let csv = ask("text/csv");
    assert!(csv.starts_with("HTTP/1.1 200") && csv.ends_with("\r\n\r\nA\nb\n"), "{csv}");
    let book = ask("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    assert!(book.starts_with("HTTP/1.1 200") && book.contains("\r\n\r\nPK"), "{book}");
}

/// The children of a process that render.
fn children(parent: u32) -> BTreeSet<u32> {
    let parent = parent.to_string();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter(|number| {
            let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            // Behind the name, which is in parentheses: the state, and the parent.
            let rest = stat.rsplit_once(") ").map(|(_, rest)| rest).unwrap_or_default();
            let mut words = rest.split(' ');
            words.next() != Some("Z") && words.next() == Some(parent.as_str())
        })
        .collect()
}

fn signal(name: &str, processes: &BTreeSet<u32>) {
    let processes = processes.iter().map(u32::to_string);
    // One that has ended meanwhile is no fault.
    let _ = Command::new("kill").arg(name).args(processes).stderr(Stdio::null()).status().unwrap();
}

fn until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_child_has_no_privileges_few_system_calls_and_no_environment() {
    let project = project("serve: {maxMemoryBytes: 50000000}\n");
    let variables = [("REPORTCTL_SMTP_PASSWORD", "hunter2")];
    let service = Running::start_with(&project, &[], &variables);
    let log = service.log_with("isolation");
    assert!(log.contains("processes with limits"), "{log}");
    let children = children(service.child.id());
    assert_eq!(children.len(), 1);
    for child in children {
        let read = |name: &str| fs::read_to_string(format!("/proc/{child}/{name}"));
        let status = read("status").unwrap();
        assert!(status.contains("NoNewPrivs:\t1\n"), "{status}");
        if log.contains("seccomp") && !log.contains("lacks") {
            assert!(status.contains("Seccomp:\t2\n"), "{status}");
        }
        let limits = read("limits").unwrap();
        let soft = |name: &str| {
            let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
            line[name.len()..].split_whitespace().next().unwrap().parse::<u64>().unwrap()
        };
        assert_eq!(soft("Max core file size"), 0);
        assert!(soft("Max open files") <= 8 && soft("Max file size") <= 1 << 20, "{limits}");
        assert!(soft("Max address space") < 400_000_000, "{limits}");
        assert!(soft("Max cpu time") < 1000, "{limits}");
        // Readable for the owner alone, as long as the child may not be traced.
        if let Ok(environment) = read("environ") {
            assert_eq!(environment, "");
        }
    }
}

#[test]
fn a_child_that_is_killed_costs_its_document_and_no_other() {
    let project = project("");
    let service = running(&project);
    let mut ids = BTreeSet::new();
    for _ in 0..3 {
        let stopped = children(service.child.id());
        signal("-STOP", &stopped);
        let (answer, others) = thread::scope(|threads| {
            let killed = threads.spawn(|| render(&service));
            until("the document is begun", || {
                service.ask("GET", "/metrics", "").contains("reportctl_renders_running 1\n")
            });
            // The child has the job a moment later.
            thread::sleep(Duration::from_millis(700));
            // Others get a child of their own meanwhile.
            let others: Vec<String> = (0..2).map(|_| render(&service)).collect();
            signal("-KILL", &stopped);
            (killed.join().unwrap(), others)
        });
        assert!(answer.starts_with("HTTP/1.1 500") && answer.contains("renderCrashed"), "{answer}");
        assert!(others.iter().all(|other| other.starts_with("HTTP/1.1 200")), "{others:?}");
        let id = answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert!(service.log_with(&id).contains("ended while it rendered"));
        ids.insert(id);
    }
    assert_eq!(ids.len(), 3);
    // Those that wait for work are replaced without a trace.
    signal("-KILL", &children(service.child.id()));
    until("they are gone", || children(service.child.id()).is_empty());
    for _ in 0..3 {
        assert!(render(&service).starts_with("HTTP/1.1 200"));
    }
}

#[test]
fn a_child_that_hangs_is_killed_when_the_time_of_its_document_is_over() {
    let project = project("timeoutSeconds: 0.5\n");
    let service = running(&project);
    let stopped = children(service.child.id());
    signal("-STOP", &stopped);
    let answer = render(&service);
    assert!(answer.starts_with("HTTP/1.1 504") && answer.contains("timeLimit"), "{answer}");
    assert!(children(service.child.id()).is_disjoint(&stopped));
    assert!(render(&service).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_child_is_killed_when_its_client_leaves() {
    let project = project("");
    let service = running(&project);
    let stopped = children(service.child.id());
    signal("-STOP", &stopped);
    let mut stream = service.connect();
    let whole = request(&service.address, "POST", RENDER, DATA, "close");
    stream.write_all(whole.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(children(service.child.id()), stopped);
    drop(stream);
    until("the child goes", || children(service.child.id()).is_disjoint(&stopped));
    assert!(render(&service).starts_with("HTTP/1.1 200"));
}

#[test]
fn children_end_with_their_service() {
    let project = project("");
    let mut service = running(&project);
    let before = children(service.child.id());
    assert!(!before.is_empty());
    service.terminate();
    service.child.wait().unwrap();
    let is_gone = |process: &u32| !fs::exists(format!("/proc/{process}")).unwrap();
    until("they end", || before.iter().all(is_gone));
    // Also with one that has no time for good-byes.
    let mut service = running(&project);
    let before = children(service.child.id());
    service.child.kill().unwrap();
    service.child.wait().unwrap();
    until("they end", || before.iter().all(is_gone));
}

#[test]
fn a_signal_to_the_group_is_for_the_service_alone() {
    let project = project("");
    let service = running(&project);
    let before = children(service.child.id());
    for name in ["-TERM", "-INT", "-HUP"] {
        signal(name, &before);
    }
    assert!(render(&service).starts_with("HTTP/1.1 200"));
    assert_eq!(children(service.child.id()), before);
}

#[test]
fn without_isolation_there_are_no_children() {
    let project = project("isolation: none\n");
    let service = running(&project);
    assert!(service.log_with("isolation").contains("none"));
    assert!(children(service.child.id()).is_empty());
}

/// A template whose document takes seconds, and data for it.
fn slow() -> (String, String) {
    let template = r#"{"name": "Slow", "template": {"extensions": 1, "page": {"width": 100,
        "height": 100}, "schemas": [{"id": "r", "name": "rows", "type": "table", "x": 1, "y": 1, "width": 90,
        "height": 9, "head": ["a"], "content": [["{SUM($root.rows.a)}"]], "columnWidths": [90]}]},
        "bindings": [{"schemaName": "rows", "type": "array", "path": "rows", "columns": []}]}"#;
    let rows = vec![r#"{"a": 1}"#; 3000].join(",");
    (template.to_owned(), format!(r#"{{"rows": [{rows}]}}"#))
}

#[test]
fn a_row_whose_children_die_twice_ends_with_the_reason_and_the_worker_goes_on() {
    let (template, data) = slow();
    let project = project("").template("slow", &template).template("a", &document("A", "a"));
    let service = Running::start(&project, &["--mode", "queued", "--workers", "1"]);
    let generate = |template: &str, data: &str| {
        let body = format!(
            r#"{{"templateId": "{template}", "email": "ana@example.org", "data": {data}}}"#
        );
        let answer = service.ask("POST", "/api/reports/generate", &body);
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
        answer.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let state = |id: &str| service.ask("GET", &format!("/api/reports/{id}"), "");
    let id = generate("slow", &data);
    until("the row ends", || {
        // Whatever renders is killed, also the next one.
        let busy = children(service.child.id()).into_iter().filter(|child| {
            let stat = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            stat.contains(") R ")
        });
        signal("-KILL", &busy.collect());
        thread::sleep(Duration::from_millis(100));
        !state(&id).contains("\"pending\"")
    });
    let ended = state(&id);
    assert!(ended.contains("renderCrashed") && ended.contains("died"), "{ended}");
    let id = generate("a", "{}");
    until("the next row is sent", || state(&id).contains("\"done\""));
    assert_eq!(super::port::messages(&project), 1);
}

#[test]
fn what_is_no_job_ends_a_child() {
    for first in
        [b"GET / HTTP/1.1\r\n\r\n".as_slice(), b"", b"rctl\xff\xff\xff\xff\xff\xff\xff\xff"]
    {
        let (socket, other) = UnixStream::pair().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .arg("render-child")
            .stdin(OwnedFd::from(other))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        (&socket).write_all(first).unwrap();
        socket.shutdown(std::net::Shutdown::Write).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.success(), first.is_empty(), "{first:?}: {status}");
        assert_eq!(rest_of(&socket), "");
    }
}

fn rest_of(socket: &UnixStream) -> String {
    std::io::read_to_string(socket).unwrap()
}

#[test]
fn an_answer_to_a_closed_connection_harms_nothing() {
    let project = project("");
    let service = running(&project);
    for _ in 0..20 {
        let mut stream = service.connect();
        let whole = request(&service.address, "POST", RENDER, DATA, "close");
        stream.write_all(whole.as_bytes()).unwrap();
        drop(stream);
    }
    let mut stream = service.connect();
    let whole = request(&service.address, "POST", RENDER, DATA, "close");
    stream.write_all(whole.as_bytes()).unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 200"));
}

/// Work of a process so far: ticks of processor time, and voluntary waits.
fn progress(process: u32) -> Option<(u64, u64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Behind the name, which is in parentheses: the twelfth is the time.
    let ticks = stat.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()?;
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let waits = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
    Some((ticks, waits.trim().parse().ok()?))
}

/// Children that have computed for 40 ms without waiting: they work on a document that takes long. `since` keeps
/// what was seen of each when it waited last.
fn busy(service: u32, since: &mut BTreeMap<u32, (u64, u64)>) -> BTreeSet<u32> {
    let is_busy = |process: &u32| {
        let Some((ticks, waits)) = progress(*process) else { return false };
        let seen = since.entry(*process).or_insert((ticks, waits));
        if seen.1 != waits {
            *seen = (ticks, waits);
        }
        ticks >= seen.0 + 4
    };
    children(service).into_iter().filter(is_busy).collect()
}

fn resident(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn requests_that_kill_their_child_cost_no_other_request() {
    const EACH: usize = 20;
    let total = std::env::var("REPORTCTL_TEST_KILLED_REQUESTS").ok();
    let total: usize = total.and_then(|text| text.parse().ok()).unwrap_or(60);
    let (template, data) = slow();
    let project = project("serve: {renders: 4}\n").template("slow", &template);
    let service = running(&project);
    let id = service.child.id();
    let slow = format!(r#"{{"data": {data}}}"#);
    let (next, others, killed) = (AtomicUsize::new(0), AtomicUsize::new(0), total / EACH);
    let before = resident(id);
    thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                let mut client = Client::connect(&service.address).unwrap();
                while next.fetch_add(1, Ordering::Relaxed) < total - killed {
                    let (status, text) = client.ask("POST", RENDER, DATA).unwrap();
                    assert_eq!(status, 200, "{text}");
                    others.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for _ in 0..killed {
            let victim = threads.spawn(|| service.ask("POST", "/api/templates/slow/render", &slow));
            let (mut since, mut begun) = (BTreeMap::new(), BTreeSet::new());
            until("the document is begun", || {
                begun = busy(id, &mut since);
                !begun.is_empty() || victim.is_finished()
            });
            signal("-KILL", &begun);
            let answer = victim.join().unwrap();
            assert!(answer.starts_with("HTTP/1.1 500"), "{answer}");
            assert!(answer.contains("renderCrashed"), "{answer}");
        }
    });
    assert_eq!(others.into_inner(), total - killed);
    let metrics = service.ask("GET", "/metrics", "");
    let crashes = format!("reportctl_render_crashes_total {killed}\n");
    assert!(metrics.contains(&crashes), "{metrics}");
    let after = resident(id);
    assert!(after < before + (64 << 10), "{before} kB, then {after} kB");
    // One more for each render that is under way at one time, and the tenants without any.
    assert!(children(id).len() <= 4 + 8);
}

/// A builder of messages whose documents are made by children of this process.
fn builder(project: &Project, max_idle: Duration) -> (Arc<Renderer>, MessageBuilder) {
    let settings = Settings { templates: Some(project.path("templates")), ..Settings::default() };
    let config = Config::from(settings);
    let generator = Arc::new(Generator::new(config.documents(), Fonts::standard()));
    let program = Path::new(env!("CARGO_BIN_EXE_reportctl"));
    let report = Box::new(|_: &str| {});
    let renderer =
        Renderer::children_that_wait(&config.mail, &generator, Some(program), max_idle, report);
    let renderer = Arc::new(renderer.unwrap());
    let builder = MessageBuilder::with_renderer(generator, Arc::clone(&renderer), config.mail);
    (renderer, builder.unwrap())
}

#[test]
fn a_row_that_kills_its_children_costs_none_of_the_rows_sent_with_it() {
    let (template, slow) = slow();
    let project = project("").template("slow", &template);
    let (_renderer, builder) = builder(&project, Duration::from_secs(60));
    let quick = r#"{"rows": [{"a": 1}]}"#;
    let request = |data: &str| NewRequest::new(Uuid::now_v7(), "slow", data, "ana@example.org");
    // From now on the child has the template.
    let first = builder.prepare(&request(quick), &mut Workspace::default(), &mut Facts::default());
    assert!(first.is_ok(), "{first:?}");
    let rows = [quick, quick, quick, &slow, quick, quick].map(request);
    let (mut facts, is_over) = (rows.each_ref().map(|_| Facts::default()), AtomicBool::new(false));
    let renders = |child: &u32| {
        let read = |name: &str| fs::read_to_string(format!("/proc/{child}/{name}"));
        read("cmdline").is_ok_and(|it| it.contains("render-child"))
            && read("stat").is_ok_and(|it| it.contains(") R "))
    };
    let ends = thread::scope(|threads| {
        threads.spawn(|| {
            let mut before = BTreeSet::new();
            while !is_over.load(Ordering::SeqCst) {
                let busy: BTreeSet<u32> =
                    children(std::process::id()).into_iter().filter(renders).collect();
                // Only what has worked for so long.
                signal("-KILL", &busy.intersection(&before).copied().collect());
                before = busy;
                thread::sleep(Duration::from_millis(200));
            }
        });
        let ends = builder.prepare_all(&rows.each_ref(), &mut Workspace::default(), &mut facts);
        is_over.store(true, Ordering::SeqCst);
        ends
    });
    for (index, (end, row)) in ends.into_iter().zip(&rows).enumerate() {
        match end {
            Ok(message) => {
                assert!(
                    index != 3 && message.message_id.contains(&row.id.simple().to_string()[..8])
                );
            }
            Err(problem) => assert_eq!((index, problem.code.as_str()), (3, "renderCrashed")),
        }
    }
}

#[test]
fn rows_with_long_texts_of_messages_do_not_block_their_child() {
    let project = project("").template("a", &document("A", "a"));
    let (_renderer, builder) = builder(&project, Duration::from_secs(60));
    // Together more than the buffers of a socket hold, in both directions.
    let mail = MailOptions { body: Some("text ".repeat(60_000)), ..MailOptions::default() };
    let request = || NewRequest {
        mail: Some(mail.clone()),
        ..NewRequest::new(Uuid::now_v7(), "a", "{}", "ana@example.org")
    };
    // From now on the child has the template.
    let first = builder.prepare(&request(), &mut Workspace::default(), &mut Facts::default());
    assert!(first.is_ok(), "{first:?}");
    let rows: [_; 8] = std::array::from_fn(|_| request());
    let mut facts = rows.each_ref().map(|_| Facts::default());
    let ends = builder.prepare_all(&rows.each_ref(), &mut Workspace::default(), &mut facts);
    assert_eq!(ends.len(), rows.len());
    for (end, row) in ends.iter().zip(&rows) {
        assert!(end.as_ref().unwrap().message_id.starts_with(&row.id.to_string()));
    }
}

#[test]
fn children_without_work_end_although_no_others_work() {
    let project = project("").template("a", &document("A", "a"));
    let max_idle = Duration::from_millis(1500);
    let (renderer, builder) = builder(&project, max_idle);
    let work = || {
        let request = NewRequest::new(Uuid::now_v7(), "a", "{}", "ana@example.org");
        // Whether there is a sender makes no difference.
        let _ = builder.prepare(&request, &mut Workspace::default(), &mut Facts::default());
    };
    assert_eq!(renderer.waiting(), 1);
    until("several work", || {
        thread::scope(|threads| {
            (0..4).for_each(|_| drop(threads.spawn(|| (0..5).for_each(|_| work()))));
        });
        renderer.waiting() > 1
    });
    until("all but one end", || renderer.waiting() == 1);
    thread::sleep(2 * max_idle);
    assert_eq!(renderer.waiting(), 1);
    work();
    assert_eq!(renderer.waiting(), 1);
}
