//! The reader of letterheads for others who read PDF files from outside: whole files, and the operators
//! of pages. Depth and work are bounded, and nothing in it panics, whatever is in a file.

use std::cell::Cell;

use lopdf::content::Operation;
use lopdf::{Document, Object};

use super::Flaw;
use super::file::{File, Limits};
use super::syntax::Lexer;

/// Most objects of a file, those inside others counted: about a gigabyte of memory.
const MAX_OBJECTS: usize = 5_000_000;

/// Most bytes of tables and objects that are decompressed.
const MAX_DECOMPRESSED: usize = 256 << 20;

/// Most operands before an operator.
const MAX_OPERANDS: usize = 1000;

/// Why a file is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It needs a password.
    Encrypted,
    /// For this reason, which follows "it cannot be read: ".
    Broken(String),
}

/// The objects of a file, its streams as they are stored. Generations of objects are all 0.
///
/// # Errors
/// What is wrong with it.
pub fn document(bytes: &[u8]) -> Result<Document, Unread> {
    let unread = |flaw: Flaw| match flaw {
        Flaw::Encrypted => Unread::Encrypted,
        flaw => Unread::Broken(flaw.reason()),
    };
    let read = bytes.len().saturating_mul(2).saturating_add(MAX_DECOMPRESSED);
    let limits = Limits { objects: MAX_OBJECTS, bytes: read };
    let file = File::open(bytes, limits).map_err(unread)?;
    let mut document = Document::new();
    document.trailer = file.trailer.clone();
    for number in file.numbers() {
        match file.object(number).map_err(unread)? {
            Object::Null => {}
            object => {
                document.objects.insert((number, 0), object);
                document.max_id = number;
            }
        }
    }
    Ok(document)
}

/// Calls for each operator of a content stream with its operands (ISO 32000-1, 7.8.2). Only one of
/// them is held at a time.
///
/// # Errors
/// What is wrong with the stream; those of `each`.
pub fn operations(
    content: &[u8],
    mut each: impl FnMut(Operation) -> Result<(), String>,
) -> Result<(), String> {
    let left = Cell::new(usize::MAX);
    let mut lexer = Lexer::new(content, 0, &left);
    let mut operands = Vec::new();
    while !lexer.is_at_end() {
        match lexer.operator() {
            // Pictures inside the stream are no objects.
            Some(b"BI") => return Err("it has pictures inside its operators".to_owned()),
            Some(operator) => {
                let operator = String::from_utf8_lossy(operator);
                each(Operation::new(&operator, std::mem::take(&mut operands)))?;
            }
            None if operands.len() >= MAX_OPERANDS => {
                return Err("an operator of it has too many operands".to_owned());
            }
            None => operands.push(lexer.object().map_err(Flaw::reason)?),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        operations(content.as_bytes(), |operation| {
            found.push(format!("{} {:?}", operation.operator, operation.operands));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn operators_come_with_their_operands() {
        let text = "q 1 0 0 -1.5 0 .5 cm /F1 12 Tf [(a\\)) -20 <41>] TJ true f* T* % x\n(b)' Q";
        let expected = lopdf::content::Content::decode(text.as_bytes()).expect("operators");
        let mut expected = expected.operations.into_iter();
        operations(text.as_bytes(), |operation| {
            let other = expected.next().expect("as many");
            assert_eq!(operation.operator, other.operator);
            assert_eq!(operation.operands.len(), other.operands.len(), "{operation:?}");
            Ok(())
        })
        .expect("operators");
        assert!(expected.next().is_none());
        assert_eq!(read(" "), Ok(Vec::new()));
    }

    #[test]
    fn damaged_operators_are_refused() {
        for text in ["(", "[1", "<</A", "1e5 w", ")", "BI /W 1 ID x EI", &"[".repeat(100_000)] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&"0 ".repeat(2000)).is_err());
    }

    /// One number of a table was the size of a buffer.
    #[test]
    fn numbers_of_tables_take_no_memory() {
        let stream = "<</Type/XRef/Size 1/W[1 9223372036854775807 1]/Root 1 0 R/Length 0>>";
        let file = format!("%PDF-1.5\n1 0 obj\n{stream}stream\n\nendstream endobj\nstartxref\n9\n");
        assert!(matches!(document(file.as_bytes()), Err(Unread::Broken(_))));
        let nested =
            format!("%PDF-1.4\nxref\n0 0\ntrailer\n{}\nstartxref\n9\n", "[".repeat(1 << 20));
        assert!(matches!(document(nested.as_bytes()), Err(Unread::Broken(_))));
    }
}
