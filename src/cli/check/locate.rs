//! JSON pointers to lines and columns of the file that they lead into.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use serde_json::value::RawValue;

use crate::base::files;
use crate::templates::store::MAX_TEMPLATE_BYTES;
use engine::pointer::unescaped;
use engine::problem::Problem;

/// Adds the details `line` and `column`, counted from 1, to the problems of a JSON file.
pub(super) fn lines(file: &str, mut problems: Vec<Problem>) -> Vec<Problem> {
    let path = Path::new(file);
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if problems.is_empty() || !is_json {
        return problems;
    }
    let bytes = files::read_regular(path, MAX_TEMPLATE_BYTES as u64).unwrap_or_default();
    let Ok(text) = String::from_utf8(bytes) else { return problems };
    // Pointers into the data lead elsewhere.
    let leads_here = |problem: &Problem| problem.file.as_deref().is_none_or(|named| named == file);
    let pointers = problems.iter().filter(|problem| leads_here(problem));
    let known = places(&text, pointers.filter_map(|problem| problem.pointer.as_deref()));
    for problem in &mut problems {
        let Some(pointer) = problem.pointer.as_deref().filter(|_| leads_here(problem)) else {
            continue;
        };
        if let Some((line, column)) = known.get(pointer) {
            problem.details.push(("line".into(), (*line).into()));
            problem.details.push(("column".into(), (*column).into()));
        }
    }
    problems
}

/// Lines and columns at which the values of the pointers begin; where a part of a pointer is not in
/// the text, those of the value that should hold it. A template may have as many findings as
/// fields: the text is read once for all of them.
fn places<'p>(
    text: &str,
    pointers: impl Iterator<Item = &'p str>,
) -> HashMap<String, (usize, usize)> {
    let Ok(root) = serde_json::from_str::<&RawValue>(text) else { return HashMap::new() };
    let mut document = LocatedDocument { root, children: HashMap::new() };
    let offset = |value: &RawValue| {
        // The value is borrowed from the text, so its address shows where it is.
        (value.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
    };
    let unique: BTreeSet<&str> = pointers.collect();
    let mut offsets: Vec<(usize, &str)> =
        unique.into_iter().map(|pointer| (offset(document.value(pointer)), pointer)).collect();
    offsets.sort_unstable();
    let (mut at, mut line, mut column) = (0, 1, 1);
    let mut found = HashMap::with_capacity(offsets.len());
    for (offset, pointer) in offsets {
        for char in text[at..offset].chars() {
            (line, column) = if char == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        at = offset;
        found.insert(pointer.to_owned(), (line, column));
    }
    found
}

/// A JSON text whose objects and arrays are read when a pointer leads into them, each once.
struct LocatedDocument<'t> {
    root: &'t RawValue,
    /// Children by the address of the text of their object or array.
    children: HashMap<*const u8, JsonChildren<'t>>,
}

enum JsonChildren<'t> {
    Elements(Vec<&'t RawValue>),
    Entries(HashMap<String, &'t RawValue>),
    None,
}

impl<'t> LocatedDocument<'t> {
    /// The value of a pointer, or the one that should hold it.
    fn value(&mut self, pointer: &str) -> &'t RawValue {
        let mut at = self.root;
        for part in pointer.split('/').skip(1) {
            let children = self.children.entry(at.get().as_ptr());
            let child = match children.or_insert_with(|| JsonChildren::of(at.get())) {
                JsonChildren::Elements(elements) => {
                    part.parse::<usize>().ok().and_then(|index| elements.get(index))
                }
                JsonChildren::Entries(entries) => entries.get(&*unescaped(part)),
                JsonChildren::None => None,
            };
            match child {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }
}

impl<'t> JsonChildren<'t> {
    fn of(text: &'t str) -> Self {
        let children = match text.as_bytes().first() {
            Some(b'[') => serde_json::from_str(text).map(Self::Elements),
            Some(b'{') => serde_json::from_str(text).map(Self::Entries),
            _ => return Self::None,
        };
        children.unwrap_or(Self::None)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn place(text: &str, pointer: &str) -> Option<(usize, usize)> {
        places(text, [pointer].into_iter()).get(pointer).copied()
    }

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

    #[test]
    fn as_many_findings_as_fields_are_located_in_one_pass() {
        let fields = vec!["{\"content\": \"é\"}"; 20_000];
        let text = format!("[\n{}\n]", fields.join(",\n"));
        let pointers: Vec<_> = (0..20_000).map(|index| format!("/{index}/content")).collect();
        let started = Instant::now();
        let found = places(&text, pointers.iter().map(String::as_str));
        // To read the text for each of them took minutes.
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        for (index, pointer) in pointers.iter().enumerate() {
            assert_eq!(found[pointer], (index + 2, 13));
        }
    }
}
