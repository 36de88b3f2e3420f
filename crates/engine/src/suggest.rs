//! "Did you mean": the name that was probably meant.

use crate::problem::quoted;

/// The candidate most like `word`, if one is like enough: about one letter in three may differ,
/// case never counts.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let longest = word.chars().count().max(lower.chars().count());
            let distance = strsim::damerau_levenshtein(&word, &lower);
            (distance <= longest / 3).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The question that goes into an advice.
pub fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(word, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// Some names for a message, in backticks, the first few of many.
pub fn listed<'c>(names: impl IntoIterator<Item = &'c str>) -> String {
    const MOST: usize = 12;
    let mut names = names.into_iter();
    let mut text = names.by_ref().take(MOST).map(quoted).collect::<Vec<_>>().join(", ");
    if names.next().is_some() {
        text.push_str(", …");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognised_and_strangers_are_not() {
        let keys = ["customer", "total", "Region"];
        assert_eq!(nearest("custmer", keys), Some("customer"));
        assert_eq!(nearest("toatl", keys), Some("total"));
        assert_eq!(nearest("REGION", keys), Some("Region"));
        assert_eq!(nearest("address", keys), None);
        assert_eq!(nearest("x", ["y"]), None);
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(["a", "b"]), "`a`, `b`");
        assert!(listed(["k"; 30]).ends_with("`k`, …"));
    }
}
