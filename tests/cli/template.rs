//! `reportctl template`.

use crate::project::{Project, document, text};

/// The only line of a standard output.
fn line(stdout: &[u8]) -> String {
    String::from_utf8_lossy(stdout).trim_end().to_owned()
}

#[test]
fn templates_are_listed_by_name() {
    let project = Project::with_invoice().template("acme/bill", &document("A bill", &[], "[]"));
    project
        .run(["template", "list"])
        .succeeds()
        .stdout("acme/bill\tA bill\ninvoice\tInvoice\n")
        .stderr("");
    let run = project.run(["template", "list", "--json"]).succeeds();
    assert_eq!(
        run.json(),
        serde_json::json!([
            {"id": "acme/bill", "name": "A bill"}, {"id": "invoice", "name": "Invoice"}
        ])
    );
}

#[test]
fn an_empty_repository_is_an_empty_list() {
    let project = Project::new();
    project
        .run(["template", "list"])
        .succeeds()
        .stdout("")
        .stderr("the folder of templates `templates` does not exist\n");
    project.run(["template", "list", "--json"]).succeeds().stdout("[]\n");
}

#[test]
fn broken_files_are_named_beside_the_list() {
    Project::with_invoice()
        .template("broken", "{")
        .run(["template", "list"])
        .succeeds()
        .stdout("invoice\tInvoice\n")
        .stderr_has("warning: cannot read `templates/broken.json`: it ends too early");
}

/// On Linux `z.JSON` is another file than `z.json`, which the id `z` stands for.
#[cfg(target_os = "linux")]
#[test]
fn files_that_no_id_leads_to_are_named_beside_the_list() {
    use std::os::unix::ffi::OsStrExt;

    let project = Project::with_invoice();
    let invoice = project.read("templates/invoice.json");
    std::fs::write(project.path("templates/z.JSON"), &invoice).unwrap();
    let name = std::ffi::OsStr::from_bytes(b"\xff.json");
    std::fs::write(project.path("templates").join(name), &invoice).unwrap();
    project
        .run(["template", "list"])
        .succeeds()
        .stdout("invoice\tInvoice\n")
        .stderr_has("`z.JSON` ends in `.JSON`, not in `.json`")
        .stderr_has("rename the file to `z.json`")
        .stderr_has("the name of the file is not valid UTF-8");
}

#[test]
fn a_template_goes_in_and_comes_out() {
    let posted = document("Fatura São João", &[text("t", "1.50 {x}")], "[]");
    let project = Project::new().file("design.json", &posted);
    project
        .run(["template", "add", "design.json"])
        .succeeds()
        .stdout("fatura-sao-joao\n")
        .stderr("wrote templates/fatura-sao-joao.json\n");
    project
        .run(["-q", "template", "add", "design.json"])
        .succeeds()
        .stdout("fatura-sao-joao-2\n")
        .stderr("");
    let shown = project.run(["template", "show", "fatura-sao-joao"]).succeeds().stderr("");
    assert_eq!(shown.stdout, project.read("templates/fatura-sao-joao.json"));
    let from_file = project.run(["template", "show", "design.json"]).succeeds();
    assert_eq!(from_file.stdout, shown.stdout);
    let project = project.input(posted);
    project.run(["template", "add", "-"]).succeeds().stdout("fatura-sao-joao-3\n");
}

#[test]
fn images_are_kept_beside_and_come_back() {
    let uri = format!("data:image/png;base64,{}", "QUFB".repeat(1000));
    let image = format!(
        r#"{{"id": "i", "name": "i", "type": "image", "x": 1, "y": 1, "width": 1, "height": 1, "content": "{uri}"}}"#
    );
    let project = Project::new().file("logo.json", document("Logo", &[image], "[]"));
    project.run(["template", "add", "logo.json"]).succeeds();
    assert_eq!(project.names("templates/assets").len(), 1);
    assert!(!project.text("templates/logo.json").contains("QUFBQUFB"));
    project.run(["template", "show", "logo"]).succeeds().stdout_has(&uri);
}

#[test]
fn an_id_can_be_chosen() {
    let project = Project::with_invoice();
    let file = "templates/invoice.json";
    project.run(["template", "add", file, "--id", "bill"]).succeeds().stdout("bill\n");
    project.run(["template", "add", file, "--id", "acme/bill"]).succeeds().stdout("acme/bill\n");
    assert_eq!(project.read("templates/bill.json"), project.read("templates/acme/bill.json"));
    project
        .run(["template", "add", file, "--id", "bill"])
        .fails_with(3)
        .stderr_has("error: there is a template `bill` already\n");
    project
        .run(["template", "add", file, "--id", "../bill"])
        .fails_with(3)
        .stderr_has("cannot be a template id");
}

#[test]
fn what_cannot_be_rendered_is_not_stored() {
    let project = Project::with_invoice()
        .file("bad.json", r#"{"name": "bad", "template": {"page": {}, "schemas": []}}"#)
        .file("other.json", "[]");
    let before = project.read("templates/invoice.json");
    for arguments in [&["add", "bad.json"][..], &["update", "invoice", "bad.json"]] {
        project
            .run(["template"].iter().chain(arguments))
            .fails_with(3)
            .stderr_has(
                "error: page `single` has no width and no height; both must be numbers above 0\n",
            )
            .stderr_has("  --> bad.json /template/page/width\n");
    }
    project.run(["template", "add", "other.json"]).fails_with(3).stderr_has("  --> other.json\n");
    project.run(["template", "add", "none.json"]).fails_with(3);
    assert_eq!(project.read("templates/invoice.json"), before);
}

#[test]
fn updates_can_insist_on_the_version_they_know() {
    let project = Project::with_invoice()
        .file("new.json", document("Invoice", &[text("t", "new")], "[]"))
        .file("newer.json", document("Invoice", &[text("t", "newer")], "[]"));
    let run = project.run(["template", "show", "invoice", "--version"]).succeeds().stderr("");
    let version = line(&run.stdout);
    assert_eq!(version.len(), 64);
    let update = ["template", "update", "invoice"];
    project
        .run(update.into_iter().chain(["new.json", "--if-match", &version]))
        .succeeds()
        .stdout("")
        .stderr_has("updated invoice (version ");
    project
        .run(update.into_iter().chain(["newer.json", "--if-match", &version]))
        .fails_with(3)
        .stderr_has("error: the template `invoice` changed since it was read\n");
    assert!(project.text("templates/invoice.json").contains("\"new\""));
    project.run(update.into_iter().chain(["newer.json"])).succeeds();
    assert!(project.text("templates/invoice.json").contains("\"newer\""));
    project.run(["template", "update", "nothing", "new.json"]).fails_with(3);
    project
        .run(["template", "show", "new.json", "--version"])
        .fails_with(2)
        .stderr_has("error: only stored templates have a version\n");
}

#[test]
fn templates_are_removed_all_or_none() {
    let project = Project::with_invoice().template("bill", &document("Bill", &[], "[]"));
    project
        .run(["template", "remove", "invoice", "nothing"])
        .fails_with(3)
        .stderr_has("error: there is no template `nothing`\n");
    assert_eq!(project.names("templates"), ["bill.json", "invoice.json"]);
    project
        .run(["template", "remove", "invoice", "bill"])
        .succeeds()
        .stderr("removed invoice\nremoved bill\n");
    project.run(["template", "list"]).succeeds().stdout("");
    project.run(["template", "remove"]).fails_with(2);
}

#[test]
fn fmt_lays_out_what_is_not_canonical() {
    let project = Project::with_invoice().file("draft.json", "{\"a\": [1.50]}");
    let before = project.text("templates/invoice.json");
    project.run(["template", "fmt", "--check"]).fails_with(7).stderr(
        "error: the template `invoice` is not in canonical form\n\
         \x20 --> templates/invoice.json\n\
         \x20 = hint: run `reportctl template fmt invoice`\n",
    );
    assert_eq!(project.text("templates/invoice.json"), before);
    project.run(["template", "fmt"]).succeeds().stderr("formatted templates/invoice.json\n");
    project
        .run(["template", "fmt"])
        .succeeds()
        .stderr("nothing to do: 1 template in canonical form\n");
    project.run(["template", "fmt", "--check"]).succeeds();
    project.run(["template", "fmt", "--check", "draft.json"]).fails_with(7);
    project.run(["template", "fmt", "draft.json", "invoice"]).succeeds();
    assert_eq!(project.text("draft.json"), "{\n  \"a\": [\n    1.50\n  ]\n}\n");
}

#[test]
fn fmt_names_what_is_broken_first() {
    let project = Project::with_invoice().template("broken", "{").file("a.yaml", "a: 1");
    let run = project.run(["template", "fmt", "--check", "--error-format=json"]).fails_with(3);
    assert_eq!(run.error()["code"], "templateUnreadable");
    assert_eq!(run.error()["problems"][1]["code"], "notCanonical");
    project
        .run(["template", "fmt", "a.yaml"])
        .fails_with(2)
        .stderr_has("only JSON has a canonical");
    project.run(["template", "fmt", "nothing"]).fails_with(3).stderr_has("no template `nothing`");
}

#[test]
fn new_templates_can_be_rendered_at_once() {
    let project = Project::new();
    project.run(["template", "new", "My page"]).succeeds().stdout("my-page\n");
    project.run(["check", "my-page", "--data", "data/my-page.json", "--deny", "all"]).succeeds();
    let run = ["template", "new", "Monthly invoice", "--from", "invoice"];
    project
        .run(run)
        .succeeds()
        .stdout("monthly-invoice\n")
        .stderr_has("wrote data/monthly-invoice.json\n");
    project.run(["render", "monthly-invoice", "-d", "data/monthly-invoice.json"]).succeeds();
    project.run(["template", "list"]).succeeds().stdout_has("monthly-invoice\tMonthly invoice\n");
    // Data that somebody wrote stays.
    let project = project.file("data/monthly-invoice-2.json", "mine");
    project.run(run).succeeds();
    assert_eq!(project.text("data/monthly-invoice-2.json"), "mine");
}

/// A picture of one pixel.
fn pixel() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[255, 0, 0]).unwrap();
    bytes
}

#[test]
fn a_file_beside_the_template_is_a_picture() {
    let field = r#"{"id":"l","name":"logo","type":"image","content":"logo.png","x":1,"y":1,"width":9,"height":9}"#;
    let template = document("Letter", &[field.to_owned(), text("t", "logo.png")], "[]");
    let project = Project::new()
        .template("letter", &template)
        .file("templates/logo.png", pixel())
        .file("draft/letter.json", &template)
        .file("draft/logo.png", pixel())
        .file("data.json", "{}");
    for name in ["letter", "draft/letter.json"] {
        let run = project.run(["template", "show", name]).succeeds();
        let shown = run.stdout_has("\"content\": \"data:image/png;base64,");
        let shown = String::from_utf8(shown.stdout).unwrap();
        assert!(shown.contains("\"content\": \"logo.png\""), "a text stays: {shown}");
        project.run(["render", name, "-d", "data.json", "-o", "out.pdf"]).succeeds();
        assert!(project.read("out.pdf").windows(6).any(|bytes| bytes == b"/Image"));
    }
    // Laying the file out leaves the name in it.
    project.run(["template", "fmt", "letter"]).succeeds();
    assert!(project.text("templates/letter.json").contains("\"content\": \"logo.png\""));
    std::fs::remove_file(project.path("templates/logo.png")).unwrap();
    let run = project.run(["render", "letter", "-d", "data.json"]).fails_with(3);
    run.stderr_has("the picture `logo.png` is not there");
    #[cfg(unix)]
    {
        let project = project.file("secret.png", pixel());
        std::os::unix::fs::symlink("../secret.png", project.path("templates/logo.png")).unwrap();
        let run = project.run(["render", "letter", "-d", "data.json"]).fails_with(3);
        run.stderr_has("leads out of the repository");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_among_the_templates_are_reported_and_skipped() {
    let project = Project::with_invoice();
    let made =
        std::process::Command::new("mkfifo").arg(project.path("templates/pipe.json")).status();
    assert!(made.unwrap().success());
    let what = "it is a pipe, a socket or a device, not a file";
    project.run(["template", "list"]).succeeds().stdout_has("invoice\t").stderr_has(what);
    project.run(["template", "show", "pipe"]).fails_with(3).stderr_has(what);
    project.run(["check"]).fails_with(7).stderr_has(what);
    project.run(["check", "templates/pipe.json"]).fails_with(7).stderr_has(what);
    project.run(["template", "fmt", "--check"]).stderr_has(what);
    project.run(["render", "invoice", "-d", "data.json"]).succeeds();
    // Removing a template looks through the others for its images.
    project.run(["template", "remove", "invoice"]).succeeds();
}

#[test]
fn templates_of_other_programs_are_named() {
    let project = Project::new()
        .file("pdfme.json", r#"{"basePdf":{"width":210},"schemas":[[]]}"#)
        .file("book.xlsx", b"PK\x03\x04\x14\0\x06\0")
        .file("data.json", "{}");
    project
        .run(["render", "pdfme.json", "-d", "data.json"])
        .fails_with(3)
        .stderr_has("this is a pdfme template")
        .stderr_has("docs/migrating.md");
    project.run(["template", "add", "book.xlsx"]).fails_with(3).stderr_has("is an office document");
    project
        .run(["eval", "x", "-d", "book.xlsx"])
        .stderr_has("a spreadsheet or an archive (.xlsx, .ods, .zip)");
}
