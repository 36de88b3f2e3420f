//! Time zones: local times of a place (spec 20.8.1).
//!
//! The table has the transitions since 2000, and a rule (POSIX) for all that follow. Before 2000 the
//! first offset of the table counts: that of 2000 without summer time.

use super::ZONES;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    name: String,
    /// Moments and offsets from UTC in seconds, the first one from the beginning of time.
    transitions: Vec<(i64, i64)>,
    rule: Rule,
}

/// Standard time, and summer time where there is one; offsets in seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    standard: i64,
    summer: Option<Summer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Summer {
    offset: i64,
    begins: Change,
    ends: Change,
}

/// Week (5 is the last one) and weekday (0 is Sunday) of a month, and seconds of that day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    month: i64,
    week: i64,
    weekday: i64,
    time: i64,
}

const DAY: i64 = 86_400;

impl Zone {
    /// The zone of a name such as `Europe/Berlin`.
    pub fn find(name: &str) -> Option<Self> {
        let line = ZONES.lines().skip(1).find(|line| {
            let names = line.split('\t').next().unwrap_or_default();
            names.split(' ').any(|known| known.eq_ignore_ascii_case(name))
        })?;
        let mut parts = line.split('\t');
        let names = parts.next()?;
        let known = names.split(' ').find(|known| known.eq_ignore_ascii_case(name))?;
        let rule = Rule::read(parts.next()?)?;
        let mut transitions = vec![(i64::MIN, parts.next()?.parse::<i64>().ok()? * 60)];
        let mut time = 0;
        for entry in parts.next().unwrap_or_default().split_ascii_whitespace() {
            let (later, offset) = entry.split_once(':')?;
            time += later.parse::<i64>().ok()? * 60;
            transitions.push((time, offset.parse::<i64>().ok()? * 60));
        }
        Some(Self { name: known.to_owned(), transitions, rule })
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ZONES
            .lines()
            .skip(1)
            .flat_map(|line| line.split('\t').next().unwrap_or_default().split(' '))
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The offset from UTC in seconds at a moment.
    pub fn offset(&self, moment: i64) -> i64 {
        match self.transitions.last() {
            // The rule holds from the last transition on; without any since the table begins.
            Some((last, _)) if moment >= (*last).max(BEGIN) => self.rule.offset(moment),
            _ => {
                let before = self.transitions.partition_point(|(time, _)| *time <= moment);
                let known = before.checked_sub(1).and_then(|at| self.transitions.get(at));
                known.map_or(self.rule.standard, |(_, offset)| *offset)
            }
        }
    }

    /// The moment at which the clocks of the place show a time, in seconds from 1970. Of a time that
    /// they show twice the first one; a time that they skip counts on from before the change.
    pub fn moment(&self, shown: i64) -> i64 {
        let [before, after] = [-DAY, DAY].map(|away| self.offset(shown.saturating_add(away)));
        let at = |offset: i64| shown.saturating_sub(offset);
        if self.offset(at(before)) != before && self.offset(at(after)) == after {
            at(after)
        } else {
            at(before)
        }
    }
}

/// 2000-01-01.
const BEGIN: i64 = 946_684_800;

impl Rule {
    /// `A-1A,M3.5.0,M10.5.0/3`
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let names = parts.next()?;
        let mut offsets = names.split('A').skip(1);
        let standard = -seconds(offsets.next()?)?;
        let summer = match (offsets.next(), parts.next(), parts.next()) {
            (Some(offset), Some(begins), Some(ends)) => Some(Summer {
                offset: if offset.is_empty() { standard + 3600 } else { -seconds(offset)? },
                begins: Change::read(begins)?,
                ends: Change::read(ends)?,
            }),
            _ => None,
        };
        Some(Self { standard, summer })
    }

    fn offset(&self, moment: i64) -> i64 {
        let Some(summer) = &self.summer else { return self.standard };
        let year = reportctl_base::calendar::civil(moment.saturating_add(self.standard)).year;
        let begins = summer.begins.in_year(year) - self.standard;
        let ends = summer.ends.in_year(year) - summer.offset;
        let is_summer = if begins < ends {
            (begins..ends).contains(&moment)
        } else {
            !(ends..begins).contains(&moment)
        };
        if is_summer { summer.offset } else { self.standard }
    }
}

impl Change {
    /// `M3.5.0/2`
    fn read(text: &str) -> Option<Self> {
        let (day, time) = text.split_once('/').unwrap_or((text, "2"));
        let mut numbers = day.strip_prefix('M')?.split('.').map(|number| number.parse().ok());
        Some(Self {
            month: numbers.next()??,
            week: numbers.next()??,
            weekday: numbers.next()??,
            time: seconds(time)?,
        })
    }

    /// The moment on the clock of the place, in seconds from 1970.
    fn in_year(&self, year: i64) -> i64 {
        let first = days(year, self.month);
        let length = days(year, self.month + 1) - first;
        let weekday = (first + 4).rem_euclid(7);
        let mut day = (self.weekday - weekday).rem_euclid(7) + (self.week - 1) * 7;
        if day >= length {
            day -= 7;
        }
        (first + day) * DAY + self.time
    }
}

/// Days from 1970 to the first of a month.
fn days(year: i64, month: i64) -> i64 {
    use reportctl_base::calendar::{Civil, Timestamp};
    let first = Civil { year, month, day: 1, hour: 0, minute: 0, second: 0 };
    Timestamp::from_parts(first).map_or(0, |time| time.seconds().div_euclid(DAY))
}

/// `-3:30` in seconds.
fn seconds(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut unit = 3600;
    let mut total = 0;
    for part in text.split(':') {
        total += part.parse::<i64>().ok()? * unit;
        unit /= 60;
    }
    Some(if negative { -total } else { total })
}
