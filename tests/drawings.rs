//! SVG drawings of pages, compared with the PDF: both as pictures must be the same.
//!
//! Programs round the places of letters to pixels, each in its way. So pages are painted larger and
//! made smaller afterwards; then what differs is geometry.

use std::path::{Path, PathBuf};
use std::process::Command;

use reportctl::{Fonts, Options};
use reportctl_raster::{Difference, Image, SEEN};

use crate::documents::{self, Document};
use crate::thorough::{is_thorough, sampled};
use crate::tools;

/// Pages of a document that are compared as pictures.
const PAGES: usize = 2;
const DPI: u32 = 96;
/// Factor by which they are enlarged.
const LARGER: usize = 3;

/// The share of pixels that may differ clearly.
const MOST_DIFFERENT: f64 = 0.005;

#[test]
fn pages_look_as_in_the_pdf() {
    if !tools::has("pdftoppm") || !tools::has("rsvg-convert") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let standard = Fonts::standard();
    let embedded = documents::embedded_fonts();
    let fontconfig = helvetica(folder.path());
    let environment = [("FONTCONFIG_FILE", fontconfig.as_path())];
    let mut all = sampled(documents::format_samples(), 3);
    all.extend(sampled(documents::shipped_files(), 16).iter().map(documents::Files::read));
    let mut compared = 0;
    let mut different = Vec::new();
    for document in &all {
        // Long documents repeat themselves.
        if document.page_count(&standard) > 10 {
            continue;
        }
        // Outlines of a font of the user differ in nothing but the font: small documents show that.
        let with_font = document.name.ends_with("-small").then_some(("embedded", &embedded));
        for (kind, fonts) in [("standard", &standard)].into_iter().chain(with_font) {
            let name = format!("{}-{kind}", document.name);
            let pdf = folder.path().join(format!("{name}.pdf"));
            std::fs::write(&pdf, document.pdf(fonts).unwrap()).unwrap();
            let pages = tools::rasters_with(&environment, &pdf, PAGES, DPI * LARGER as u32);
            let drawings = drawings(document, fonts);
            for (index, (page, svg)) in pages.iter().zip(&drawings).enumerate() {
                let svg = rasterised(svg, &folder.path().join(format!("{name}-{index}.svg")));
                // How a fraction of a pixel at the edge is rounded is up to the program.
                assert!(
                    page.width.abs_diff(svg.width) <= 1 && page.height.abs_diff(svg.height) <= 1
                );
                let width = page.width.min(svg.width) / LARGER;
                let height = page.height.min(svg.height) / LARGER;
                let page = page.reduced(LARGER, width, height);
                let svg = svg.reduced(LARGER, width, height);
                let clear = Difference::of(&page, &svg, SEEN).share;
                // A large picture is resampled differently by the two programs, along each edge in it.
                // The reader has a bold face in place of Helvetica, our drawing one of nearly the same outlines.
                let is_bold = kind == "standard" && document.is_bold_somewhere();
                let most = match document.name.as_str() {
                    _ if is_bold => 0.02,
                    name if name.starts_with("price-list") => 0.007,
                    // Each bar of a code has two edges, which the two programs smooth differently.
                    name if name.starts_with("shipping-label") => 0.007,
                    _ => MOST_DIFFERENT,
                };
                if clear >= most {
                    different.push(format!("{name} page {}: {clear:.4}", index + 1));
                }
                compared += 1;
            }
        }
    }
    assert!(different.is_empty(), "{different:#?}");
    assert!(compared > if is_thorough() { 40 } else { 2 }, "{compared}");
}

/// Shapes, turned and painted through, with things that overlap within one field.
const SHAPES: &str = r##"{"page": {"width": 120, "height": 100}, "extensions": 1, "schemas": [
    {"id": "1", "name": "panel", "type": "rectangle", "x": 5, "y": 5, "width": 50, "height": 30, "color": "#2563eb",
     "borderColor": "#0f172a", "borderWidth": 2, "radius": {"topLeft": 8, "bottomRight": 4}, "opacity": 0.5, "rotate": 20},
    {"id": "2", "name": "disc", "type": "ellipse", "x": 35, "y": 12, "width": 40, "height": 24, "color": "#f59e0b",
     "opacity": 0.6, "position": "page"},
    {"id": "3", "name": "line", "type": "line", "x": 10, "y": 90, "width": 90, "height": 5, "color": "#b91c1c",
     "borderWidth": 1.5, "dash": [4, 2], "cap": "round", "direction": "up", "position": "page"},
    {"id": "4", "name": "star", "type": "path", "x": 80, "y": 10, "width": 30, "height": 20, "viewBox": [0, 0, 100, 100],
     "d": "M50 0L79 90L2 35H98L21 90Z", "fillRule": "evenodd", "color": "#15803d", "fit": "contain", "position": "page"},
    {"id": "5", "name": "arcs", "type": "path", "x": 80, "y": 40, "width": 30, "height": 30, "viewBox": [0, 0, 20, 20],
     "d": "M10 2A8 8 0 1 1 2 10L10 10ZM4 4c2-3 4-3 6 0s-4 6-6 0z", "color": "#7c3aed", "borderColor": "#000000",
     "borderWidth": 0.5, "rotate": -45, "opacity": 0.7, "position": "page"},
    {"id": "6", "name": "mark", "type": "text", "x": 10, "y": 45, "width": 60, "height": 20, "content": "COPY", "fontSize": 48,
     "fontColor": "#999999", "backgroundColor": "#fef3c7", "radius": 5, "rotate": -30, "opacity": 0.5, "zIndex": -1,
     "position": "page"},
    {"id": "7", "name": "turned", "type": "table", "x": 20, "y": 70, "width": 50, "height": 14, "head": ["A", "B"],
     "content": [["1", "2"]], "rotate": 10, "opacity": 0.5, "headBackgroundColor": "#cbd5e1", "position": "page"}]}"##;

#[test]
fn shapes_look_as_in_the_pdf() {
    if !tools::has("pdftoppm") || !tools::has("rsvg-convert") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fonts = Fonts::standard();
    let template = reportctl::Value::from_json(SHAPES).unwrap();
    let prepared = reportctl::prepare(&template, &reportctl::Value::Null).unwrap();
    let data = reportctl::Value::Null;
    let options = Options { draft: Some("DRAFT"), ..Options::new(&fonts) };
    let layout = prepared.layout(&data, &options).unwrap();
    let pdf = folder.path().join("shapes.pdf");
    std::fs::write(&pdf, prepared.draw(&layout, &options).unwrap().bytes).unwrap();
    let mut svg = String::new();
    let keep = |_, file| {
        svg = file;
        Ok(())
    };
    prepared.svg(&layout, &options, |_| true, keep).unwrap();
    let fontconfig = helvetica(folder.path());
    let environment = [("FONTCONFIG_FILE", fontconfig.as_path())];
    let pages = tools::rasters_with(&environment, &pdf, 1, DPI * LARGER as u32);
    let drawn = rasterised(&svg, &folder.path().join("shapes.svg"));
    let page = &pages[0];
    let width = page.width.min(drawn.width) / LARGER;
    let height = page.height.min(drawn.height) / LARGER;
    let [page, drawn] = [page, &drawn].map(|image| image.reduced(LARGER, width, height));
    let clear = Difference::of(&page, &drawn, SEEN).share;
    assert!(clear < 2.0 * MOST_DIFFERENT, "{clear:.4}");
}

/// A configuration in which Helvetica is the face that drawings take for it: which one a machine
/// has instead says nothing about us.
pub(crate) fn helvetica(folder: &Path) -> PathBuf {
    let fonts = documents::root().join("crates/fonts/src/data");
    let (fonts, cache) = (fonts.display(), folder.join("cache"));
    let text = format!(
        r#"<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig><dir>{fonts}</dir><cachedir>{}</cachedir><alias binding="same">
        <family>Helvetica</family><prefer><family>ReportSans</family></prefer>
        </alias></fontconfig>"#,
        cache.display()
    );
    let file = folder.join("fonts.conf");
    std::fs::write(&file, text).unwrap();
    file
}

/// The first pages as SVG.
fn drawings(document: &Document, fonts: &Fonts) -> Vec<String> {
    let options = Options::new(fonts);
    let layout = document.prepared.layout(&document.data, &options).unwrap();
    let mut files = Vec::new();
    let keep = |_, file| {
        files.push(file);
        Ok(())
    };
    document.prepared.svg(&layout, &options, |page| page <= PAGES, keep).unwrap();
    files
}

fn rasterised(svg: &str, path: &Path) -> Image {
    std::fs::write(path, svg).unwrap();
    let png: PathBuf = path.with_extension("png");
    let dpi = (DPI * LARGER as u32).to_string();
    let output = Command::new("rsvg-convert")
        .args(["--unlimited", "--dpi-x", &dpi, "--dpi-y", &dpi, "--background-color", "white"])
        .args(["--output".as_ref(), png.as_os_str(), path.as_os_str()])
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{}: {complaint}", path.display());
    tools::read_png(&png)
}
