//! The file as a document.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;

use hayro::hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use hayro::hayro_syntax::object::{DateTime, Dict, Object, String as PdfString};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::kurbo::{Affine, Rect};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use reportctl_raster::Image;

use super::content::{Collector, MOST_BYTES, TooMany};
use super::values::{FontNames, millimetres, text_string};
use super::{ComparedDocument, Sheet, sizes};
use crate::base::files;
use crate::documents::codes;
use engine::problem::{Problem, Result, quoted};

/// Largest file, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// Most pixels of a picture in a document.
const MAX_PIXELS: u64 = 100_000_000;

fn refused(file: &str, message: String, advice: &'static str) -> Problem {
    Problem::new(codes::USAGE, message).file(file).advice(advice)
}

fn damaged(file: &str, why: &str) -> Problem {
    refused(
        file,
        format!("{} cannot be read as a PDF document: {why}", quoted(file)),
        "make it again, or compare it with a reader of PDF",
    )
}

/// Runs the library, which may panic on damaged documents. Only `diff` calls this, on one thread, so the
/// hook that prints panics can be replaced meanwhile.
fn guarded<T>(file: &str, read: impl FnOnce() -> Result<T>) -> Result<T> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let read = catch_unwind(AssertUnwindSafe(read));
    set_hook(hook);
    read.unwrap_or_else(|thrown| {
        Err(damaged(
            file,
            if thrown.is::<TooMany>() { "its pages are too long" } else { "it is damaged" },
        ))
    })
}

/// A document, whatever program made it.
pub(super) fn load(path: &Path) -> Result<Pdf> {
    let file = files::display_name(path);
    let bytes = files::read_limited(path, MAX_BYTES)?;
    let locked = || {
        refused(
            &file,
            format!("{} has a password", quoted(&file)),
            "compare documents without one, or the templates",
        )
    };
    // Readers repair a file that was cut off: pages would be missing in silence.
    let end = bytes.len().saturating_sub(2048);
    if !contains(&bytes[end..], b"startxref") {
        return Err(damaged(&file, "its end is missing"));
    }
    if is_encrypted(&bytes) {
        return Err(locked());
    }
    sizes::check(&bytes).map_err(|why| damaged(&file, why))?;
    guarded(&file, || {
        let pdf = Pdf::new(bytes).map_err(|error| match error {
            LoadPdfError::Decryption(_) => locked(),
            LoadPdfError::Invalid => damaged(&file, "it has no pages"),
        })?;
        for object in pdf.objects() {
            let Object::Stream(stream) = object else { continue };
            let side = |key| stream.dict().get::<u32>(key).map_or(0, u64::from);
            if side("Width") * side("Height") > MAX_PIXELS {
                return Err(damaged(&file, "a picture of it is too large"));
            }
        }
        Ok(pdf)
    })
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Looks for a trailer that says how the document is encrypted (ISO 32000-1, 7.6.1).
fn is_encrypted(bytes: &[u8]) -> bool {
    const KEY: &[u8] = b"/Encrypt";
    let after = |at: usize| bytes[at + KEY.len()..].iter().find(|byte| !byte.is_ascii_whitespace());
    let keys = bytes.windows(KEY.len()).enumerate().filter(|(_, window)| *window == KEY);
    keys.map(|(at, _)| after(at)).any(|next| next.is_some_and(|next| b"<0123456789".contains(next)))
}

/// Metadata, fonts and pages of a document.
pub(super) fn document(path: &Path, pdf: &Pdf) -> Result<ComparedDocument> {
    collected(&files::display_name(path), pdf, MOST_BYTES)
}

/// As [`document`], with at most so many bytes.
fn collected(file: &str, pdf: &Pdf, most: usize) -> Result<ComparedDocument> {
    guarded(file, || {
        let settings = InterpreterSettings::default();
        let names = FontNames::of(pdf, &settings);
        let cache = InterpreterCache::new();
        let mut collector = Collector::new(&names, most);
        let mut pages = Vec::new();
        for page in pdf.pages().iter() {
            let (width, height) = page.render_dimensions();
            let (width, height) = (f64::from(width), f64::from(height));
            let (place, area) = (placed(page), Rect::new(0.0, 0.0, width, height));
            let mut context = Context::new(place, area, &cache, pdf.xref(), settings.clone());
            interpret_page(page, &mut context, &mut collector);
            let (width, height) = (millimetres(width), millimetres(height));
            pages.push(Sheet { width, height, ..collector.take() });
        }
        Ok(ComparedDocument {
            facts: facts(pdf),
            fonts: collector.used.into_iter().collect(),
            pages,
        })
    })
}

/// From the coordinates of a page to points from its top left.
fn placed(page: &Page<'_>) -> Affine {
    page.initial_transform(true).to_kurbo()
}

/// The metadata of a document.
fn facts(pdf: &Pdf) -> Vec<(&'static str, String)> {
    let said = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().map(text_string);
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let language = catalog.and_then(|catalog| catalog.get::<PdfString<'_>>("Lang"));
    let facts = [
        ("title", text(&said.title)),
        ("author", text(&said.author)),
        ("subject", text(&said.subject)),
        ("keywords", text(&said.keywords)),
        ("creation date", said.creation_date.map(date)),
        ("producer", text(&said.producer)),
        ("language", language.map(|language| text_string(language.as_bytes()))),
    ];
    let facts = facts.into_iter().filter_map(|(name, fact)| Some((name, fact?)));
    facts.filter(|(_, fact)| !fact.is_empty()).collect()
}

fn date(date: DateTime) -> String {
    let DateTime { year, month, day, hour, minute, second, .. } = date;
    let (hours, minutes) = (date.utc_offset_hour, date.utc_offset_minute);
    format!(
        "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} {hours:+03}:{minutes:02}"
    )
}

/// The pages of a document as pictures.
pub(super) fn pictures(path: &Path, pdf: &Pdf, dpi: f64) -> Result<Vec<Image>> {
    let file = files::display_name(path);
    guarded(&file, || {
        let cache = RenderCache::new();
        let settings = InterpreterSettings::default();
        let scale = dpi / 72.0;
        let mut images = Vec::new();
        for page in pdf.pages().iter() {
            let (width, height) = page.render_dimensions();
            let side = |points: f32| (f64::from(points) * scale).ceil().max(1.0);
            let (width, height) = (side(width), side(height));
            reportctl_raster::within_limit(width, height)?;
            if width.max(height) > f64::from(u16::MAX) {
                return Err(damaged(&file, "a page of it is too long to be drawn"));
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            let (width, height) = (width as u16, height as u16);
            let mut context = RenderContext::new(width, height);
            let place = Affine::scale(scale) * placed(page);
            let render = RenderSettings { hinting: false, ..RenderSettings::default() };
            render_into(page, &cache, &settings, &render, &mut context, place);
            context.flush();
            let mut pixels = Pixmap::new(width, height);
            let paper = RasterizerSettings {
                target_init: TargetInit::Clear(WHITE),
                ..RasterizerSettings::default()
            };
            context.render_with(&mut pixels, &mut Resources::default(), paper);
            let rgb = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
            images.push(Image { width: width.into(), height: height.into(), rgb });
        }
        Ok(images)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_draw_groups_are_refused() {
        let mut file = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 99 99]>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/Contents 40 0 R\
            /Resources<</XObject<</X 20 0 R>>>>>>endobj\n\
            40 0 obj<</Length 5>>stream\n/X Do\nendstream endobj\n"
            .to_owned();
        for depth in 20..32 {
            let (content, inner) = match depth {
                31 => ("0 0 9 9 re f".to_owned(), String::new()),
                _ => ("/X Do ".repeat(10), format!("/XObject<</X {} 0 R>>", depth + 1)),
            };
            file.push_str(&format!(
                "{depth} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 99 99]\
                 /Resources<<{inner}>>/Length {}>>stream\n{content}\nendstream endobj\n",
                content.len()
            ));
        }
        file.push_str("trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF");
        let pdf = Pdf::new(file.into_bytes()).expect("a document");
        let problem = collected("a.pdf", &pdf, 1 << 16).expect_err("10^11 areas");
        assert!(problem.message.contains("its pages are too long"), "{problem}");
    }
}
