//! `--max-errors`.

use std::str::FromStr;

/// Rows before a share of failed ones means anything.
const ROWS_FOR_SHARE: u64 = 100;

/// Number of rows that may fail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum MaxErrors {
    /// This many.
    Number(u64),
    /// This many of a hundred.
    Percent(f64),
}

impl FromStr for MaxErrors {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let share = |text: &str| {
            text.trim_end().parse().ok().filter(|percent| (0.0..=100.0).contains(percent))
        };
        match text.strip_suffix('%') {
            Some(text) => share(text).map(Self::Percent),
            None => text.parse().ok().map(Self::Number),
        }
        .ok_or("write a number of rows, or a share like 5%")
    }
}

impl MaxErrors {
    /// Returns `true` if more of `rows` rows failed than allowed; a share counts only from
    /// [`ROWS_FOR_SHARE`] rows on, or at the end of the input.
    pub(super) fn is_passed(self, failed: u64, rows: u64, is_end: bool) -> bool {
        match self {
            Self::Number(most) => failed > most,
            Self::Percent(percent) => {
                (is_end || rows >= ROWS_FOR_SHARE) && failed as f64 * 100.0 > percent * rows as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_a_share_of_rows_may_fail() {
        let five: MaxErrors = "5".parse().unwrap_or(MaxErrors::Number(0));
        assert!(!five.is_passed(5, 5, false) && five.is_passed(6, 6, false));
        let share: MaxErrors = "5%".parse().unwrap_or(MaxErrors::Number(0));
        assert!(!share.is_passed(50, 99, false) && share.is_passed(50, 99, true));
        assert!(!share.is_passed(5, 100, false) && share.is_passed(6, 100, false));
        for text in ["", "%", "-1", "101%", "many", "1.5"] {
            assert!(text.parse::<MaxErrors>().is_err(), "{text}");
        }
    }
}
