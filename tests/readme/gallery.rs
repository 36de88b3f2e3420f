//! The pictures of the README are those that the shipped templates give.

use std::fs;

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
    if !tools::has("pdftoppm") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fonts = documents::embedded_fonts();
    for document in first {
        let pdf = folder.path().join(format!("{}.pdf", document.name));
        fs::write(&pdf, document.pdf(&fonts).unwrap()).unwrap();
        let page = &tools::rasters(&pdf, 1, DOTS_PER_INCH)[0];
        let path = documents::root().join(format!("docs/images/{}.png", document.name));
        golden::compare_picture(&path, page);
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
    let (mean, clear) = made[0].difference(&tools::read_png(&picture));
    assert!(mean < 0.01 && clear < 0.01, "{mean} {clear}");
}
