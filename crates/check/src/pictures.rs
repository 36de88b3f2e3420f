//! Pictures of the template that cannot be drawn (spec 10.9, 10.10, 11).

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reportctl_engine::budget::Meter;
use reportctl_engine::image::{self, MAX_PICTURES, Picture, Prepared, Reader, letterhead};
use reportctl_engine::layout::{PictureFrame, low_resolution, size_note};
use reportctl_engine::library::{self, Library};
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::template::field::Image;
use reportctl_engine::template::source::{Field, Source};
use reportctl_engine::template::{Kind, Template};

/// Reports images and page backgrounds that cannot be drawn. Each picture is decoded once.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check(
    source: &Source<'_>,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let mut seen: HashMap<&str, Vec<Problem>> = HashMap::new();
    let reader = Reader { extended: source.dialect.is_extended() };
    for field in source.fields().filter(|field| is_picture(field, source)) {
        let uri = field.node.text("content");
        if uri.is_empty() || (source.dialect.is_extended() && uri == Image::GUARD) {
            continue;
        }
        let pointer = format!("{}/content", field.node.pointer);
        let named = source.dialect.is_extended() && library::file_name(uri).is_some();
        if !uri.starts_with("data:") && !named && field.kind == "image" {
            problems.push(
                Problem::warning(
                    Code::IgnoredValue,
                    format!("{} is not a data URI, so no image is drawn", quoted(uri)),
                )
                .field(&*field.name)
                .pointer(pointer)
                .advice(if source.dialect.is_extended() {
                    "name a file of the folder `library`, such as `lib:logo.png`, or write the \
                     picture itself: `data:image/png;base64,…`"
                } else {
                    "write the picture itself: `data:image/png;base64,…`"
                }),
            );
            continue;
        }
        let found = match seen.get(uri) {
            Some(found) => found.clone(),
            None => {
                let found = match seen.len() {
                    MAX_PICTURES.. => vec![too_many()],
                    _ => problems_of(uri, reader, library, meter)?,
                };
                seen.insert(uri, found.clone());
                found
            }
        };
        let located = |problem: Problem| problem.field(&*field.name).pointer(pointer.as_str());
        problems.extend(found.into_iter().map(located));
    }
    for design in &source.designs {
        let uri = design.node.text("backgroundImage");
        if uri.is_empty() {
            continue;
        }
        problems.extend(problems_of(uri, reader, library, meter)?.into_iter().map(|problem| {
            let pointer = format!("{}/backgroundImage", design.node.pointer);
            image::of_background(problem).pointer(pointer)
        }));
    }
    Ok(())
}

/// Reports backgrounds of first and last pages that cannot be drawn, or not all of them.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_variants(
    template: &Template,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let reader = Reader { extended: template.dialect.is_extended() };
    let mut seen = HashSet::new();
    for design in &template.designs {
        for variant in [&design.first_page, &design.last_page].into_iter().flatten() {
            let Some(background) = variant.background.as_ref().filter(|of| !of.uri.is_empty())
            else {
                continue;
            };
            // Pages without their own take that of the template.
            if !seen.insert(&*background.pointer) {
                continue;
            }
            let found = problems_of(&background.uri, reader, library, meter)?;
            let located = |problem| image::of_background(problem).pointer(&*background.pointer);
            problems.extend(found.into_iter().map(located));
        }
    }
    Ok(())
}

/// Reports letterheads that cannot be used.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_letterheads(
    template: &Template,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let reader = Reader { extended: true };
    // What is known of a page of a file; nothing of one that cannot be used, which is reported once.
    let mut known: HashMap<(&str, &str), Option<Arc<Picture>>> = HashMap::new();
    let mut notes = Vec::new();
    for design in &template.designs {
        let Some(letterhead) = &design.letterhead else { continue };
        for source in letterhead.sources() {
            let missing = letterhead::parse(source).is_some_and(|(file, _)| {
                library::file_name(file).is_some()
                    && library.and_then(|library| library.find(file)).is_none()
            });
            // Files that are not there are reported otherwise.
            if missing {
                continue;
            }
            let picture = match known.entry((source, &letterhead.pointer)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let files = library.cloned().unwrap_or_default();
                    let prepared = Prepared::new(reader, files, std::iter::empty());
                    let picture = match prepared.picture(source, meter) {
                        Err(problem) if problem.is_of_budget() => return Err(problem),
                        Err(problem) => {
                            problems.push(problem.pointer(letterhead.pointer.clone()));
                            None
                        }
                        Ok(picture) => Some(picture),
                    };
                    unknown.insert(picture)
                }
            };
            let size = (design.width, design.height);
            notes.extend(picture.as_ref().and_then(|it| size_note(letterhead, size, it)));
        }
    }
    super::say_once(&mut notes);
    problems.extend(notes);
    Ok(())
}

fn is_picture(field: &Field<'_>, source: &Source<'_>) -> bool {
    field.kind == "image" || (source.dialect.is_extended() && field.kind == "svg")
}

/// Dots per inch below which print looks coarse.
const COARSE: f64 = 150.0;

/// Reports pictures of the template that print coarsely; only of templates with extensions, which
/// can do something about it.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_resolution(
    template: &Template,
    library: Option<&Library>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let reader = Reader { extended: template.dialect.is_extended() };
    let mut seen: HashMap<&str, Option<Arc<Picture>>> = HashMap::new();
    for field in template.fields() {
        let Kind::Image(image) = &field.kind else { continue };
        let Some(framing) = &image.extended else { continue };
        let uri = &*image.content.uri;
        let drawn = uri.starts_with("data:") || library::file_name(uri).is_some();
        if !drawn || seen.len() >= MAX_PICTURES {
            continue;
        }
        let picture = match seen.get(uri) {
            Some(known) => known.clone(),
            None => {
                let picture = decode(uri, reader, library, meter)?;
                let picture = picture.and_then(Result::ok).map(Arc::new);
                seen.insert(uri, picture.clone());
                picture
            }
        };
        let frame = PictureFrame::new(picture.as_ref(), framing, (field.width, field.height));
        if let Some(dpi) = frame.dpi.filter(|dpi| *dpi < COARSE) {
            problems.push(
                low_resolution(dpi, COARSE)
                    .field(&*field.name)
                    .pointer(field.pointer.clone())
                    .advice("use a picture with more pixels, or print it smaller"),
            );
        }
    }
    Ok(())
}

/// Why a picture cannot be drawn, or what is wrong with it though it is. Only a time limit ends the
/// check; that a picture would go past another one is a finding.
fn problems_of(
    uri: &str,
    reader: Reader,
    library: Option<&Library>,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    match decode(uri, reader, library, meter)? {
        None => Ok(Vec::new()),
        Some(Ok(picture)) => Ok(image::faults(&picture).chain(image::dropped(&picture)).collect()),
        Some(Err(problem)) => Ok(vec![problem]),
    }
}

/// A picture, or why it cannot be drawn; nothing for a file that is not there, which is reported
/// otherwise. Only a time limit ends the check.
fn decode(
    uri: &str,
    reader: Reader,
    library: Option<&Library>,
    meter: &Meter<'_>,
) -> Result<Option<Result<Picture>>> {
    let named = reader.extended && library::file_name(uri).is_some();
    let picture = match library.and_then(|library| library.find(uri)) {
        _ if !named => reader.decode(uri, meter),
        Some(bytes) => reader.file(bytes, meter),
        None => return Ok(None),
    };
    match picture {
        Err(problem) if problem.is_of_budget() => Err(problem),
        other => Ok(Some(other)),
    }
}

fn too_many() -> Problem {
    Problem::new(
        Code::TooManyImages,
        format!("the template has more than {MAX_PICTURES} different images"),
    )
    .advice("use the same image again instead of many copies that differ")
    .detail("maxImages", MAX_PICTURES)
}
