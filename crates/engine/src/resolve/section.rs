//! The items of a section (spec 8.7, 20.7.4).

use std::cmp::Ordering;

use super::collation::Collation;
use super::rows::Items;
use super::sort::sorted;
use super::{ItemScope, Source};
use crate::blank::trim;
use crate::expr::Condition;
use crate::format::Order;
use crate::problem::Result;
use crate::template::field::Section;
use crate::value::Value;

/// Repetitions of a section.
pub enum Repeated<'a> {
    /// One repetition without item.
    Blank,
    /// One repetition that sees the document.
    Document,
    /// One repetition per item; perhaps none.
    Items(Items<'a>),
}

impl<'a> Repeated<'a> {
    /// Repetitions of a section for some data.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn of(section: &Section, seen: &ItemScope<'a>, source: &Source<'a>) -> Result<Self> {
        let Some(extended) = &section.extended else {
            let items = of_path(section, seen, source)?.filter(|items| !items.is_empty());
            return Ok(items.map_or(Self::Blank, |items| Self::Items(Items::All(items))));
        };
        if extended.once {
            return Ok(Self::Document);
        }
        let array = of_path(section, seen, source)?.unwrap_or_default();
        let mut items = Items::of(array, &extended.filters, source)?;
        if !extended.sort.is_empty() {
            items = in_order(&items, &extended.sort, seen, source)?;
        }
        Ok(if items.is_empty() && extended.empty { Self::Blank } else { Self::Items(items) })
    }

    /// Returns `true` if a section has no repetition at all.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn is_none(section: &Section, seen: &ItemScope<'a>, source: &Source<'a>) -> Result<bool> {
        let extended = section.extended.as_deref();
        let Some(extended) = extended.filter(|extended| !extended.once && !extended.empty) else {
            return Ok(false);
        };
        let array = of_path(section, seen, source)?.unwrap_or_default();
        Ok(Items::of(array, &extended.filters, source)?.is_empty())
    }

    /// Number of repetitions.
    pub fn len(&self) -> usize {
        match self {
            Self::Blank | Self::Document => 1,
            Self::Items(items) => items.len(),
        }
    }

    /// Returns `true` if there are no repetitions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item of a repetition below [`Repeated::len`].
    pub fn get(&self, index: usize) -> Option<&'a Value> {
        match self {
            Self::Blank | Self::Document => None,
            Self::Items(items) => Some(items.get(index)),
        }
    }
}

/// The list that a section repeats over; nothing where there is none.
fn of_path<'a>(
    section: &Section,
    seen: &ItemScope<'a>,
    source: &Source<'a>,
) -> Result<Option<&'a [Value]>> {
    section.items.as_ref().map_or(Ok(None), |path| source.list(path, seen, false))
}

/// Sort key of an item: numbers come before texts, blanks last in any order.
enum SortKey {
    Number(f64),
    Text(String),
    Blank,
}

/// The items in the order of some expressions; items with equal keys keep their order.
fn in_order<'a>(
    items: &Items<'a>,
    sort: &[(Condition, Order)],
    seen: &ItemScope<'a>,
    source: &Source<'a>,
) -> Result<Items<'a>> {
    let meter = source.env.meter;
    let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
    let collation = Collation::of(localized.map(|localized| localized.locale.language()));
    let mut keys = Vec::with_capacity(items.len().saturating_mul(sort.len()));
    let mut text = String::new();
    for index in 0..items.len() {
        meter.step()?;
        let item = ItemScope::new(Some(items.get(index)), index).inside(seen);
        for (by, _) in sort {
            text.clear();
            by.push(&item.scope(source), &mut text)?;
            let shown = trim(&text);
            keys.push(match shown.parse::<f64>() {
                _ if shown.is_empty() => SortKey::Blank,
                Ok(number) if number.is_finite() => SortKey::Number(number),
                _ => SortKey::Text(collation.key(shown).into_owned()),
            });
        }
    }
    let order = sorted(items.len(), meter, |a, b| {
        for (rank, (_, order)) in sort.iter().enumerate() {
            let (a, b) = (&keys[a * sort.len() + rank], &keys[b * sort.len() + rank]);
            let compared = match (a, b) {
                (SortKey::Blank, SortKey::Blank) => Ordering::Equal,
                (SortKey::Blank, _) => return Ok(Ordering::Greater),
                (_, SortKey::Blank) => return Ok(Ordering::Less),
                (SortKey::Number(a), SortKey::Number(b)) => a.total_cmp(b),
                (SortKey::Number(_), SortKey::Text(_)) => Ordering::Less,
                (SortKey::Text(_), SortKey::Number(_)) => Ordering::Greater,
                (SortKey::Text(a), SortKey::Text(b)) => {
                    meter.read(a.len() + b.len())?;
                    collation.compare(a, b)
                }
            };
            match (compared, order) {
                (Ordering::Equal, _) | (_, Order::None) => {}
                (compared, Order::Ascending) => return Ok(compared),
                (compared, Order::Descending) => return Ok(compared.reverse()),
            }
        }
        Ok(Ordering::Equal)
    })?;
    Ok(Items::Filtered(order.into_iter().map(|index| items.get(index)).collect()))
}
