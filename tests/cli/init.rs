//! `reportctl init`.

use crate::project::{Project, document};

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
        [
            ".gitattributes",
            ".gitignore",
            "README.md",
            "data",
            "library",
            "reportctl.yaml",
            "template.schema.json",
            "templates"
        ]
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
fn a_folder_with_blanks_is_quoted_for_the_shell() {
    let run = Project::new().run(["init", "my reports"]).succeeds();
    run.stderr_has("\n  cd 'my reports'\n");
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

#[test]
fn template_files_refer_to_their_schema_and_print_as_without() {
    let project = Project::new();
    project.run(["init"]).succeeds();
    let schema = project.run(["schema", "--format"]).succeeds().stdout;
    assert_eq!(project.read("template.schema.json"), schema);
    let stored = project.text("templates/receipt.json");
    let reference = "{\n  \"$schema\": \"../template.schema.json\",\n";
    assert!(stored.starts_with(reference), "{stored:.80}");
    project.run(["check", "--deny", "all"]).succeeds().stderr("no problems in 1 template\n");

    // It changes neither the document nor the hash of its receipt.
    let render = ["render", "receipt", "-d", "data/receipt.json", "-o"];
    let dated = ["--creation-date", "2026-01-31", "--receipt"];
    project.run([&render[..], &["with.pdf"], &dated, &["with.json"]].concat()).succeeds();
    let plain = stored.replacen("  \"$schema\": \"../template.schema.json\",\n", "", 1);
    let project = project.file("templates/receipt.json", &plain);
    project.run([&render[..], &["without.pdf"], &dated, &["without.json"]].concat()).succeeds();
    assert_eq!(project.read("with.pdf"), project.read("without.pdf"));
    let hash = |name: &str| {
        let receipt: serde_json::Value = serde_json::from_slice(&project.read(name)).unwrap();
        receipt["template"].clone()
    };
    assert_eq!(hash("with.json"), hash("without.json"));

    // `template fmt` puts it in where it is missing, and leaves another one alone.
    let fmt = |more: &[&str]| project.run([&["template", "fmt"][..], more].concat());
    fmt(&["--check"]).fails_with(7).stderr_has("not in canonical form");
    fmt(&[]).succeeds();
    assert_eq!(project.text("templates/receipt.json"), stored);
    fmt(&["--check"]).succeeds();
    let other = stored.replacen("../template.schema.json", "https://example.org/s.json", 1);
    let project = project.file("templates/receipt.json", &other);
    project.run(["template", "fmt", "templates/receipt.json"]).succeeds();
    assert_eq!(project.text("templates/receipt.json"), other);

    // Templates that are stored later have it too, those of tenants one folder further up.
    project.run(["template", "new", "Offer"]).succeeds();
    assert!(project.text("templates/offer.json").starts_with(reference));
    project.run(["template", "add", "templates/offer.json", "--id", "acme/offer"]).succeeds();
    let project = project.file("bare.json", document("Bare", &[], "[]"));
    project.run(["template", "add", "bare.json", "--id", "acme/bare"]).succeeds();
    let stored = project.text("templates/acme/bare.json");
    assert!(stored.contains("\"$schema\": \"../../template.schema.json\""), "{stored:.80}");
    project.run(["template", "fmt", "--check"]).succeeds();
}
