//! Days of the calendar, for the age of facts.

use std::time::{SystemTime, UNIX_EPOCH};

/// A day, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

impl Day {
    /// Today, in universal time.
    pub fn today() -> Day {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Day((seconds / 86_400) as i64)
    }

    /// The day of `YYYY-MM-DD` in the Gregorian calendar.
    pub fn parse(text: &str) -> Option<Day> {
        let mut parts = text.split('-').map(|p| p.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        // Years that begin in March put the leap day at their end.
        let year = if month <= 2 { year - 1 } else { year };
        let month = (month + 9) % 12;
        let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        Some(Day(days + (153 * month + 2) / 5 + day - 1 - 719_468))
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn days_are_counted() {
        for (text, wanted) in [
            ("1970-01-01", Some(0)),
            ("1970-03-01", Some(59)),
            ("2000-02-29", Some(11_016)),
            ("2026-11-30", Some(20_787)),
            ("2026-13-01", None),
            ("soon", None),
        ] {
            assert_eq!(Day::parse(text), wanted.map(Day), "{text}");
        }
    }
}
