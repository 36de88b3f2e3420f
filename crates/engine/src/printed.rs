//! Terms of the e-invoice that a document prints, which must have the values of the invoice (spec
//! 20.10.8).

use crate::blank::trim;
use crate::format::einvoice::{TermKind, term};
use crate::host::CompanionFile;
use crate::layout::{Content, Layout, Placement};
use crate::paragraph::without_isolates;
use crate::problem::{Code, Problem, quoted};
use crate::template::field::Text;

/// Texts that print something else than the invoice says.
pub(crate) fn mismatches(layout: &Layout<'_>, invoice: &CompanionFile) -> Vec<Problem> {
    let mut found = Vec::new();
    for page in &layout.pages {
        for placement in &page.placements {
            look(placement, invoice, &mut found);
        }
    }
    found
}

fn look(placement: &Placement<'_>, invoice: &CompanionFile, found: &mut Vec<Problem>) {
    let (text, shown): (&Text, &str) = match &placement.content {
        Content::Text(text, shown) => (text, shown),
        // A text on several pages is the same on each.
        Content::Block(block) if block.shown.start == 0 => (block.text, &block.value),
        Content::Section(repeat) => {
            repeat.members.iter().for_each(|member| look(member, invoice, found));
            return;
        }
        _ => return,
    };
    let Some(asked) = text.term else { return };
    let shown = without_isolates(shown);
    let value = invoice.values.iter().find(|(id, _)| *id == asked).map(|(_, value)| value.as_str());
    if agrees(asked, trim(&shown), value.unwrap_or_default()) {
        return;
    }
    let field = placement.field;
    let value = value.unwrap_or_default();
    let (printed, transmitted) = (quoted(trim(&shown)), quoted(value));
    let message =
        format!("the page prints {asked} as {printed}, but the e-invoice says {transmitted}");
    found.push(
        Problem::new(Code::EinvoiceMismatch, message)
            .field(&field.name)
            .pointer(field.pointer.clone())
            .advice("let the text and the map take the same value")
            .detail("term", asked)
            .detail("printed", trim(&shown))
            .detail("xml", value),
    );
}

/// Returns `true` if a text prints a value: the digits of a number, the parts of a date, or the text.
fn agrees(id: &str, shown: &str, value: &str) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let is_blank = |text: &str| text.chars().all(|c| c.is_whitespace());
    match term(id).and_then(|term| term.kind) {
        _ if value.is_empty() => is_blank(shown),
        Some(TermKind::Amount) => {
            let (own, other) = (digits(shown), digits(value));
            own == other || other.strip_suffix("00").is_some_and(|whole| whole == own)
        }
        Some(TermKind::Date) => {
            let numbers: Vec<&str> = shown
                .split(|c: char| !c.is_ascii_digit())
                .filter(|part| !part.is_empty())
                .collect();
            let mut parts = value.splitn(3, '-');
            let (year, month, day) = (parts.next(), parts.next(), parts.next());
            let has = |part: Option<&str>| {
                let part = part.unwrap_or_default();
                let short = part.trim_start_matches('0');
                numbers.iter().any(|number| *number == part || *number == short)
            };
            let has_year = has(year) || has(year.and_then(|year| year.get(2..)));
            let month_is_word = shown.chars().any(char::is_alphabetic);
            has_year && has(day) && (month_is_word || has(month))
        }
        _ => {
            let compact =
                |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
            compact(shown).contains(&compact(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_as_it_is_printed_in_any_language() {
        for (id, shown, value) in [
            ("BT-112", "178,50\u{a0}€", "178.50"),
            ("BT-112", "€1,178.50", "1178.50"),
            ("BT-112", "CHF 1’178.50", "1178.50"),
            ("BT-112", "178 €", "178.00"),
            ("BT-2", "02.11.2026", "2026-11-02"),
            ("BT-2", "2 Nov 2026", "2026-11-02"),
            ("BT-2", "11/2/26", "2026-11-02"),
            ("BT-1", "Invoice 2026-7", "2026-7"),
            ("BT-84", "DE89 3704 0044", "DE8937040044"),
            ("BT-113", " ", ""),
        ] {
            assert!(agrees(id, shown, value), "{shown} {value}");
        }
        for (id, shown, value) in [
            ("BT-112", "178,05 €", "178.50"),
            ("BT-112", "178,5", "178.50"),
            ("BT-2", "03.11.2026", "2026-11-02"),
            ("BT-2", "2 Nov 2025", "2026-11-02"),
            ("BT-1", "Invoice 2026-8", "2026-7"),
            ("BT-113", "5", ""),
        ] {
            assert!(!agrees(id, shown, value), "{shown} {value}");
        }
    }
}
