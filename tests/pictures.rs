//! Pictures of pages, compared with those that a reader makes of the PDF.

use reportctl::{Fonts, Options};
use reportctl_raster::{Difference, Image, Rasteriser, SEEN};

use crate::documents::{self, Document};
use crate::thorough::{is_thorough, sampled};
use crate::tools;

/// Pages of a document that are compared.
const PAGES: usize = 3;
const DPI: u32 = 150;

/// The share of pixels that may differ clearly.
const MOST_DIFFERENT: f64 = 0.004;

#[test]
fn pages_look_as_in_the_pdf() {
    if !tools::has("pdftoppm") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let embedded = documents::embedded_fonts();
    let fontconfig = crate::drawings::helvetica(folder.path());
    let environment = [("FONTCONFIG_FILE", fontconfig.as_path())];
    let standard = Fonts::standard();
    let mut all = sampled(documents::format_samples(), 3);
    all.extend(sampled(documents::shipped_files(), 16).iter().map(documents::Files::read));
    let mut compared = 0;
    let mut different = Vec::new();
    for document in &all {
        for (kind, fonts) in [("standard", &standard), ("embedded", &embedded)] {
            // Long documents repeat themselves.
            if document.page_count(fonts) > 10 {
                continue;
            }
            let name = format!("{}-{kind}", document.name);
            let pdf = folder.path().join(format!("{name}.pdf"));
            std::fs::write(&pdf, document.pdf(fonts).unwrap()).unwrap();
            let pages = tools::rasters_with(&environment, &pdf, PAGES, DPI);
            for (index, (page, ours)) in
                pages.into_iter().zip(pictures(document, fonts)).enumerate()
            {
                assert_eq!((page.width, page.height), (ours.width, ours.height), "{name}");
                let share = Difference::of(&page, &ours, SEEN).share;
                if let Some(kept) = std::env::var_os("REPORTCTL_KEEP_PICTURES") {
                    let file = |what: &str| {
                        std::path::Path::new(&kept).join(format!("{name}-{index}-{what}.png"))
                    };
                    std::fs::write(file("theirs"), page.png(150.0).unwrap()).unwrap();
                    std::fs::write(file("ours"), ours.png(150.0).unwrap()).unwrap();
                    let both = reportctl_raster::overlay(&page, &ours);
                    std::fs::write(file("both"), both.png(150.0).unwrap()).unwrap();
                }
                if share >= MOST_DIFFERENT {
                    different.push(format!("{name} page {}: {share:.4}", index + 1));
                }
                compared += 1;
            }
        }
    }
    assert!(different.is_empty(), "{different:#?}");
    assert!(compared > if is_thorough() { 60 } else { 4 }, "{compared}");
}

/// The first pages as pictures.
fn pictures(document: &Document, fonts: &Fonts) -> Vec<Image> {
    let options = Options::new(fonts);
    let layout = document.prepared.layout(&document.data, &options).unwrap();
    let mut rasteriser = Rasteriser::new(f64::from(DPI));
    let mut images = Vec::new();
    let wanted = |page| page <= PAGES;
    document
        .prepared
        .painted(&layout, &options, wanted, |_, painter, _| {
            images.push(rasteriser.page(painter)?);
            Ok(())
        })
        .unwrap();
    images
}
