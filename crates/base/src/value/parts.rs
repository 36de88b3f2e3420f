//! Reading JSON on several threads: they share the elements of one long array.
//!
//! The borders of the parts are guessed from the text, and reading verifies them: each part must begin
//! where the one before ended, and the text around the array must be JSON. If a guess is wrong or the
//! text is not JSON, this module gives up; one thread then reads all of it and reports the error.

use std::sync::OnceLock;

use serde::de::DeserializeSeed;
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use thin_vec::ThinVec;

use super::Value;
use super::read::{Reader, State};
use crate::executor::Executor;

/// A shorter text is read sooner than it is divided.
const SHORTEST: usize = 64 * 1024;

/// Bytes after which an open array counts as a long one.
const LONG: usize = 8 * 1024;

/// Parts per concurrent job, so that the jobs end together.
const SHARES: usize = 2;

/// The blanks of JSON (RFC 8259, 2).
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// The value of a JSON text, read by several threads; nothing where one thread has to read it.
pub(super) fn read(text: &str, executor: &dyn Executor) -> Option<Value> {
    // The width of the executor is asked for last: finding it takes longer than reading a short
    // text.
    if text.len() < SHORTEST {
        return None;
    }
    let width = executor.width();
    if width == 1 {
        return None;
    }
    let opening = Opening::find(text.as_bytes())?;
    let starts = starts(text, &opening, width * SHARES)?;
    let slots: Vec<OnceLock<Part>> = starts.iter().map(|_| OnceLock::new()).collect();
    executor.run(starts.len(), &|number| {
        let part = part(text, starts[number], starts.get(number + 1).copied(), &opening);
        if let (Some(part), Some(slot)) = (part, slots.get(number)) {
            let _ = slot.set(part);
        }
    });
    let mut items = ThinVec::new();
    let mut end = 0;
    for slot in slots {
        let mut part = slot.into_inner()?;
        if items.is_empty() {
            items = part.items;
        } else {
            items.append(&mut part.items);
        }
        end = part.end;
    }
    let around = [text.get(..=opening.at)?, text.get(end..)?].concat();
    let mut state = State::around(opening.number, items);
    let mut deserializer = Deserializer::from_str(&around);
    let value = Reader { state: &mut state }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(value)
}

/// Begin of the long array.
#[derive(Debug, PartialEq)]
struct Opening {
    /// The place of its bracket in the text.
    at: usize,
    /// Number of arrays that begin before it.
    number: usize,
    /// Levels of nesting down to its elements.
    depth: usize,
}

impl Opening {
    /// The outermost array that looks long, if it begins in the first quarter of the text.
    fn find(text: &[u8]) -> Option<Self> {
        let mut outermost: Option<Self> = None;
        let (mut arrays, mut depth) = (0, 0_usize);
        let mut bytes = text.iter().take(text.len() / 4).enumerate();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'"' => loop {
                    match bytes.next()?.1 {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                },
                b'[' | b'{' => {
                    depth += 1;
                    if *byte == b'[' {
                        outermost.get_or_insert(Self { at, number: arrays, depth });
                        arrays += 1;
                    }
                }
                b']' | b'}' => {
                    outermost = outermost.filter(|array| array.depth != depth);
                    depth = depth.checked_sub(1)?;
                }
                _ => {}
            }
            if outermost.as_ref().is_some_and(|array| at - array.at > LONG) {
                return outermost;
            }
        }
        None
    }
}

/// Positions of the first element of each part, after a comma or the bracket: evenly spread, at
/// elements that begin like the first one, which must be an object.
fn starts(text: &str, opening: &Opening, parts: usize) -> Option<Vec<usize>> {
    let first = opening.at + 1;
    let likeness = beginning(text.get(first..)?.trim_start_matches(BLANKS))?;
    let mut starts = vec![first];
    for number in 1..parts {
        let near = boundary(text, first + (text.len() - first) / parts * number);
        // Behind the last element there may be much else.
        let Some(at) = text.get(near..)?.find(likeness) else { break };
        let before = text.get(..near + at)?.trim_end_matches(BLANKS);
        if before.ends_with(',') && Some(&before.len()) > starts.last() {
            starts.push(before.len());
        }
    }
    (starts.len() > 1).then_some(starts)
}

/// The first place from here on where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// The text of an object up to the end of its first key.
fn beginning(object: &str) -> Option<&str> {
    let inside = object.strip_prefix('{')?.trim_start_matches(BLANKS).strip_prefix('"')?;
    let end = object.len() - inside.len() + inside.find('"')? + 1;
    object.get(..end)
}

/// Elements that were read.
struct Part {
    items: ThinVec<Value>,
    /// Behind the last one, where the next part begins or the array ends.
    end: usize,
}

/// Reads the elements from one place up to the next part, or to the end of the array.
fn part(text: &str, start: usize, next: Option<usize>, opening: &Opening) -> Option<Part> {
    let mut state = State::inside(opening.depth);
    let mut items = ThinVec::new();
    let mut at = start;
    loop {
        let rest = text.get(at..)?;
        let mut deserializer = Deserializer::from_str(rest);
        items.push(Reader { state: &mut state }.deserialize(&mut deserializer).ok()?);
        let read = deserializer.into_iter::<IgnoredAny>().byte_offset();
        let behind = rest.get(read..)?.trim_start_matches(BLANKS);
        let end = text.len() - behind.len();
        match (behind.as_bytes().first()?, next) {
            (b',', Some(next)) if end + 1 == next => return Some(Part { items, end: next }),
            (b']', None) => return Some(Part { items, end }),
            (b',', _) if next.is_none_or(|next| end < next) => at = end + 1,
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Three jobs at the same time, one after the other.
    struct InTurn;

    impl Executor for InTurn {
        fn width(&self) -> usize {
            3
        }

        fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
            (0..count).rev().for_each(job);
        }
    }

    fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
        (0..count).map(row).collect::<Vec<_>>().join(",")
    }

    fn row(number: usize) -> String {
        format!(r#"{{"id": {number}, "name": "row \"{number}\" [é]", "tags": [{{"id": 1}}, 2]}}"#)
    }

    /// Reads in parts what one thread reads to the same value.
    fn in_parts(text: &str) -> bool {
        let read = read(text, &InTurn);
        assert!(read.is_none() || read == Value::from_json(text).ok(), "{text:.200}");
        read.is_some()
    }

    #[test]
    fn for_a_short_text_the_executor_is_not_asked() {
        struct Unasked;

        impl Executor for Unasked {
            fn width(&self) -> usize {
                panic!("asked")
            }

            fn run(&self, _count: usize, _job: &(dyn Fn(usize) + Sync)) {
                panic!("asked")
            }
        }

        assert_eq!(read("[1, 2]", &Unasked), None);
    }

    #[test]
    fn a_long_array_is_read_in_parts_wherever_it_stands() {
        let rows = rows(3_000, row);
        for text in [
            format!("[{rows}]"),
            format!("  {{\"a\": [1, [2]], \"b\": [ {rows} ], \"c\": [[], 4]}} "),
            format!(r#"{{"a": {{"[\"": [], "b": {{"c": [{rows}]}}, "d": 1}}}}"#),
            format!("{{\"rows\": [\n{}\n]}}", rows.replace(',', "\n  ,\n\t")),
            format!(r#"{{"same": [{rows}], "same": 1, "x": [], "x": [2]}}"#),
        ] {
            assert!(in_parts(&text), "{text:.200}");
        }
    }

    #[test]
    fn what_is_no_long_array_of_objects_is_left_to_one_thread() {
        let rows = rows(3_000, row);
        for text in [
            r#"[{"id": 1}, {"id": 2}]"#.to_owned(),
            format!("[1, {rows}]"),
            format!(r#"[{{"rows": [{rows}]}}]"#),
            format!(r#"{{"text": "{}"}}"#, "[{".repeat(50_000)),
            format!(
                "{{{}}}",
                (0..9_000).map(|n| format!("\"k{n}\": 1")).collect::<Vec<_>>().join(",")
            ),
        ] {
            assert!(!in_parts(&text), "{text:.200}");
        }
    }

    #[test]
    fn what_is_not_json_is_left_to_one_thread() {
        let rows = rows(3_000, row);
        for text in [
            format!("[{rows}"),
            format!("[{rows}]]"),
            format!("[{}]", rows.replacen("},", "}\u{c},", 1)),
            format!("[{}]", rows.replacen(",{\"id\": 2", ",\u{c}{\"id\": 2", 1)),
            format!("[{rows},]"),
            format!("[{rows} {rows}]"),
            format!("[{rows},,{rows}]"),
            format!("{{\"a\": [{rows}}}, \"b\": 1]"),
            format!("{{\"a\" [{rows}]}}"),
            format!("[{}]", rows.replacen("\"row", "\"\u{1}row", 1)),
            format!("[{}]", rows.replace("{\"id\": 1500", "{\"id\": 01500")),
        ] {
            assert!(Value::from_json(&text).is_err());
            assert!(!in_parts(&text), "{text:.200}");
        }
    }

    /// Texts that look like the first element stand where they begin none.
    #[test]
    fn a_wrong_guess_is_noticed() {
        let inner = rows(2_000, |number| format!("{{\"id\": {number}}}"));
        let text = format!("[{{\"id\": 0, \"rows\": [{inner}]}}, {{\"id\": 1}}]");
        assert!(!in_parts(&text));
        let text = "x, {\"id\":".replace('"', "\\\"").repeat(9_000);
        assert!(!in_parts(&format!("[{{\"id\": \"{text}\"}}]")));
    }

    #[test]
    fn nesting_has_the_limit_of_one_thread() {
        for levels in 120..135 {
            let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
            let rows = rows(9_000, |number| format!("{{\"id\": {number}}}"));
            let text = format!("{{\"rows\": [{rows}, {{\"id\": {deep}}}]}}");
            assert_eq!(in_parts(&text), Value::from_json(&text).is_ok(), "{levels}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_changed_byte_is_read_as_one_thread_reads_it(at in 0..200_000_usize, byte in r#"[\[\]{}",:\\ x1]"#) {
            let mut text = format!("{{\"a\": [], \"rows\": [{}]}}", rows(2_000, row));
            let at = boundary(&text, at % text.len());
            let end = boundary(&text, at + 1);
            text.replace_range(at..end, &byte);
            in_parts(&text);
        }
    }
}
