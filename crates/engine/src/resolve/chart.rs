//! The items of a chart: read, sorted, cut, coloured (spec 5.6).

use std::cmp::Ordering;
use std::sync::Arc;

use super::collation::Collation;
use super::rows::Items;
use super::sort::sorted;
use super::{ItemScope, Source};
use crate::budget::Meter;
use crate::expr::value::{number_of, push_text, weigh};
use crate::locale::Locale;
use crate::problem::Result;
use crate::template::field::{Chart, ChartItems, SortBy};
use crate::template::palette::OTHERS;
use crate::value::NULL;

/// Data that a chart shows.
#[derive(Debug, Clone)]
pub struct ChartData {
    /// Items as drawn, in order.
    pub items: Vec<ChartItem>,
    /// Sum of all values before cutting.
    pub total: f64,
    /// The locale that its numbers are written in; nothing for the style of the base.
    pub locale: Option<Arc<Locale>>,
}

/// One bar or slice.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartItem {
    pub label: String,
    pub value: f64,
    /// Its colour, as written.
    pub color: String,
}

/// The data of a chart; nothing without a binding or items.
///
/// # Errors
/// A limit of the budget.
pub fn data(chart: &Chart, source: &Source<'_>) -> Result<Option<ChartData>> {
    let Some(binding) = &chart.items else { return Ok(None) };
    let items = items(binding, source)?;
    if items.is_empty() {
        return Ok(None);
    }
    let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
    let collation = Collation::of(localized.map(|localized| localized.locale.language()));
    let meter = source.env.meter;
    let mut data = arrange_by(&collation, items, (chart.sort, chart.top, &chart.palette), meter)?;
    if let Some(localized) = localized {
        data.locale = Some(Arc::clone(&localized.locale));
        let others = localized.template.texts.find(localized.locale.tag(), "others");
        let others = others.or_else(|| localized.locale.others());
        if let (Some(text), Some(last)) = (others, data.items.last_mut())
            && let Some(number) =
                last.label.strip_prefix("Outros (").and_then(|rest| rest.strip_suffix(')'))
            && last.color == OTHERS
        {
            last.label = text.replace("%n", number);
        }
    }
    Ok(Some(data))
}

/// Label and value of the items that pass the filters, in the order of the data; a value that is
/// no number counts 0.
///
/// # Errors
/// A limit of the budget.
pub fn items(binding: &ChartItems, source: &Source<'_>) -> Result<Vec<(String, f64)>> {
    let array = source.list(&binding.path, &ItemScope::document(), true)?.unwrap_or_default();
    let mut items = Vec::new();
    let found = Items::of(array, &binding.filters, source)?;
    source.look_for_keys(&found, [&*binding.label_column, &*binding.value_column].into_iter());
    for item in found.iter() {
        source.env.meter.step()?;
        let own = |key: &str| item.as_object().and_then(|object| object.get(key));
        let mut label = String::new();
        push_text(own(&binding.label_column).unwrap_or(&NULL), &mut label, source.env.meter)?;
        let value = own(&binding.value_column);
        weigh(value.unwrap_or(&NULL), source.env.meter)?;
        let number = value.map_or(f64::NAN, number_of);
        if let (true, Some(value)) = (number.is_nan(), value) {
            source.lacks_number(&binding.path, &binding.value_column, value);
        }
        let value = number;
        items.push((label, if value.is_nan() { 0.0 } else { value }));
    }
    Ok(items)
}

/// Sorts, cuts and colours items, labels by the root collation.
///
/// # Errors
/// A limit of the budget.
pub fn arrange(
    items: Vec<(String, f64)>,
    sort: SortBy,
    top: Option<usize>,
    palette: &[String],
    meter: &Meter<'_>,
) -> Result<ChartData> {
    arrange_by(&Collation::of(None), items, (sort, top, palette), meter)
}

fn arrange_by(
    collation: &Collation,
    mut items: Vec<(String, f64)>,
    (sort, top, palette): (SortBy, Option<usize>, &[String]),
    meter: &Meter<'_>,
) -> Result<ChartData> {
    let total = sum(&items);
    sort_items(&mut items, sort, collation, meter)?;
    let keep = top.unwrap_or(items.len()).min(items.len());
    let folded = items.split_off(keep);
    let color = |i: usize| palette.get(i % palette.len().max(1)).cloned().unwrap_or_default();
    let mut items: Vec<ChartItem> = items
        .into_iter()
        .enumerate()
        .map(|(i, (label, value))| ChartItem { label, value, color: color(i) })
        .collect();
    if !folded.is_empty() {
        items.push(ChartItem {
            label: format!("Outros ({})", folded.len()),
            value: sum(&folded),
            color: OTHERS.to_owned(),
        });
    }
    Ok(ChartData { items, total, locale: None })
}

/// The sum of the values. `Iterator::sum` starts from minus zero, which would print as `-0`.
fn sum(items: &[(String, f64)]) -> f64 {
    items.iter().fold(0.0, |sum, (_, value)| sum + value)
}

fn sort_items(
    items: &mut Vec<(String, f64)>,
    sort: SortBy,
    collation: &Collation,
    meter: &Meter<'_>,
) -> Result<()> {
    let by_value = |a: &f64, b: &f64| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    match sort {
        SortBy::ValueDesc => items.sort_by(|a, b| by_value(&b.1, &a.1)),
        SortBy::ValueAsc => items.sort_by(|a, b| by_value(&a.1, &b.1)),
        SortBy::LabelAsc | SortBy::LabelDesc => {
            let keys: Vec<_> = items.iter().map(|(label, _)| collation.key(label)).collect();
            let label = |at: usize| keys.get(at).map_or("", |key| key.as_ref());
            let order = sorted(items.len(), meter, |a, b| {
                let (a, b) = (label(a), label(b));
                meter.read(a.len() + b.len())?;
                Ok(match sort {
                    SortBy::LabelAsc => collation.compare(a, b),
                    _ => collation.compare(b, a),
                })
            })?;
            drop(keys);
            let mut taken: Vec<(String, f64)> = std::mem::take(items);
            items.extend(order.into_iter().map(|at| std::mem::take(&mut taken[at])));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::problem::Code;

    fn labels(sort: SortBy, labels: &[&str]) -> Vec<String> {
        let items = labels.iter().map(|label| ((*label).to_owned(), 1.0)).collect();
        let palette = ["#111".to_owned()];
        let data = arrange(items, sort, None, &palette, &Meter::default()).expect("no limit");
        data.items.into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn labels_sort_by_letter_then_accent_then_case() {
        let sorted = ["-", "10", "9", "a", "A", "á", "Á", "az", "b", "Z"];
        let mut mixed = sorted.to_vec();
        mixed.reverse();
        assert_eq!(labels(SortBy::LabelAsc, &mixed), sorted);
    }

    #[test]
    fn equal_labels_keep_their_order_and_the_clock_ends_the_sort() {
        let items: Vec<(String, f64)> =
            (0..1000_u32).map(|i| (format!("label {}", i % 7), f64::from(i))).collect();
        let palette = ["#111".to_owned()];
        let sorted = arrange(items.clone(), SortBy::LabelAsc, None, &palette, &Meter::default());
        let sorted = sorted.expect("no limit").items;
        assert!(
            sorted
                .windows(2)
                .all(|pair| { (&pair[0].label, pair[0].value) < (&pair[1].label, pair[1].value) })
        );
        let expired = || true;
        let meter = Meter::new(Budget { expired: Some(&expired), ..Budget::default() });
        let ended = arrange(items, SortBy::LabelDesc, None, &palette, &meter);
        assert_eq!(ended.expect_err("no time").code, Code::TimeLimit);
    }

    #[test]
    fn equal_values_keep_their_order() {
        assert_eq!(labels(SortBy::ValueDesc, &["b", "a", "c"]), ["b", "a", "c"]);
    }

    #[test]
    fn cut_items_of_minus_zero_add_up_to_zero() {
        let items = [("A", 1.0), ("B", -0.0), ("C", -0.0)];
        let items = items.map(|(label, value)| (label.to_owned(), value)).to_vec();
        let palette = ["#111".into()];
        let data = arrange(items, SortBy::ValueDesc, Some(1), &palette, &Meter::default())
            .expect("no limit");
        assert!(data.items[1].value.is_sign_positive());
    }

    #[test]
    fn what_is_cut_becomes_one_item_and_still_counts() {
        let items = [("A", 5.0), ("B", 4.0), ("C", 3.0), ("D", 2.0)];
        let items = items.map(|(label, value)| (label.to_owned(), value)).to_vec();
        let palette = ["#111".into()];
        let data = arrange(items, SortBy::ValueDesc, Some(2), &palette, &Meter::default())
            .expect("no limit");
        assert_eq!(data.total, 14.0);
        assert_eq!(data.items.len(), 3);
        let others = &data.items[2];
        assert_eq!((others.label.as_str(), others.value), ("Outros (2)", 5.0));
        assert_eq!(others.color, OTHERS);
    }
}
