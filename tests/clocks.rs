//! Machines whose clocks differ.

use std::path::PathBuf;
use std::process::Command;

use crate::project::Project;
use crate::queue::fixture::PostgresSchema;
use crate::tools;
use crate::worker::fixture::{MailFixture, finish, wait_for};

/// Seconds of a difference that no synchronised clocks have.
const HOUR: i64 = 3600;

/// A clock of programs that are started with `LD_PRELOAD`.
const SOURCE: &str = "
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *at) {
    int code = syscall(SYS_clock_gettime, id, at);
    if (code == 0 && id == CLOCK_REALTIME) at->tv_sec += AHEAD;
    return code;
}
";

/// A library that sets the clock of a program so many seconds ahead; `None` where no compiler is installed.
pub(crate) fn clock_ahead(project: &Project, seconds: i64) -> Option<PathBuf> {
    if !tools::has("cc") {
        return None;
    }
    let source = project.path("clock.c");
    std::fs::write(&source, SOURCE).unwrap();
    let library = project.path(&format!("clock{seconds}.so"));
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", &format!("-DAHEAD={seconds}"), "-o"])
        .args([&library, &source])
        .status();
    assert!(made.unwrap().success());
    Some(library)
}

#[test]
fn doctor_names_a_machine_whose_clock_is_not_that_of_the_database() {
    let Some(schema) = PostgresSchema::new() else { return };
    for (seconds, word) in [(HOUR, "ahead of"), (-HOUR, "behind")] {
        let project = Project::with_invoice().env("REPORTCTL_DATABASE_URL", &schema.url());
        let Some(library) = clock_ahead(&project, seconds) else { return };
        let run = project.env("LD_PRELOAD", library.to_str().unwrap()).run(["doctor"]).ends_with(7);
        let (_, said) = run.stderr.split_once("clock     1 problem\n").unwrap();
        let message = "error[clockDiffers]: the clock of this machine is 3";
        assert!(said.starts_with(message), "{said}");
        let message = format!(" s {word} that of the database\n");
        assert!(said.contains(&message), "{said}");
        assert!(
            said.contains("synchronise the clocks of all machines, for example by NTP"),
            "{said}"
        );
    }
}

#[test]
fn workers_whose_clocks_differ_send_each_request_once() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    let mut workers = Vec::new();
    for seconds in [HOUR, -HOUR] {
        let Some(library) = clock_ahead(&fixture.project, seconds) else { return };
        let state = fixture.project.path(&format!("state{seconds}"));
        let mut worker = fixture.command(&["worker"]);
        worker.env("LD_PRELOAD", library).env("REPORTCTL_STATE", state);
        workers.push(worker.spawn().unwrap());
    }
    fixture.add(0..200);
    wait_for("all messages", || fixture.server.count() == 200);
    for worker in workers {
        crate::worker::fixture::signal(&worker, "-TERM");
        finish(worker);
    }
    let audit = fixture.audit();
    assert_eq!((audit.done, audit.unknown, audit.pending), (200, 0, 0), "{audit:?}");
}
