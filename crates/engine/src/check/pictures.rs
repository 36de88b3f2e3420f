//! Pictures of the template that cannot be drawn (spec 10.9, 10.10, 11).

use std::collections::HashMap;

use super::source::Source;
use crate::budget::Meter;
use crate::draw::MAX_PICTURES;
use crate::image;
use crate::problem::{Code, Problem, quoted};

/// Reports images and page backgrounds that cannot be drawn. Each picture is decoded once.
pub(super) fn check(source: &Source<'_>, problems: &mut Vec<Problem>) {
    let mut seen: HashMap<&str, Vec<Problem>> = HashMap::new();
    for field in source.fields().filter(|field| field.kind == "image") {
        let uri = field.node.text("content");
        if uri.is_empty() {
            continue;
        }
        let pointer = format!("{}/content", field.node.pointer);
        if !uri.starts_with("data:") {
            problems.push(
                Problem::warning(
                    Code::IgnoredValue,
                    format!("{} is not a data URI, so no image is drawn", quoted(uri)),
                )
                .field(field.name)
                .pointer(pointer)
                .advice("write the picture itself: `data:image/png;base64,…`"),
            );
            continue;
        }
        let known = seen.len();
        let found = seen.entry(uri).or_insert_with(|| match known {
            MAX_PICTURES.. => vec![too_many()],
            _ => problems_of(uri),
        });
        let located = |problem: &Problem| problem.clone().field(field.name).pointer(&*pointer);
        problems.extend(found.iter().map(located));
    }
    for design in &source.designs {
        let uri = design.node.text("backgroundImage");
        if uri.is_empty() {
            continue;
        }
        problems.extend(problems_of(uri).into_iter().map(|problem| {
            let pointer = format!("{}/backgroundImage", design.node.pointer);
            crate::draw::as_background(problem).pointer(pointer)
        }));
    }
}

/// Why a picture cannot be drawn, or what is wrong with it though it is.
fn problems_of(uri: &str) -> Vec<Problem> {
    match image::decode(uri, &Meter::default()) {
        Ok(picture) => image::warnings(&picture).collect(),
        Err(problem) => vec![problem],
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
