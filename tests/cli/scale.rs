//! Repositories of many templates.

use std::time::{Duration, Instant, SystemTime};

use crate::project::{Project, document, image, text};

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

#[test]
fn names_are_listed_without_reading_the_files_again() {
    let project = repository(300);
    let list = |project: &Project| {
        String::from_utf8(project.run(["template", "list"]).succeeds().stdout).unwrap()
    };
    let cold = list(&project);
    assert_eq!(cold.lines().count(), 300);
    assert!(cold.contains("tenant-7/t-7\tT 7\n"), "{cold:.200}");
    let kept = || -> Vec<String> {
        let mut names = project.names(".reportctl");
        names.retain(|name| name.starts_with("names-"));
        names
    };
    let [file] = kept().try_into().unwrap();
    assert_eq!(list(&project), cold);
    // What is known is taken, as long as size and time are the same.
    let path = format!(".reportctl/{file}");
    let changed = project.text(&path).replace("\"T 7\"", "\"Known\"");
    let project = project.file(&path, changed);
    assert!(list(&project).contains("tenant-7/t-7\tKnown\n"));
    // Changed, new, removed and broken files are seen.
    let before = project.text("templates/tenant-7/t-7.json");
    let project = project
        .template("tenant-7/t-7", &before.replace("T 7", "Other"))
        .template("tenant-8/new", &before)
        .template("tenant-9/t-9", "{");
    std::fs::remove_file(project.path("templates/tenant-10/t-10.json")).unwrap();
    let run = project.run(["template", "list"]).succeeds().stderr_has("t-9.json");
    let now = String::from_utf8(run.stdout).unwrap();
    assert!(now.contains("tenant-7/t-7\tOther\n") && now.contains("tenant-8/new\t"), "{now:.200}");
    assert!(!now.contains("t-10\t") && !now.contains("tenant-9/t-9\t"));
    // Damage of what is kept only costs time.
    let project = project.file(&path, "no");
    assert_eq!(list(&project), now);
}

#[test]
fn a_picture_that_is_gone_is_found_though_its_template_is_known() {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let mut project = repository(210);
    let field = image("logo.png");
    project = project
        .template("tenant-1/seen", &document("Seen", &[field], "[]"))
        .file("templates/tenant-1/logo.png", picture);
    project.run(["check"]).succeeds();
    std::fs::remove_file(project.path("templates/tenant-1/logo.png")).unwrap();
    project.run(["check"]).ends_with(7).stderr_has("logo.png");
}

#[test]
fn a_picture_that_is_replaced_within_the_time_step_of_its_folder_is_looked_at_again() {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let project = repository(210)
        .template("tenant-1/seen", &document("Seen", &[image("logo.png")], "[]"))
        .file("templates/tenant-1/logo.png", &picture);
    let path = project.path("templates/tenant-1/logo.png");
    let modified = path.metadata().unwrap().modified().unwrap();
    project.run(["check"]).succeeds();
    std::fs::write(&path, vec![b'x'; picture.len()]).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    project.run(["check"]).ends_with(7).stderr_has("tenant-1/seen");
}

/// Lets a file be from yesterday.
fn age(project: &Project, path: &str) {
    let file = std::fs::File::options().write(true).open(project.path(path)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(86_400)).unwrap();
}

#[test]
fn what_templates_name_is_part_of_what_is_known() {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let field = image("img/logo.png");
    let project = repository(210)
        .template("tenant-1/seen", &document("Seen", &[field], "[]"))
        .file("templates/tenant-1/img/logo.png", &picture)
        .file("templates/tenant-2/texts/de.json", "{}");
    for path in ["seen.json", "img/logo.png"] {
        age(&project, &format!("templates/tenant-1/{path}"));
    }
    age(&project, "templates/tenant-2/texts/de.json");
    let clean = || project.run(["check"]).succeeds().stderr_has("no problems in 211 templates");
    clean();
    let texts = project.path("templates/tenant-2/texts/de.json");
    std::fs::write(&texts, "no").unwrap();
    project.run(["check"]).ends_with(7).stderr_has("texts");
    std::fs::write(&texts, "{}").unwrap();
    clean();
    std::fs::remove_file(project.path("templates/tenant-1/img/logo.png")).unwrap();
    project.run(["check"]).ends_with(7).stderr_has("logo.png");
}

#[test]
fn fonts_of_the_settings_are_part_of_what_is_known() {
    let field = text("t", "x").replace("\"name\":\"t\"", "\"name\":\"t\",\"fontName\":\"Body\"");
    let template =
        document("Seen", &[field], "[]").replacen("\"page\"", "\"extensions\": 1, \"page\"", 1);
    let project = repository(210)
        .template("tenant-1/seen", &template)
        .file("reportctl.yaml", "fonts: {Body: {regular: 'builtin:times'}}\n");
    age(&project, "templates/tenant-1/seen.json");
    project.run(["check"]).succeeds().stderr_has("no problems in 211 templates");
    project.file("reportctl.yaml", "").run(["check"]).ends_with(7).stderr_has("Body");
}

#[test]
fn files_that_grew_old_enough_are_known_as_a_whole() {
    let project = repository(210).template("new", &document("New", &[text("t", "x")], "[]"));
    let kept = || -> String {
        let name =
            project.names(".reportctl").into_iter().find(|name| name.starts_with("checked-"));
        project.text(&format!(".reportctl/{}", name.unwrap())).lines().nth(1).unwrap().to_owned()
    };
    project.run(["check"]).succeeds();
    assert_eq!(kept(), "- 211");
    age(&project, "templates/new.json");
    project.run(["check"]).succeeds();
    assert_ne!(kept(), "- 211");
}

#[test]
fn what_is_known_is_kept_in_the_state_folder() {
    let project = repository(210).file("reportctl.yaml", "state: kept\n");
    project.run(["check"]).succeeds();
    assert!(project.names("kept").iter().any(|name| name.starts_with("checked-")));
    assert!(!project.path(".reportctl").exists());
}
