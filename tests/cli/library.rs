//! Templates that name files of the library.

use crate::project::{Project, document, text};

/// A template that names the files of these names as pictures.
fn with_pictures(names: &[&str]) -> String {
    let picture = |(index, name): (usize, &&str)| {
        format!(
            r#"{{"id": "p{index}", "name": "p{index}", "type": "image", "x": 10, "y": 50,
                "width": 20, "height": 20, "content": "lib:{name}"}}"#
        )
    };
    let mut fields: Vec<String> = names.iter().enumerate().map(picture).collect();
    fields.push(text("title", "Invoice {number}"));
    document("Invoice", &fields, "[]").replacen("\"page\"", "\"extensions\": 1, \"page\"", 1)
}

/// A picture.
const PNG: &[u8] = include_bytes!("../golden/invoice-small-1.png");

fn project() -> Project {
    Project::with_invoice()
        .template("pictures", &with_pictures(&["logo.png"]))
        .file("library/logo.png", PNG)
        .file("library/terms.pdf", "x")
}

const RENDER: [&str; 4] = ["render", "pictures", "-d", "data.json"];

#[test]
fn files_are_found_beside_the_templates() {
    let project = project();
    project.run(RENDER).succeeds();
    project.run(["check", "pictures", "-d", "data.json"]).succeeds();
    project.run(["check"]).succeeds();
}

#[test]
fn a_missing_file_is_said_with_its_place_and_what_is_near() {
    let project = project().template("pictures", &with_pictures(&["lgoo.png", "terms.pfd"]));
    let run = project.run(["--error-format", "json", "render", "pictures", "-d", "data.json"]);
    let problem = run.fails_with(3).error();
    assert_eq!(problem["code"], "libraryFileNotFound");
    assert_eq!(problem["pointer"], "/template/schemas/0/content");
    assert_eq!(problem["name"], "lgoo.png");
    assert_eq!(problem["advice"], "did you mean `logo.png`?");
    // `check` names all of them.
    let run = project.run(["check", "pictures"]).fails_with(7);
    run.stderr_has("there is no file `lgoo.png` in the library")
        .stderr_has("did you mean `terms.pdf`?");
    project.run(["check"]).fails_with(7);
}

#[test]
fn names_lead_nowhere_else() {
    for name in ["../data.json", "a/b.png", ".hidden", "{name}.png"] {
        let project = project().template("pictures", &with_pictures(&[name]));
        let run = project.run(["--error-format", "json", "render", "pictures", "-d", "data.json"]);
        assert_eq!(run.fails_with(3).error()["code"], "extensionInvalid", "{name}");
    }
}

#[test]
fn a_template_file_has_the_library_beside_or_above_it() {
    let project = project()
        .file("drafts/designs/a.json", with_pictures(&["other.png"]))
        .file("drafts/b.json", with_pictures(&["other.png"]))
        .file("drafts/library/other.png", PNG)
        .file("elsewhere/deep/c.json", with_pictures(&["logo.png"]))
        .file("elsewhere/deep/d.json", with_pictures(&["other.png"]));
    for file in ["drafts/designs/a.json", "drafts/b.json", "elsewhere/deep/c.json"] {
        project.run(["render", file, "-d", "data.json"]).succeeds();
    }
    project.run(["render", "elsewhere/deep/d.json", "-d", "data.json"]).fails_with(3);
    // A file of the repository is the stored template.
    project.run(["render", "templates/pictures.json", "-d", "data.json"]).succeeds();
}

#[test]
fn tenants_have_libraries_of_their_own() {
    let project = project().template("acme/pictures", &with_pictures(&["logo.png"]));
    project.run(["render", "acme/pictures", "-d", "data.json"]).fails_with(3);
    let project = project.file("library/acme/logo.png", PNG);
    project.run(["render", "acme/pictures", "-d", "data.json"]).succeeds();
}

#[test]
fn receipts_name_the_files() {
    let project = project();
    project.run([&RENDER[..], &["--receipt", "r.json"]].concat()).succeeds();
    let receipt: serde_json::Value = serde_json::from_slice(&project.read("r.json")).unwrap();
    assert_eq!(receipt["library"][0]["name"], "logo.png");
    assert_eq!(receipt["library"][0]["sha256"].as_str().unwrap().len(), 64);
    let verify = ["verify", "pictures.pdf", "--receipt", "r.json", "--template", "pictures"];
    let verify = [&verify[..], &["--data", "data.json"]].concat();
    project.run(&verify).succeeds();
    let project = project.file("library/logo.png", [PNG, b"more"].concat());
    project
        .run(&verify)
        .fails_with(7)
        .stderr_has("the files of the library are not those of the receipt: logo.png");
}

#[test]
fn a_template_without_extensions_names_no_files() {
    let template = with_pictures(&["no-such.png"]).replace("\"extensions\": 1, ", "");
    let project = project().template("pictures", &template);
    project.run(RENDER).succeeds();
}
