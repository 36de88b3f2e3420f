//! Timestamps in flags: what `--creation-date` accepts, and which date a report has without it.

use crate::base::clock;
use crate::base::timestamp::from_seconds;
use crate::config::env::{Environment, SOURCE_DATE_EPOCH};
use engine::expr::date::Timestamp;
use engine::problem::{Code, Problem, Result, quoted};

pub(crate) use crate::base::timestamp::parse;

/// The date of a report: the one asked for, else that of `SOURCE_DATE_EPOCH`, else now.
///
/// # Errors
/// `invalidSetting` when the variable is not a number of seconds.
pub(crate) fn report_date(
    asked: Option<Timestamp>,
    environment: &Environment<'_>,
) -> Result<Timestamp> {
    if let Some(asked) = asked {
        return Ok(asked);
    }
    let Some(text) = environment.text(SOURCE_DATE_EPOCH)? else { return Ok(clock::now()) };
    from_seconds(text.trim()).ok_or_else(|| {
        let message = format!(
            "`{SOURCE_DATE_EPOCH}` must be a whole number of seconds since 1970, not {}",
            quoted(&text)
        );
        Problem::new(Code::InvalidSetting, message)
            .advice("change the environment variable, or unset it")
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn the_flag_comes_before_the_environment() {
        let lookup = |name: &str| (name == SOURCE_DATE_EPOCH).then(|| OsString::from("86400"));
        let environment = Environment::new(&lookup);
        assert_eq!(report_date(None, &environment), Ok(Timestamp::clamped(86_400)));
        assert_eq!(
            report_date(Some(Timestamp::clamped(5)), &environment),
            Ok(Timestamp::clamped(5))
        );
        let lookup = |_: &str| Some(OsString::from("yesterday"));
        let problem = report_date(None, &Environment::new(&lookup)).err();
        assert_eq!(problem.map(|problem| problem.code), Some(Code::InvalidSetting));
    }
}
