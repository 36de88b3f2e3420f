//! JSON pointers to lines and columns of the file that they lead into.

use std::collections::HashMap;
use std::path::Path;

use serde_json::value::RawValue;

use crate::files;
use crate::pointer::unescaped;
use crate::problem::Problem;
use crate::store::MAX_TEMPLATE_BYTES;

/// Adds the details `line` and `column`, counted from 1, to the problems of a JSON file.
pub(super) fn lines(file: &str, mut problems: Vec<Problem>) -> Vec<Problem> {
    let path = Path::new(file);
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if problems.is_empty() || !is_json {
        return problems;
    }
    let bytes = files::read_regular(path, MAX_TEMPLATE_BYTES as u64).unwrap_or_default();
    let Ok(text) = String::from_utf8(bytes) else { return problems };
    let mut known: HashMap<String, Option<(usize, usize)>> = HashMap::new();
    for problem in &mut problems {
        let Some(pointer) = &problem.pointer else { continue };
        // Pointers into the data lead elsewhere.
        if problem.file.as_deref().is_some_and(|named| named != file) {
            continue;
        }
        let place = known.entry(pointer.clone()).or_insert_with(|| place(&text, pointer));
        if let Some((line, column)) = place {
            problem.details.push(("line", (*line).into()));
            problem.details.push(("column", (*column).into()));
        }
    }
    problems
}

/// Line and column at which the value of a pointer begins; where a part of the pointer is not in
/// the text, those of the value that should hold it.
fn place(text: &str, pointer: &str) -> Option<(usize, usize)> {
    let mut at: &RawValue = serde_json::from_str(text).ok()?;
    for part in pointer.split('/').skip(1) {
        match child(at, &unescaped(part)) {
            Some(value) => at = value,
            None => break,
        }
    }
    // The value is borrowed from the text, so its address shows where it is.
    let offset = (at.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let before = text.get(..offset)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    Some((line, before.get(start..)?.chars().count() + 1))
}

fn child<'t>(value: &'t RawValue, part: &str) -> Option<&'t RawValue> {
    let text = value.get();
    if text.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        elements.get(part.parse::<usize>().ok()?).copied()
    } else {
        let mut entries: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
        entries.remove(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"é\": 1, \"a/b\": [\n    10,\n    {\"k\": \"v\"}\n  ]\n}\n";

    #[test]
    fn values_are_found_by_their_pointer() {
        assert_eq!(place(TEXT, ""), Some((1, 1)));
        assert_eq!(place(TEXT, "/a~1b"), Some((2, 18)));
        assert_eq!(place(TEXT, "/a~1b/1/k"), Some((4, 11)));
    }

    #[test]
    fn what_is_missing_is_where_it_should_be() {
        assert_eq!(place(TEXT, "/a~1b/1/other/more"), Some((4, 5)));
        assert_eq!(place(TEXT, "/a~1b/7"), Some((2, 18)));
        assert_eq!(place("not JSON", "/a"), None);
    }
}
