//! Terms of the e-invoice that a document prints, which must have the values of the invoice (spec
//! 20.10.8).

mod amount;
mod date;
mod language;
mod text;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::blank::trim;
use crate::expr::UNLOCALIZED;
use crate::format::einvoice::{TermKind, term};
use crate::host::CompanionFile;
use crate::layout::{Content, Layout, Placement};
use crate::locale::Locale;
use crate::paragraph::without_isolates;
use crate::problem::{Code, Problem, quoted};
use crate::template::field::Text;
use language::{PrintedLanguage, normal};

/// Texts that print something else than the invoice says.
pub(crate) fn mismatches(layout: &Layout<'_>, invoice: &CompanionFile) -> Vec<Problem> {
    let mapped = layout.document.einvoice.as_ref();
    let locale = mapped.and_then(|mapped| mapped.locale.as_deref()).unwrap_or(UNLOCALIZED);
    let printed =
        Printed { invoice, locale, language: OnceCell::new(), accounting: OnceCell::new() };
    let mut found = Vec::new();
    for page in &layout.pages {
        for placement in &page.placements {
            look(placement, &printed, &mut found);
        }
    }
    found
}

/// The invoice, and the language in which the document prints its terms.
struct Printed<'a> {
    invoice: &'a CompanionFile,
    locale: &'a str,
    /// For amounts in the currency of the invoice.
    language: OnceCell<Option<PrintedLanguage>>,
    /// For the tax in the currency of accounting.
    accounting: OnceCell<Option<PrintedLanguage>>,
}

impl<'a> Printed<'a> {
    /// The value of a term; empty where the invoice does not have it.
    fn value(&self, id: &str) -> &'a str {
        let known = self.invoice.values.iter().find(|(term, _)| *term == id);
        known.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    fn language(&self, id: &str) -> Option<&PrintedLanguage> {
        let (cell, currency) = match id {
            "BT-111" => (&self.accounting, "BT-6"),
            _ => (&self.language, "BT-5"),
        };
        let currency = Some(self.value(currency)).filter(|code| !code.is_empty());
        let find = || Some(PrintedLanguage::of(Locale::find(self.locale)?, currency));
        cell.get_or_init(find).as_ref()
    }

    /// Returns `true` if a text prints a term: an amount with its sign, a date, or a text. An absent term is blank or a
    /// dash, an absent amount zero as well.
    fn agrees(&self, id: &str, shown: &str) -> bool {
        let value = self.value(id);
        let kind = term(id).and_then(|term| term.kind);
        let text = normal(shown);
        if value.is_empty() && text::is_blank(&text) {
            return true;
        }
        match kind {
            Some(TermKind::Amount) => self.language(id).is_some_and(|language| match value {
                "" => amount::is_zero(&text, language),
                value => amount::has_one(&text, value, language),
            }),
            _ if value.is_empty() => false,
            Some(TermKind::Date) => {
                self.language(id).is_some_and(|language| date::has_date(&text, value, language))
            }
            kind => {
                let is_identifier = matches!(
                    kind,
                    Some(TermKind::Identifier | TermKind::Reference | TermKind::Code)
                );
                let shown: Vec<char> = shown.chars().collect();
                text::has_value(&shown, value, is_identifier)
            }
        }
    }
}

fn look(placement: &Placement<'_>, printed: &Printed<'_>, found: &mut Vec<Problem>) {
    let (text, shown): (&Text, Cow<'_, str>) = match &placement.content {
        Content::Text(text, shown) => (text, Cow::Borrowed(&**shown)),
        // A text on several pages is the same on each.
        Content::Block(block) if block.shown.start == 0 => (block.text, block.drawn()),
        Content::Section(repeat) => {
            repeat.members.iter().for_each(|member| look(member, printed, found));
            return;
        }
        _ => return,
    };
    let Some(asked) = text.term else { return };
    let shown = without_isolates(&shown);
    if printed.agrees(asked, trim(&shown)) {
        return;
    }
    let field = placement.field;
    let value = printed.value(asked);
    let (own, transmitted) = (quoted(trim(&shown)), quoted(value));
    let message = format!("the page prints {asked} as {own}, but the e-invoice says {transmitted}");
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

#[cfg(test)]
mod tests;
