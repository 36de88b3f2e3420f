//! Letterheads and pictures under pages (spec 20.7.6).

use std::collections::HashSet;

use super::page::Page;
use crate::budget::Meter;
use crate::image::{self, Picture, Prepared};
use crate::problem::{Code, Problem, Result};
use crate::template::Letterhead;

/// Largest difference between the sizes of a letterhead and its page, in millimetres.
const TOLERANCE: f64 = 1.0;

/// Notes of letterheads that are larger or smaller than the pages that they lie under, one for each
/// page of a file and design.
///
/// # Errors
/// `backgroundUnreadable`, with its place.
pub(super) fn notes(
    pages: &[Page<'_>],
    pictures: &Prepared,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    let mut seen = HashSet::new();
    let mut notes = Vec::new();
    for page in pages {
        let design = page.design;
        let Some((letterhead, source)) = design.letterhead.as_ref().zip(page.letterhead()) else {
            continue;
        };
        if !seen.insert((std::ptr::from_ref(design), source)) {
            continue;
        }
        let picture = pictures.picture(source, meter);
        let picture = picture.map_err(|problem| problem.pointer(letterhead.pointer.clone()))?;
        let note = size_note(letterhead, (design.width, page.height), &picture);
        notes.extend(note.map(|note| note.on_page(page.number)));
    }
    Ok(notes)
}

/// Notes of page backgrounds that have parts which are not drawn, one for each background of a design.
pub(super) fn background_notes(
    pages: &[Page<'_>],
    pictures: &Prepared,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    let mut seen = HashSet::new();
    let mut notes = Vec::new();
    for page in pages {
        let Some(background) = page.background() else { continue };
        let mut is_new = || seen.insert((std::ptr::from_ref(page.design), background.uri.as_ptr()));
        if !pictures.is_drawing(&background.uri) || !is_new() {
            continue;
        }
        let picture = match pictures.picture(&background.uri, meter) {
            Ok(picture) => picture,
            Err(problem) if problem.is_of_budget() => return Err(problem),
            // Drawing reports it.
            Err(_) => continue,
        };
        notes.extend(image::dropped(&picture).map(|note| {
            let note = image::of_background(note).pointer(background.pointer.clone());
            note.on_page(page.number)
        }));
    }
    Ok(notes)
}

/// The note of a letterhead that is larger or smaller than a page of this size.
pub fn size_note(
    letterhead: &Letterhead,
    (page_width, page_height): (f64, f64),
    picture: &Picture,
) -> Option<Problem> {
    let (width, height) = picture.own_size(0.0);
    let is_off = |own: f64, side: f64| (own - side).abs() > TOLERANCE;
    (is_off(width, page_width) || is_off(height, page_height)).then(|| {
        let message = format!(
            "the letterhead is {width:.0} x {height:.0} mm, but its page is {page_width} x {page_height} mm"
        );
        Problem::warning(Code::BackgroundSize, message)
            .pointer(letterhead.pointer.clone())
            .advice("save the letterhead in the size of the page")
            .detail("width", width)
            .detail("height", height)
    })
}
