//! Widths of columns (spec 20.2.2).

use std::ops::Range;
use std::sync::Arc;

use super::super::Resolver;
use super::super::block::of_fault;
use super::super::slice::RowKind;
use super::groups::Grouped;
use super::rows::{Totals, Words, body_words, title};
use crate::paragraph::{INDENT, ListItemFinder, Span, paragraphs};
use crate::problem::Result;
use crate::template::Field;
use crate::template::field::{Extended, Look, Table, Width};
use crate::units::{mm_to_pt, pt_to_mm};

/// Extra width of a column beyond its text, in millimetres. Conversion to millimetres and back
/// rounds, and must not break the widest text.
const HAIR: f64 = 1e-9;

/// The widths of a table of these columns, hidden or not; whether they are wider than the table.
pub(super) fn widths<'a>(
    field: &Field,
    table: &Table,
    extended: &Extended,
    hidden: &[bool],
    data: &Grouped<'_>,
    totals: &Totals<'_>,
    resolver: &mut Resolver<'_, 'a>,
) -> Result<(Arc<[f64]>, bool)> {
    let of = |(column, hidden): (usize, &bool)| {
        if *hidden { Width::Fixed(0.0) } else { table.given_width(column) }
    };
    let given: Vec<Width> = hidden.iter().enumerate().map(of).collect();
    let mut autos = vec![(0.0, 0.0); hidden.len()];
    if given.contains(&Width::Auto) {
        measure(field, table, extended, &given, hidden, data, totals, &mut autos, resolver)?;
    }
    Ok(share(&given, &autos, field.width))
}

/// Numbers as given; columns by their text as wide as it, or shrunk towards their widest segment;
/// shares of what is left.
fn share(given: &[Width], autos: &[(f64, f64)], width: f64) -> (Arc<[f64]>, bool) {
    let fixed: f64 =
        given.iter().map(|width| if let Width::Fixed(width) = width { *width } else { 0.0 }).sum();
    let wanted: f64 = autos.iter().map(|(widest, _)| widest).sum();
    let least: f64 = autos.iter().map(|(_, least)| least).sum();
    // The part of the way from wanted to least: 0 where all fits.
    let excess = fixed + wanted - width;
    let shrink =
        if excess > 0.0 && wanted > least { (excess / (wanted - least)).min(1.0) } else { 0.0 };
    let auto = |(widest, least): (f64, f64)| widest - (widest - least) * shrink;
    let taken: f64 = fixed + autos.iter().map(|pair| auto(*pair)).sum::<f64>();
    let weights: f64 = given
        .iter()
        .map(|width| if let Width::Share(weight) = width { *weight } else { 0.0 })
        .sum();
    let left = (width - taken).max(0.0);
    let widths: Arc<[f64]> = given
        .iter()
        .zip(autos)
        .map(|(width, pair)| match width {
            Width::Fixed(width) => *width,
            Width::Auto => auto(*pair),
            Width::Share(weight) => left * weight / weights,
            Width::Unsaid => 0.0,
        })
        .collect();
    (widths, taken > width + 1e-6)
}

/// Spans of a stretch of a text.
fn within(spans: &[Span], stretch: &Range<usize>) -> Vec<Span> {
    let start = stretch.start;
    let first = spans.partition_point(|span| span.start <= start).saturating_sub(1);
    let end = spans.partition_point(|span| span.start < stretch.end).max(first + 1);
    let own = spans.get(first..end.min(spans.len())).unwrap_or_default();
    own.iter().map(|span| Span { start: span.start.saturating_sub(start), ..*span }).collect()
}

/// Measures the columns whose width is that of their texts: widest paragraph, widest segment.
#[expect(clippy::too_many_arguments, reason = "the parts of one table")]
fn measure<'a>(
    field: &Field,
    table: &Table,
    extended: &Extended,
    given: &[Width],
    hidden: &[bool],
    data: &Grouped<'_>,
    totals: &Totals<'_>,
    autos: &mut [(f64, f64)],
    resolver: &mut Resolver<'_, 'a>,
) -> Result<()> {
    let source = resolver.source;
    let is_auto = |column: usize| given.get(column) == Some(&Width::Auto);
    let plain = Look::default();
    let mut note = |kind: RowKind, column: usize, words: &Words<'_>, style: Look| -> Result<()> {
        let Some(auto) = autos.get_mut(column).filter(|_| is_auto(column)) else { return Ok(()) };
        let look = super::rows::cell_look(table, extended, kind, column, style);
        let read = words.read(look.emphasis, look.transform);
        let text = &*read.text;
        source.env.meter.read(text.len())?;
        let composer = resolver.composer();
        let fault = |fault| of_fault(fault, field, text);
        let mut items = ListItemFinder::new(&read.items);
        for paragraph in paragraphs(text) {
            let item = items.at(paragraph.start);
            let indent = item.map_or(0.0, |(item, _)| INDENT * item.level as f64);
            let spans = within(&read.spans, &paragraph);
            source.env.meter.step()?;
            let text = text.get(paragraph).unwrap_or_default();
            let width = composer.width(text, &spans, look.size).map_err(fault)?;
            auto.0 = f64::max(auto.0, indent + width);
            let segment = composer.widest_segment(text, &spans, look.size).map_err(fault)?;
            auto.1 = f64::max(auto.1, indent + segment);
        }
        Ok(())
    };
    for column in (0..given.len()).filter(|column| is_auto(*column)) {
        note(RowKind::Head, column, &title(table, extended, column, &source.document())?, plain)?;
    }
    for row in 0..data.len() {
        source.env.meter.step()?;
        let cells = data.in_row(row, source, |scope| {
            body_words(extended, &data.rows, row, hidden, scope, source)
        })?;
        for (column, words) in &cells {
            note(RowKind::Body, *column, words, plain)?;
        }
    }
    for (template, words) in totals.rows() {
        for ((column, _), words) in template.cells.iter().zip(words) {
            if template.span(*column) == 1 {
                note(RowKind::FooterRow, *column, words, template.look)?;
            }
        }
    }
    let mut covered = 0..0;
    for (column, words) in totals.row_words().iter().enumerate() {
        let spans = &extended.footer_spans;
        let span = spans.iter().find(|(of, _)| *of == column).map_or(1, |(_, span)| *span);
        if covered.contains(&column) {
            continue;
        }
        covered = column..column + span;
        if span == 1 {
            note(RowKind::Footer, column, words, plain)?;
        }
    }
    let padding = 2.0 * mm_to_pt(extended.padding.x);
    for (width, auto) in given.iter().zip(autos) {
        if *width == Width::Auto {
            *auto = (pt_to_mm(auto.0 + padding) + HAIR, pt_to_mm(auto.1 + padding) + HAIR);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paragraph::Emphasis;

    #[test]
    fn the_spans_of_a_paragraph_are_those_that_lie_in_it() {
        let spans = [0, 2, 5, 9].map(|start| Span { start, emphasis: Emphasis::default() });
        let starts = |stretch: Range<usize>| {
            let own = within(&spans, &stretch);
            own.into_iter().map(|span| span.start).collect::<Vec<_>>()
        };
        assert_eq!(starts(0..2), [0]);
        assert_eq!(starts(3..8), [0, 2]);
        assert_eq!(starts(5..20), [0, 4]);
        assert_eq!(starts(9..9), [0]);
        assert_eq!(starts(2..2), [0]);
        assert_eq!(within(&[], &(0..4)), []);
    }
}
