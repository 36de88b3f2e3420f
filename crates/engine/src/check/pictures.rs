//! Pictures of the template that cannot be drawn (spec 10.9, 10.10, 11).

use std::collections::HashMap;

use crate::budget::Meter;
use crate::draw::MAX_PICTURES;
use crate::image;
use crate::problem::{Code, Problem, Result, quoted};
use crate::template::field::Image;
use crate::template::source::Source;

/// Reports images and page backgrounds that cannot be drawn. Each picture is decoded once.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check(
    source: &Source<'_>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let mut seen: HashMap<&str, Vec<Problem>> = HashMap::new();
    for field in source.fields().filter(|field| field.kind == "image") {
        let uri = field.node.text("content");
        if uri.is_empty() || (source.extended && uri == Image::GUARD) {
            continue;
        }
        let pointer = format!("{}/content", field.node.pointer);
        if !uri.starts_with("data:") {
            problems.push(
                Problem::warning(
                    Code::IgnoredValue,
                    format!("{} is not a data URI, so no image is drawn", quoted(uri)),
                )
                .field(&*field.name)
                .pointer(pointer)
                .advice("write the picture itself: `data:image/png;base64,…`"),
            );
            continue;
        }
        let found = match seen.get(uri) {
            Some(found) => found.clone(),
            None => {
                let found = match seen.len() {
                    MAX_PICTURES.. => vec![too_many()],
                    _ => problems_of(uri, meter)?,
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
        problems.extend(problems_of(uri, meter)?.into_iter().map(|problem| {
            let pointer = format!("{}/backgroundImage", design.node.pointer);
            crate::draw::as_background(problem).pointer(pointer)
        }));
    }
    Ok(())
}

/// Why a picture cannot be drawn, or what is wrong with it though it is. Only a time limit ends the
/// check; that a picture would go past another one is a finding.
fn problems_of(uri: &str, meter: &Meter<'_>) -> Result<Vec<Problem>> {
    match image::decode(uri, meter) {
        Ok(picture) => Ok(image::warnings(&picture).collect()),
        Err(problem) if problem.code == Code::TimeLimit => Err(problem),
        Err(problem) => Ok(vec![problem]),
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
