//! Pictures of the template that cannot be drawn (spec 10.9, 10.10, 11).

use std::collections::HashMap;

use crate::budget::Meter;
use crate::draw::MAX_PICTURES;
use crate::image;
use crate::problem::{Code, Problem, quoted};
use crate::template::source::Source;

/// Reports images and page backgrounds that cannot be drawn. Each picture is decoded once.
pub(super) fn check(source: &Source<'_>, problems: &mut Vec<Problem>) {
    let mut seen: HashMap<&str, Option<Problem>> = HashMap::new();
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
                .field(&*field.name)
                .pointer(pointer)
                .advice("write the picture itself: `data:image/png;base64,…`"),
            );
            continue;
        }
        let known = seen.len();
        let found = seen.entry(uri).or_insert_with(|| match known {
            MAX_PICTURES.. => Some(too_many()),
            _ => image::decode(uri, &Meter::default()).err(),
        });
        problems.extend(found.clone().map(|problem| problem.field(&*field.name).pointer(pointer)));
    }
    for design in &source.designs {
        let uri = design.node.text("backgroundImage");
        if uri.is_empty() {
            continue;
        }
        let decoded = image::check_background(uri)
            .and_then(|()| image::decode(uri, &Meter::default()).map(|_| ()));
        problems.extend(decoded.err().map(|problem| {
            let pointer = format!("{}/backgroundImage", design.node.pointer);
            crate::draw::as_background(problem).pointer(pointer)
        }));
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
