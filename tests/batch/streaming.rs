//! Memory that does not grow, and runs that are ended.

#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::project;
use crate::project::Project;

fn spawn(project: &Project, data: &str, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["batch", "card", "--data", data, "--no-mail", "--filename", "{number}.pdf"])
        .args(["--jobs", "2"])
        .args(more)
        .current_dir(project.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Largest memory of a process that still runs, in KiB.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The largest memory seen while everything was made. It is planned only: thousands of files would
/// keep the disk busy and change nothing.
fn peak_of_batch(rows: u32, data: &str, content: String) -> u64 {
    let project = project().file(data, content);
    let mut child = spawn(&project, data, &["--plan", "plan.ndjson"]);
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or_default());
        sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(project.text("plan.ndjson").lines().count(), rows as usize + 1);
    most
}

#[test]
fn memory_does_not_grow_with_the_rows() {
    // Many are 16 MB.
    let (few, many) = (100, 2_000);
    let note = "long ".repeat(1_600);
    let row = |n| format!("{{\"number\": {n}, \"name\": \"\", \"note\": \"{note}\"}}\n");
    let ndjson = |rows| (1..=rows).map(row).collect::<String>();
    let array = format!("[{}]", ndjson(many).trim_end().replace('\n', ",\n"));
    let base = peak_of_batch(few, "rows.ndjson", ndjson(few));
    for (name, content) in [("rows.ndjson", ndjson(many)), ("rows.json", array)] {
        let peak = peak_of_batch(many, name, content);
        assert!(peak < base + 8_000 && peak < 90_000, "{name}: {peak} KiB, {base} KiB for few");
    }
}

/// Begins a batch that takes a while, and ends it by a signal when some files are there.
fn interrupted(signal: &str) -> (Project, Option<i32>, String) {
    let mut rows = String::new();
    for row in 1..=20_000 {
        let _ = writeln!(rows, r#"{{"number": {row}, "name": "{}"}}"#, "long ".repeat(40));
    }
    let project = project().file("rows.ndjson", rows);
    let child = spawn(&project, "rows.ndjson", &["--out-dir", "out"]);
    let started = Instant::now();
    let out = project.path("out");
    while fs::read_dir(&out).map_or(0, Iterator::count) < 100 {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing is written");
        sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (project, output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_signal_lets_files_in_hand_be_finished() {
    for signal in ["-INT", "-TERM"] {
        let (project, code, stderr) = interrupted(signal);
        assert_eq!(code, Some(1), "{stderr}");
        let names = project.names("out");
        assert!(names.len() < 20_000, "it was too fast");
        assert!(stderr.contains(&format!("wrote {} files to out", names.len())), "{stderr}");
        assert!(stderr.contains("error: stopped by a signal after "), "{stderr}");
        for name in names {
            let bytes = project.read(&format!("out/{name}"));
            assert!(name.ends_with(".pdf") && bytes.trim_ascii_end().ends_with(b"%%EOF"), "{name}");
        }
    }
}

#[test]
fn even_killed_it_leaves_no_part_of_a_file_under_its_name() {
    let (project, code, _) = interrupted("-KILL");
    assert_eq!(code, None);
    let mut unfinished = 0;
    for name in project.names("out") {
        if name.ends_with(".pdf") {
            let bytes = project.read(&format!("out/{name}"));
            assert!(bytes.trim_ascii_end().ends_with(b"%%EOF"), "{name}");
        } else {
            assert!(name.starts_with(".reportctl-") && name.ends_with(".tmp"), "{name}");
            unfinished += 1;
        }
    }
    assert!(unfinished <= 2, "one per job at most");
}

/// The largest memory seen while so many rows of 60 kB were mailed into a folder.
fn peak_of_mail(rows: u32) -> u64 {
    let note = "long ".repeat(12_000);
    let row = |n| {
        format!(
            "{{\"number\": {n}, \"email\": \"{n}@b.example\", \"name\": \"\", \"note\": \"{note}\"}}\n"
        )
    };
    let project = project().file("rows.ndjson", (1..=rows).map(row).collect::<String>());
    let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["batch", "card", "--data", "rows.ndjson", "--email-field", "email", "--jobs", "2"])
        .args(["--quiet", "--json"])
        .current_dir(project.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or_default());
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["sent"], rows, "{summary}");
    most
}

#[test]
fn memory_does_not_grow_with_the_messages() {
    let (base, peak) = (peak_of_mail(50), peak_of_mail(600));
    // Of 36 MB of rows; up to 16 MiB of messages may wait for a slow disk.
    assert!(peak < base + 24_000 && peak < 100_000, "{peak} KiB, {base} KiB for few");
}
