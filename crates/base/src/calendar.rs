//! Points in time and days of the Gregorian calendar, in UTC.

/// A point in time in whole seconds since 1970-01-01T00:00:00Z, within the range of JavaScript
/// dates: years −271821 to 275760.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// Year, month and so on, in UTC. They may be out of range until they become a [`Timestamp`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Civil {
    /// Astronomical: 0 is 1 BC.
    pub year: i64,
    /// From 1.
    pub month: i64,
    /// From 1.
    pub day: i64,
    /// From 0 to 23.
    pub hour: i64,
    /// From 0 to 59.
    pub minute: i64,
    /// From 0 to 59.
    pub second: i64,
}

/// Seconds of a day of UTC.
pub const SECONDS_PER_DAY: i64 = 86_400;
const MAX_SECONDS: i64 = 8_640_000_000_000;

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// Seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0
    }

    /// The point `seconds` after 1970, if it is within the range of dates.
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        (-MAX_SECONDS..=MAX_SECONDS).contains(&seconds).then_some(Self(seconds))
    }

    /// The point `seconds` after 1970, or the end of the range of dates: for numbers that
    /// were stored, which no reader wants to refuse.
    pub fn clamped(seconds: i64) -> Self {
        Self(seconds.clamp(-MAX_SECONDS, MAX_SECONDS))
    }

    /// The point in time of these parts. Parts out of range roll over: 31 February is in March.
    /// Parts are below 1e15; `None` where dates do not reach.
    pub fn from_parts(parts: Civil) -> Option<Self> {
        let months = parts.month - 1;
        let year = parts.year + months.div_euclid(12);
        let days = days_to_month(year, months.rem_euclid(12)) + parts.day - 1;
        let seconds = i128::from(days) * i128::from(SECONDS_PER_DAY)
            + i128::from(parts.hour) * 3600
            + i128::from(parts.minute) * 60
            + i128::from(parts.second);
        i64::try_from(seconds).ok().and_then(Self::from_seconds)
    }

    /// The year in UTC.
    pub fn year(self) -> i64 {
        self.civil().year
    }

    /// Year, month and so on.
    pub fn civil(self) -> Civil {
        civil(self.0)
    }
}

/// Year, month and so on of a point in time given in seconds since 1970.
pub fn civil(seconds: i64) -> Civil {
    let (year, month, day) = civil_day(seconds.div_euclid(SECONDS_PER_DAY));
    let second = seconds.rem_euclid(SECONDS_PER_DAY);
    Civil { year, month, day, hour: second / 3600, minute: second / 60 % 60, second: second % 60 }
}

/// Days of 400 years: the Gregorian calendar repeats after them.
const DAYS_PER_ERA: i64 = 146_097;
/// From 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

/// Returns true if the calendar has a day.
pub fn is_day(year: i64, month: i64, day: i64) -> bool {
    let parts = Civil { year, month, day, hour: 0, minute: 0, second: 0 };
    Timestamp::from_parts(parts).is_some_and(|time| time.civil() == parts)
}

/// Days from 1970 to the first of a month (0 is January). Years count from March here, so that
/// the leap day comes last.
fn days_to_month(year: i64, month: i64) -> i64 {
    let year = if month < 2 { year - 1 } else { year };
    let month_from_march = (month + 10) % 12;
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * month_from_march + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400) * DAYS_PER_ERA + day_of_era - DAYS_TO_1970
}

/// Year, month and day (both from 1) of a day counted from 1970.
fn civil_day(days: i64) -> (i64, i64, i64) {
    let days = days + DAYS_TO_1970;
    let day_of_era = days.rem_euclid(DAYS_PER_ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = days.div_euclid(DAYS_PER_ERA) * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(year: i64, month: i64, day: i64) -> Option<i64> {
        let parts = Civil { year, month, day, hour: 0, minute: 0, second: 0 };
        Timestamp::from_parts(parts).map(Timestamp::seconds)
    }

    #[test]
    fn known_days() {
        assert_eq!(at(1970, 1, 1), Some(0));
        assert_eq!(at(2000, 2, 29), Some(951_782_400));
        assert_eq!(at(1969, 12, 31), Some(-86_400));
        assert_eq!(at(0, 1, 1), Some(-62_167_219_200));
    }

    #[test]
    fn any_number_of_seconds_is_a_date() {
        assert_eq!(
            civil(-1),
            Civil { year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59 }
        );
        assert!(civil(i64::MAX).year > 0 && civil(i64::MIN).year < 0);
    }

    #[test]
    fn parts_out_of_range_roll_over() {
        assert_eq!(at(2025, 2, 31), at(2025, 3, 3));
        assert_eq!(at(2025, 13, 1), at(2026, 1, 1));
        assert_eq!(at(2025, 0, 0), at(2024, 11, 30));
    }

    #[test]
    fn dates_reach_as_far_as_in_javascript() {
        assert_eq!(at(275_760, 9, 13), Some(8_640_000_000_000));
        assert_eq!(at(275_760, 9, 14), None);
        assert_eq!(at(999_999_999_999_999, 1, 1), None);
    }

    proptest! {
        #[test]
        fn parts_give_back_the_point_in_time(seconds in -8_640_000_000_000i64..=8_640_000_000_000) {
            let time = Timestamp::from_seconds(seconds).expect("in range");
            let parts = time.civil();
            prop_assert_eq!(Timestamp::from_parts(parts), Some(time));
            prop_assert!((1..=12).contains(&parts.month) && (1..=31).contains(&parts.day));
        }
    }
}
