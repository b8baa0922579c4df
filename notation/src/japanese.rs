//! What the formats of Japanese programs share (KIF, KI2, CSA): tables of words, headers, ends of games, times.

use crate::pgn::{Record, Scores, Tags};
use std::fmt;
use wazir_runtime::{Info, SideId, printable_line};

/// Why a game cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(pub(crate) String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

pub(crate) fn unfit<T>(why: impl Into<String>) -> Result<T, Unfit> {
    Err(Unfit(why.into()))
}

/// A row of a table: the word, and the columns behind it.
pub(crate) type Row = (&'static str, Vec<&'static str>);

/// The rows of one kind in a table of words, which stands in their first column.
pub(crate) fn rows(words: &'static str, kind: &'static str) -> impl Iterator<Item = Row> {
    words.lines().filter_map(move |row| {
        let mut columns = row.split('\t');
        (columns.next()? == kind).then_some(())?;
        Some((columns.next()?, columns.collect()))
    })
}

/// Sets the tags that a header stands for, by the rows about tags; false where it stands for none. Dates are written 2026/11/22 10:00:00.
pub(crate) fn set_tags(mut rows: impl Iterator<Item = Row>, tags: &mut Tags, header: &str, value: &str) -> bool {
    let Some((_, columns)) = rows.find(|(known, _)| *known == header) else { return false };
    for tag in columns {
        if !tag.ends_with("Date") {
            tags.set(tag, value);
            continue;
        }
        let (date, time) = value.split_once(' ').unwrap_or((value, ""));
        tags.set(tag, date.replace('/', "."));
        if !time.is_empty() {
            tags.set(&tag.replace("Date", "Time"), time);
        }
    }
    true
}

/// The headers that a record's tags become, in the order of the rows; where several stand for a tag, the first.
pub(crate) fn headers(rows: impl Iterator<Item = Row>, record: &Record) -> Vec<(&'static str, String)> {
    let (mut told, mut headers) = (Vec::new(), Vec::new());
    for (header, columns) in rows {
        let Some(&tag) = columns.first().filter(|tag| !told.contains(*tag)) else { continue };
        told.push(tag);
        let Some(value) = record.tags.get(tag).filter(|value| !value.contains('?')) else { continue };
        let mut value = one_line(value);
        if tag.ends_with("Date") {
            value = value.replace('.', "/");
            if let Some(time) = record.tags.get(&tag.replace("Date", "Time")) {
                value += &format!(" {}", one_line(time));
            }
        }
        headers.push((header, value));
    }
    headers
}

/// What everybody gets, as a table of words says it: `lost` and `won` are about the side to move, `first` and `second` say who has won. `None` for anything
/// else.
pub(crate) fn scores(who: &str, info: &Info, turn: SideId) -> Option<Scores> {
    match who {
        "lost" => Some(Scores::lost_by(info, turn)),
        "won" => Some(Scores::lost_by(info, 1 - turn.min(1))),
        "first" => Some(Scores::lost_by(info, 1)),
        "second" => Some(Scores::lost_by(info, 0)),
        "drawn" => Some(Scores::drawn(info)),
        _ => None,
    }
}

/// The word by which a game ends: that of its tag `Termination`, if its result is what the word means, else the first that means this result.
pub(crate) fn end_word(
    rows: impl Iterator<Item = Row>,
    record: &Record,
    info: &Info,
    turn: SideId,
) -> Option<&'static str> {
    let gets = |columns: &[&str]| scores(columns.first().copied().unwrap_or("-"), info, turn);
    let suits: Vec<Row> = rows.filter(|(_, columns)| gets(columns) == record.scores).collect();
    let termination = record.tags.get("Termination");
    let told = suits.iter().find(|(_, columns)| columns.get(1).copied() == termination);
    told.or_else(|| suits.first().filter(|_| record.scores.is_some())).map(|(word, _)| *word)
}

/// A text without line breaks, and without commands to a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let parts = text.split(['\n', '\r', '\t']).map(str::trim).filter(|part| !part.is_empty());
    printable_line(&parts.collect::<Vec<_>>().join(" ")).into_owned()
}

/// The seconds that a move has taken, of a comment such as `[%emt 0:00:12]`.
pub(crate) fn seconds(comment: &str) -> Option<u64> {
    let time = comment.strip_prefix("[%emt ")?.strip_suffix(']')?;
    let part = |sum: u64, part: &str| sum.checked_mul(60)?.checked_add(part.trim().parse::<f64>().ok()? as u64);
    time.split(':').try_fold(0, part)
}
