//! Repositories of many templates.

use std::time::{Duration, Instant, SystemTime};

use crate::project::{Project, document, text};

/// A repository of so many templates of thirty tenants, all of them from yesterday.
fn repository(count: usize) -> Project {
    let mut project = Project::new();
    for number in 0..count {
        let template =
            document(&format!("T {number}"), &[text("t", &format!("{{a{number}}}"))], "[]");
        project = project.template(&format!("tenant-{}/t-{number}", number % 30), &template);
    }
    let yesterday = SystemTime::now() - Duration::from_secs(86_400);
    for number in 0..count {
        let path = format!("templates/tenant-{}/t-{number}.json", number % 30);
        let file = std::fs::File::options().write(true).open(project.path(&path)).unwrap();
        file.set_modified(yesterday).unwrap();
    }
    project
}

#[test]
fn what_was_checked_is_not_checked_again() {
    let project = repository(300);
    let check = |project: &Project| {
        let began = Instant::now();
        let run = project.run(["check"]);
        (run, began.elapsed())
    };
    let (run, cold) = check(&project);
    run.succeeds().stderr_has("no problems in 300 templates");
    let (run, warm) = check(&project);
    run.succeeds().stderr_has("no problems in 300 templates");
    assert!(warm <= cold * 2, "{warm:?} {cold:?}");
    // A change is seen, and so is that it is taken back.
    let before = project.text("templates/tenant-7/t-7.json");
    let project = project.template("tenant-7/t-7", &before.replace("{a7}", "{a7"));
    let (run, _) = check(&project);
    run.succeeds().stderr_has("1 warning in 300 templates");
    let (run, _) = check(&project);
    run.succeeds().stderr_has("1 warning in 300 templates");
    let project = project.template("tenant-7/t-7", "{");
    let (run, _) = check(&project);
    run.ends_with(7).stderr_has("t-7.json");
    let project = project.template("tenant-7/t-7", &before);
    let (run, _) = check(&project);
    run.succeeds().stderr_has("no problems in 300 templates");
    let project = project.template("tenant-8/new", &before.replace("{a7}", "{a7"));
    let (run, _) = check(&project);
    run.succeeds().stderr_has("1 warning in 301 templates");
}
