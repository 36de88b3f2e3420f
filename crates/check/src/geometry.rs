//! Boxes that lie where they should not: off the page, across a band, outside their section
//! (spec 9). Only what holds for any data; what data moves is looked at in the page model.

use std::collections::HashMap;

use super::names::band_name;
use reportctl_engine::format::{Break, table};
use reportctl_engine::problem::{Code, Problem};
use reportctl_engine::template::field::{Form, Table, Width};
use reportctl_engine::template::zone::Zone;
use reportctl_engine::template::{Design, Field, Kind, Template};

/// Less than this many millimetres is a matter of rounding.
pub(super) const TOLERANCE: f64 = 0.05;

/// A member may stick out of its section by this much: authors draw boxes by eye.
const SECTION_TOLERANCE: f64 = 1.0;

/// Cells this narrow hold nothing but their padding, in millimetres.
const NARROWEST_COLUMN: f64 = 3.0;

/// Reports boxes that lie where they should not.
pub(super) fn check(template: &Template, problems: &mut Vec<Problem>) {
    for design in &template.designs {
        let sections = sections(design);
        let first_mover = first_mover(design);
        for field in &design.fields {
            off_page(field, design, problems);
            without_size(field, problems);
            if let Kind::Table(table) = &field.kind {
                columns(field, table, problems);
            }
            match &field.section_id {
                Some(id) => {
                    if let Some(section) = sections.get(id.as_str()) {
                        member(field, section, problems);
                    }
                }
                None => across_band(field, design, first_mover, problems),
            }
        }
    }
}

/// Lengths for messages: millimetres, at most two decimals.
pub(super) fn millimetres(length: f64) -> String {
    let mut text = format!("{length:.2}");
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    format!("{text} mm")
}

fn drawn_width(field: &Field) -> f64 {
    match &field.kind {
        Kind::Table(table) => {
            let (fixed, open) = shown_columns(table);
            let taken = fixed.iter().sum();
            if open > 0 { field.width.max(taken) } else { taken }
        }
        _ => field.width,
    }
}

/// Widths of the columns that have one, and the number of others. Columns that a condition may hide
/// are left out.
fn shown_columns(table: &Table) -> (Vec<f64>, usize) {
    let columns = table.extended.as_ref().map_or(&[][..], |extended| &extended.columns);
    let is_shown = |column: &usize| columns.get(*column).is_none_or(|it| it.visible_when.is_none());
    let mut fixed = Vec::new();
    let mut open = 0;
    for column in (0..table.column_count(None)).filter(is_shown) {
        match table.given_width(column) {
            Width::Fixed(width) => fixed.push(width),
            Width::Unsaid | Width::Auto | Width::Share(_) => open += 1,
        }
    }
    (fixed, open)
}

fn off_page(field: &Field, design: &Design, problems: &mut Vec<Problem>) {
    let zone = Zone::of(field, design);
    // Rotated fields may leave the page on purpose, so they are not reported.
    if field.placing.as_ref().is_some_and(|placing| placing.rotate != 0.0) {
        return;
    }
    let right = field.x + drawn_width(field) - design.width;
    // Flowing fields move to where there is room; members move with their section.
    let authored = zone.repeats() && field.section_id.is_none();
    let flows = matches!(field.kind, Kind::Table(_));
    let below = field.y + if flows { 0.0 } else { field.height } - design.height;
    let sides = [
        ("left", -field.x, true),
        ("right", right, true),
        ("top", -field.y, true),
        ("bottom", below, authored),
    ];
    for (side, excess, counts) in sides {
        if !counts || excess <= TOLERANCE {
            continue;
        }
        let extent = if matches!(side, "left" | "right") { field.width } else { field.height };
        let message = if excess >= extent && extent > 0.0 {
            format!("the field lies off the {side} edge of the page")
        } else {
            format!("the field reaches {} over the {side} edge of the page", millimetres(excess))
        };
        let advice = match side {
            "right" => format!("let it end at x {} at most", millimetres(design.width)),
            "bottom" => format!("let it end at y {} at most", millimetres(design.height)),
            "left" => "let it begin at x 0 or further right".to_owned(),
            _ => "let it begin at y 0 or further down".to_owned(),
        };
        problems.push(
            Problem::warning(Code::OffPage, message)
                .field(&field.name)
                .pointer(field.pointer.clone())
                .advice(advice)
                .detail("side", side)
                .detail("excess", excess),
        );
    }
}

/// A picture, chart or card without width or height cannot be seen.
fn without_size(field: &Field, problems: &mut Vec<Problem>) {
    let boxed = match &field.kind {
        Kind::Image(_) | Kind::Chart(_) | Kind::Kpi(_) | Kind::Code(_) => true,
        Kind::Shape(shape) => !matches!(shape.form, Form::Line { .. }),
        _ => false,
    };
    let key = match (field.width > 0.0, field.height > 0.0) {
        (true, true) => return,
        (false, _) => "width",
        (true, false) => "height",
    };
    if boxed {
        problems.push(
            Problem::warning(
                Code::NeverDrawn,
                format!("the field has no {key}, so nothing is seen"),
            )
            .field(&field.name)
            .pointer(format!("{}/{key}", field.pointer))
            .advice(format!("give it a {key} above 0")),
        );
    }
}

fn columns(field: &Field, table: &Table, problems: &mut Vec<Problem>) {
    let (fixed, open) = shown_columns(table);
    if fixed.is_empty() {
        return;
    }
    let taken: f64 = fixed.iter().sum();
    let width = field.width;
    let (message, advice) = if taken > width + 2.0 * TOLERANCE {
        let (taken, width) = (millimetres(taken), millimetres(width));
        (
            format!("the columns take {taken}, the table is {width} wide"),
            "make the columns narrower or the table wider; the frame follows the columns",
        )
    } else if open > 0 && width - taken < NARROWEST_COLUMN {
        let left = millimetres((width - taken).max(0.0));
        (
            format!("the columns without a width share {left}, which is no room for text"),
            "make the other columns narrower, or the table wider",
        )
    } else {
        return;
    };
    let key = match table.column_widths.is_empty() {
        true => table::COLUMN_STYLES.name,
        false => table::COLUMN_WIDTHS.name,
    };
    problems.push(
        Problem::warning(Code::ColumnWidths, message)
            .field(&field.name)
            .pointer(format!("{}/{key}", field.pointer))
            .advice(advice)
            .detail("columns", taken)
            .detail("table", width),
    );
}

/// The sections of a design by their id; of equal ids the first.
fn sections(design: &Design) -> HashMap<&str, &Field> {
    let mut sections = HashMap::new();
    for field in design.fields.iter().filter(|field| matches!(field.kind, Kind::Section(_))) {
        sections.entry(field.id.as_str()).or_insert(field);
    }
    sections
}

/// A member belongs inside the box of its section, which is what repeats.
fn member(field: &Field, section: &Field, problems: &mut Vec<Problem>) {
    let bottom = section.y + section.height;
    // A table grows its section; only its top has to be inside.
    let low = match field.kind {
        Kind::Table(_) => field.y,
        _ => field.y + field.height,
    };
    let (excess, where_, over) = if section.y - field.y > SECTION_TOLERANCE {
        (section.y - field.y, "above", "what stands before it")
    } else if low - bottom > SECTION_TOLERANCE {
        (low - bottom, "below", "the next repetition")
    } else {
        return;
    };
    let message = format!(
        "the field reaches {} {where_} its section `{}`, so it is drawn over {over}",
        millimetres(excess),
        section.name
    );
    problems.push(
        Problem::warning(Code::OutsideSection, message)
            .field(&field.name)
            .pointer(field.pointer.clone())
            .advice("move the field into the box of the section, or make the section higher")
            .detail("section", section.name.as_str())
            .detail("excess", excess),
    );
}

/// A body field that lies partly in the header or footer band was probably meant for one of them.
fn across_band(field: &Field, design: &Design, first_mover: f64, problems: &mut Vec<Problem>) {
    if Zone::of(field, design) != Zone::Body {
        return;
    }
    let into_header = design.header_height - field.y;
    let into_footer = field.y + field.height - design.body_bottom();
    let (zone, message) = if into_header > TOLERANCE {
        let excess = millimetres(field.y + field.height - design.header_height);
        let message = format!(
            "the field begins in the header band but ends {excess} below it, so it is printed \
             once and not on every page"
        );
        (Zone::Header, message)
    } else if into_footer > TOLERANCE && stays_in_place(field, design, first_mover) {
        let target = if design.footer_height > 0.0 { "the footer band" } else { "the page's end" };
        let message = format!(
            "the field reaches {} past the beginning of {target}, so it moves to the next page",
            millimetres(into_footer)
        );
        (Zone::Footer, message)
    } else {
        return;
    };
    let advice = match zone {
        Zone::Header => "let it end within the band, or begin below it".to_owned(),
        _ => format!("let it end at y {} at most", millimetres(design.body_bottom())),
    };
    problems.push(
        Problem::warning(Code::BandOverlap, message)
            .field(&field.name)
            .pointer(field.pointer.clone())
            .advice(advice)
            .detail("band", band_name(zone)),
    );
}

/// Returns `true` if a body field is drawn at its authored place whatever the data: nothing above
/// it grows, shrinks or hides, and it does not itself go over pages.
fn stays_in_place(field: &Field, design: &Design, first_mover: f64) -> bool {
    !flows(field) && !continues(field) && field.y > design.header_height && field.y <= first_mover
}

/// Returns `true` for a text that continues on the next page.
fn continues(field: &Field) -> bool {
    let Kind::Text(text) = &field.kind else { return false };
    text.composed.as_ref().is_some_and(|composed| composed.break_inside == Break::Auto)
}

/// Returns `true` if a field goes over pages.
fn flows(field: &Field) -> bool {
    matches!(field.kind, Kind::Table(_) | Kind::Section(_))
}

/// The top of the first body field that can grow, shrink or hide, and so move what is below it.
fn first_mover(design: &Design) -> f64 {
    let moves = |field: &&Field| {
        field.section_id.is_none()
            && (flows(field) || field.visible_when.is_some())
            && Zone::of(field, design) == Zone::Body
    };
    design.fields.iter().filter(moves).map(|field| field.y).fold(f64::INFINITY, f64::min)
}
