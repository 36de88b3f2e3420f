//! `reportctl init`.

use crate::project::Project;

#[test]
fn the_new_folder_renders_at_once() {
    let project = Project::new();
    project
        .run(["init", "reports"])
        .succeeds()
        .stdout("")
        .stderr_has("wrote reports/reportctl.yaml\n")
        .stderr_has("wrote reports/templates/receipt.json\n")
        .stderr_has("\nNext:\n  cd reports\n  reportctl render receipt --data data/receipt.json\n");
    assert_eq!(
        project.names("reports"),
        [".gitattributes", ".gitignore", "README.md", "data", "reportctl.yaml", "templates"]
    );
    let render = ["-v", "render", "receipt", "--data", "data/receipt.json"];
    project
        .run_in("reports", render)
        .succeeds()
        .stderr_has("read settings from reportctl.yaml\n")
        .stderr_has("wrote receipt.pdf (1 page, ");
    project.run_in("reports", ["template", "fmt", "--check"]).succeeds();
    project.run_in("reports", ["template", "list"]).succeeds().stdout_has("receipt\t");
}

#[test]
fn the_settings_show_the_defaults() {
    let project = Project::new();
    project.run(["init", "."]).succeeds().stderr_has("\nNext:\n  reportctl render receipt");
    // With everything switched on the file still says the same.
    let settings = project.text("reportctl.yaml").replace("\n# ", "\n");
    let lines = settings
        .lines()
        .filter(|line| line.split_once(':').is_some_and(|(name, _)| !name.trim().contains(' ')));
    let active: String = lines.map(|line| format!("{line}\n")).collect();
    assert!(active.contains("timeoutSeconds: 30\n") && active.lines().count() == 12, "{active}");
    let project = project.file("reportctl.yaml", active);
    project.run(["render", "receipt", "-d", "data/receipt.json"]).succeeds();
}

#[test]
fn nothing_is_overwritten() {
    let project = Project::new().file("README.md", "mine").file("data/receipt.json", "mine");
    project.run(["init"]).fails_with(2).stderr(
        "error: `README.md`, `data/receipt.json` are there already; nothing was written\n\
         \x20 = hint: give another folder, or move the files away first\n",
    );
    assert_eq!(project.names(""), ["README.md", "data"]);
    assert_eq!(project.text("README.md"), "mine");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let project = Project::new().file("taken", "");
    project.run(["init", "taken"]).fails_with(1).stderr_has("error: cannot write `taken");
}

#[test]
fn every_shipped_template_comes_with_data_that_fits() {
    let project = Project::new();
    let listed = project.run(["init", "--list"]).succeeds();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut shipped: Vec<String> = std::fs::read_dir("templates")
        .unwrap()
        .filter_map(|entry| {
            entry.unwrap().file_name().to_str()?.strip_suffix(".json").map(str::to_owned)
        })
        .collect();
    shipped.sort();
    assert_eq!(names, shipped);
    project.run(["init", ".", "--template", &names.join(",")]).succeeds();
    for name in names {
        let data = format!("data/{name}.json");
        project.run(["render", name, "--data", &data, "-o", "out.pdf", "-q"]).succeeds().stderr("");
    }
    project.run(["template", "fmt", "--check"]).succeeds();
}

#[test]
fn a_folder_starts_with_the_templates_asked_for() {
    let project = Project::new();
    project
        .run(["init", "--template", "invoice", "--template=letter"])
        .succeeds()
        .stderr_has("reportctl render invoice --data data/invoice.json");
    for name in ["invoice.json", "letter.json"] {
        assert!(project.path("templates").join(name).is_file(), "{name}");
    }
    assert_eq!(project.names("data"), ["invoice.json", "letter.json"]);
    let readme = project.text("README.md");
    assert!(readme.contains("render invoice") && !readme.contains("receipt"), "{readme}");
    project.run(["init", "x", "--template", "invioce"]).fails_with(2).stderr_has("'invoice'");
}
