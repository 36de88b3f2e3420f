//! Golden pictures of a few pages; and our encoder compared with printpdf. (Page models: `cases.rs`.)
//!
//! `UPDATE_GENERATED=1 cargo test golden` writes the references again; look at the difference before you
//! commit it.

use std::path::{Path, PathBuf};

use reportctl::Fonts;
use reportctl_raster::{Difference, Image, SEEN};

use crate::documents::{self, Document};
use crate::snapshot;
use crate::thorough::sampled;
use crate::tools;

/// Pages of a document that are compared as pictures.
const PAGES: usize = 3;

fn golden(file: &str) -> PathBuf {
    documents::root().join("tests/golden").join(file)
}

fn everything() -> Vec<Document> {
    let mut documents = documents::format_samples();
    documents.extend(documents::shipped());
    documents
}

fn write(folder: &Path, file: &str, pdf: &[u8]) -> PathBuf {
    let path = folder.join(file);
    std::fs::write(&path, pdf).unwrap();
    path
}

/// Its watermarks are groups with opacity, which the encoder of the reference does not draw.
const WITH_GROUPS: &str = "danfse";

/// The encoder merges, tracks state and rounds; what comes out must look like what printpdf's
/// plain operations draw from the same display lists, and read the same.
#[test]
fn our_encoder_draws_what_printpdf_draws() {
    if !tools::has("pdftoppm") || !tools::has("pdftotext") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let standard = Fonts::standard();
    let embedded = documents::embedded_fonts();
    let mut different = Vec::new();
    for document in sampled(everything(), 25) {
        let name = &document.name;
        // Long documents repeat themselves; their layout is covered by the page models.
        if document.page_count(&standard) > 10 || document.template == WITH_GROUPS {
            continue;
        }
        for (kind, fonts) in [("standard", &standard), ("embedded", &embedded)] {
            let ours = document.pdf(fonts).unwrap();
            let ours = write(folder.path(), &format!("{name}-{kind}-ours.pdf"), &ours);
            let plain = document.reference_pdf(fonts).unwrap();
            let plain = write(folder.path(), &format!("{name}-{kind}-plain.pdf"), &plain);
            assert_eq!(tools::texts(&ours), tools::texts(&plain), "{name} {kind}");
            let pages = tools::rasters(&ours, PAGES, 72);
            let plain = tools::rasters(&plain, PAGES, 72);
            assert_eq!(pages.len(), plain.len(), "{name} {kind}");
            for (i, (ours, plain)) in pages.iter().zip(&plain).enumerate() {
                assert_eq!((ours.width, ours.height), (plain.width, plain.height), "{name}");
                let Difference { mean, share: clear, .. } = Difference::of(ours, plain, SEEN);
                // Where a bar or a frame begins in a pixel, and which row of pixels a thin line
                // gets, shows the third decimal, which we leave out.
                let most = match document.template.as_str() {
                    "shipping-label" => 0.006,
                    "certificate" | "swiss-invoice" | "timesheet" => 0.004,
                    _ => 0.002,
                };
                if mean >= most || clear >= most {
                    different.push(format!("{name} {kind} page {}: {mean} {clear}", i + 1));
                }
            }
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

/// Looks of pages, coarsely: in embedded outlines, so that no font of the machine matters.
#[test]
fn pages_look_as_they_did() {
    if !tools::has("pdftoppm") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fonts = documents::embedded_fonts();
    let pictured =
        ["invoice-small", "delivery-note-small", "sales-dashboard-small", "certificate-small"];
    for document in everything().iter().filter(|d| pictured.contains(&d.name.as_str())) {
        let pdf =
            write(folder.path(), &format!("{}.pdf", document.name), &document.pdf(&fonts).unwrap());
        for (i, page) in tools::rasters(&pdf, PAGES, 24).iter().enumerate() {
            let path = golden(&format!("{}-{}.png", document.name, i + 1));
            compare_picture(&path, page);
        }
    }
}

/// Compares a page with its stored picture, or stores it.
pub(crate) fn compare_picture(path: &Path, page: &Image) {
    let stored = path.exists().then(|| tools::read_png(path));
    let stored = stored.filter(|it| (it.width, it.height) == (page.width, page.height));
    let difference = stored.map(|stored| Difference::of(page, &stored, SEEN));
    if difference.is_some_and(|it| it.mean < 0.01 && it.share < 0.01) {
        return;
    }
    if snapshot::update() {
        write_png(path, page);
        return;
    }
    panic!("{}: {difference:?} (UPDATE_GENERATED=1 stores what is drawn now)", path.display());
}

fn write_png(path: &Path, raster: &Image) {
    let file = std::fs::File::create(path).unwrap();
    let (width, height) = (raster.width.try_into().unwrap(), raster.height.try_into().unwrap());
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().unwrap().write_image_data(&raster.rgb).unwrap();
}
