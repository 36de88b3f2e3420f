//! NDJSON: a row per line.

use std::io::{self, BufRead, Read};

use super::{Content, Each, Input, LARGEST_ROW, RawRow};
use crate::data::codes;
use crate::data::encoding::{AtPlace, Origin, Place};
use engine::problem::{Problem, Result};

pub(super) fn rows(input: &Input, each: Each<'_>) -> Result<()> {
    let mut reader = input.reader()?;
    let (mut number, mut line, mut usual) = (0, 0, 0);
    loop {
        let mut text = Vec::with_capacity(usual);
        let is_whole =
            read_line(&mut reader, &mut text).map_err(|error| input.unreadable(&error))?;
        if text.is_empty() {
            return Ok(());
        }
        line += 1;
        if text.trim_ascii().is_empty() {
            continue;
        }
        // A row that ends too early ends in its own line, not in the next.
        text.truncate(text.trim_ascii_end().len());
        number += 1;
        usual = text.len() + text.len() / 8;
        let content = if is_whole {
            Content::Line { text, line }
        } else {
            Content::Unusable(Box::new(too_large(input.name(), line)))
        };
        if each(RawRow { number, content }).is_break() {
            return Ok(());
        }
    }
}

/// The next line with its end; `false` when it was too long, and cut.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    reader.by_ref().take(LARGEST_ROW as u64).read_until(b'\n', line)?;
    if line.len() < LARGEST_ROW || line.ends_with(b"\n") {
        return Ok(true);
    }
    reader.skip_until(b'\n')?;
    Ok(false)
}

fn too_large(name: &str, line: usize) -> Problem {
    Origin { code: codes::INVALID_ROW, name }
        .problem(&format!("a row has more than {} MB", LARGEST_ROW >> 20))
        .at(Place { line, column: 1 })
        .advice("one JSON object per line")
}
