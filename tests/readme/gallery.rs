//! The pictures of the README are those that the shipped templates give.

use std::fs;

use reportctl_raster::{Difference, SEEN};

use crate::documents;
use crate::golden;
use crate::project::Project;
use crate::tools;

/// Wide enough for the columns of the README on screens of double density.
const DOTS_PER_INCH: u32 = 36;

#[test]
fn the_gallery_shows_the_shipped_templates() {
    let readme = std::fs::read_to_string(documents::root().join("README.md")).unwrap();
    let shown = |document: &&documents::Document| document.name == document.template;
    let shipped = documents::shipped();
    let mut first: Vec<_> = shipped.iter().filter(shown).collect();
    first.dedup_by(|a, b| a.name == b.name);
    for document in &first {
        let link = format!("src=\"docs/images/{}.png\"", document.name);
        assert!(readme.contains(&link), "{} is missing in the gallery", document.name);
    }
    let gallery = readme.split("\n## ").find(|chapter| chapter.starts_with("Gallery")).unwrap();
    assert_eq!(gallery.matches("docs/images/").count(), first.len());
    // With letters of our own: what poppler draws depends on the fonts of the machine.
    let project = Project::new();
    for document in first {
        let name = &document.name;
        let file = |folder: &str| documents::root().join(format!("{folder}/{name}.json"));
        let picture = project.path(&format!("{name}.png"));
        let dpi = DOTS_PER_INCH.to_string();
        project
            .run([
                "render".as_ref(),
                file("templates").as_os_str(),
                "--data".as_ref(),
                file("samples").as_os_str(),
                "--output".as_ref(),
                picture.as_os_str(),
                "--format".as_ref(),
                "png".as_ref(),
                "--page".as_ref(),
                "1".as_ref(),
                "--dpi".as_ref(),
                dpi.as_ref(),
            ])
            .succeeds();
        let path = documents::root().join(format!("docs/images/{name}.png"));
        golden::compare_picture(&path, &tools::read_png(&picture));
    }
}

#[test]
fn the_picture_shows_what_the_first_command_makes() {
    let picture = documents::root().join("samples/receipt.png");
    assert!(fs::metadata(&picture).unwrap().len() <= 60_000);
    if !tools::has("pdftoppm") {
        return;
    }
    let project = Project::new();
    let files =
        ["templates/receipt.json", "samples/receipt.json"].map(|n| documents::root().join(n));
    let output = project.path("receipt.pdf");
    let [template, data] = &files;
    project
        .run([
            "render".as_ref(),
            template.as_os_str(),
            "--data".as_ref(),
            data.as_os_str(),
            "--output".as_ref(),
            output.as_os_str(),
        ])
        .succeeds();
    let made = tools::rasters(&output, 1, 100);
    let (made, picture) = (&made[0], tools::read_png(&picture));
    assert_eq!((made.width, made.height), (picture.width, picture.height));
    let difference = Difference::of(made, &picture, SEEN);
    assert!(difference.mean < 0.01 && difference.share < 0.01, "{difference:?}");
}

/// The pictures of `docs/templates-as-code.md`: a page as `render` draws it, and a change as `diff` does.
#[test]
fn the_chapter_on_templates_as_code_shows_what_its_commands_draw() {
    let chapter = fs::read_to_string(documents::root().join("docs/templates-as-code.md")).unwrap();
    let project = Project::new();
    project.run(["init"]).succeeds();
    let render = ["render", "receipt", "--data", "data/receipt.json", "--format", "png"];
    project.run([&render[..], &["--dpi", "72", "-o", "page.png"]].concat()).succeeds();
    let page = tools::read_png(&project.path("page.png"));

    // The address moves down and the accent becomes blue.
    fs::copy(project.path("templates/receipt.json"), project.path("before.json")).unwrap();
    let mut after: serde_json::Value =
        serde_json::from_str(&project.text("templates/receipt.json")).unwrap();
    after["template"]["theme"]["colors"]["accent"] = "#1d4ed8".into();
    for field in after["template"]["schemas"].as_array_mut().unwrap() {
        if field["name"] == "address" {
            field["y"] = 37.into();
        }
    }
    let project = project.file("after.json", after.to_string());
    // Pictures of both lie in the folder of the templates.
    let place = |name: &str| format!("templates/{name}");
    for name in ["before.json", "after.json"] {
        fs::rename(project.path(name), project.path(&place(name))).unwrap();
    }
    let (before, after) = (place("before.json"), place("after.json"));
    let diff = ["diff", &before, &after, "-d", "data/receipt.json", "--format"];
    project.run([&diff[..], &["png", "-o", "diff.png"]].concat()).succeeds();
    let change = tools::read_png(&project.path("diff.png"));
    let half = change.reduced(2, change.width / 2, change.height / 2);
    // Its words stand beside the picture.
    let words = project.run([&diff[..], &["text"]].concat()).succeeds().stdout;
    let words = String::from_utf8(words).unwrap();
    assert!(chapter.contains(&words), "{words}");

    for (name, picture) in [("code-page", page), ("code-diff", half)] {
        assert!(chapter.contains(&format!("images/{name}.png")), "{name}");
        let path = documents::root().join(format!("docs/images/{name}.png"));
        golden::compare_picture(&path, &picture);
        assert!(fs::metadata(&path).unwrap().len() <= 60_000, "{name}");
    }
}
