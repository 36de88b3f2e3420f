//! Objects of PDF files as they are written (ISO 32000-1, 7.2 and 7.3).

use std::cell::Cell;

use lopdf::{Dictionary, Object, StringFormat};

use super::{Flaw, Read};

/// Deepest nesting of arrays and dictionaries.
const MAX_DEPTH: usize = 64;

/// Reads objects one after the other.
pub(super) struct Lexer<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Number of objects that may still be read of the file.
    left: &'b Cell<usize>,
}

impl<'b> Lexer<'b> {
    pub(super) fn new(bytes: &'b [u8], at: usize, left: &'b Cell<usize>) -> Self {
        Self { bytes, at, left }
    }

    /// Current position.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Goes over blanks and comments.
    pub(super) fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                while self.peek().is_some_and(|byte| byte != b'\n' && byte != b'\r') {
                    self.at += 1;
                }
            } else if is_blank(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Goes over a word, if it is the next one.
    pub(super) fn word(&mut self, word: &[u8]) -> bool {
        self.skip_blanks();
        let end = self.at.saturating_add(word.len());
        let found = self.bytes.get(self.at..end) == Some(word)
            && self.bytes.get(end).is_none_or(|byte| !is_regular(*byte));
        if found {
            self.at = end;
        }
        found
    }

    /// Goes over the end of the line behind `stream`.
    pub(super) fn end_of_line(&mut self) {
        if self.peek() == Some(b'\r') {
            self.at += 1;
        }
        if self.peek() == Some(b'\n') {
            self.at += 1;
        }
    }

    /// A number from 0 without a point, if it is the next word.
    pub(super) fn number(&mut self) -> Option<u64> {
        self.skip_blanks();
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = rest.get(..length)?;
        if rest.get(length).is_some_and(|byte| is_regular(*byte)) {
            return None;
        }
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        self.at += length;
        Some(number)
    }

    /// The head of an indirect object: its number.
    pub(super) fn head(&mut self) -> Option<u64> {
        let number = self.number()?;
        self.number()?;
        self.word(b"obj").then_some(number)
    }

    /// The next object; streams are dictionaries here.
    pub(super) fn object(&mut self) -> Read<Object> {
        self.value(0)
    }

    fn value(&mut self, depth: usize) -> Read<Object> {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or(Flaw::TooLarge("objects"))?);
        if depth > MAX_DEPTH {
            return Err(Flaw::Broken("its objects are nested too deeply"));
        }
        self.skip_blanks();
        match self.peek().ok_or(ENDS)? {
            b'/' => self.name().map(Object::Name),
            b'(' => self.literal(),
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                loop {
                    self.skip_blanks();
                    if self.peek() == Some(b']') {
                        self.at += 1;
                        return Ok(Object::Array(items));
                    }
                    items.push(self.value(depth + 1)?);
                }
            }
            b'<' if self.bytes.get(self.at + 1) == Some(&b'<') => {
                self.at += 2;
                self.dictionary(depth).map(Object::Dictionary)
            }
            b'<' => self.hexadecimal(),
            b'+' | b'-' | b'.' | b'0'..=b'9' => self.numeric(),
            _ if self.word(b"true") => Ok(Object::Boolean(true)),
            _ if self.word(b"false") => Ok(Object::Boolean(false)),
            _ if self.word(b"null") => Ok(Object::Null),
            _ => Err(SYNTAX),
        }
    }

    fn dictionary(&mut self, depth: usize) -> Read<Dictionary> {
        let mut dictionary = Dictionary::new();
        loop {
            self.skip_blanks();
            match self.peek().ok_or(ENDS)? {
                b'>' if self.bytes.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    return Ok(dictionary);
                }
                b'/' => {
                    let key = self.name()?;
                    let value = self.value(depth + 1)?;
                    dictionary.set(key, value);
                }
                _ => return Err(SYNTAX),
            }
        }
    }

    fn name(&mut self) -> Read<Vec<u8>> {
        self.at += 1;
        let mut name = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| is_regular(*byte)) {
            self.at += 1;
            let escaped = (byte == b'#').then(|| {
                let digit = |at: usize| char::from(*self.bytes.get(at)?).to_digit(16);
                Some((digit(self.at)? * 16 + digit(self.at + 1)?) as u8)
            });
            match escaped.flatten() {
                Some(byte) => {
                    self.at += 2;
                    name.push(byte);
                }
                None => name.push(byte),
            }
        }
        Ok(name)
    }

    fn literal(&mut self) -> Read<Object> {
        self.at += 1;
        let mut text = Vec::new();
        let mut open = 1_usize;
        loop {
            match self.next().ok_or(ENDS)? {
                b'(' => {
                    open += 1;
                    text.push(b'(');
                }
                b')' => {
                    open -= 1;
                    if open == 0 {
                        return Ok(Object::String(text, StringFormat::Literal));
                    }
                    text.push(b')');
                }
                b'\\' => self.escape(&mut text)?,
                b'\r' => {
                    if self.peek() == Some(b'\n') {
                        self.at += 1;
                    }
                    text.push(b'\n');
                }
                byte => text.push(byte),
            }
        }
    }

    fn escape(&mut self, text: &mut Vec<u8>) -> Read<()> {
        match self.next().ok_or(ENDS)? {
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'\n' => {}
            b'\r' => {
                if self.peek() == Some(b'\n') {
                    self.at += 1;
                }
            }
            digit @ b'0'..=b'7' => {
                let mut code = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else { break };
                    self.at += 1;
                    code = code * 8 + u32::from(digit - b'0');
                }
                text.push(code as u8);
            }
            other => text.push(other),
        }
        Ok(())
    }

    fn hexadecimal(&mut self) -> Read<Object> {
        self.at += 1;
        let mut text = Vec::new();
        let mut high = None;
        loop {
            let byte = self.next().ok_or(ENDS)?;
            if byte == b'>' {
                text.extend(high.map(|high: u32| (high * 16) as u8));
                return Ok(Object::String(text, StringFormat::Hexadecimal));
            }
            if is_blank(byte) {
                continue;
            }
            let digit = char::from(byte).to_digit(16).ok_or(SYNTAX)?;
            match high.take() {
                Some(high) => text.push((high * 16 + digit) as u8),
                None => high = Some(digit),
            }
        }
    }

    /// A number, or a reference, which begins with two of them.
    fn numeric(&mut self) -> Read<Object> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_regular(**byte)).count();
        let word =
            std::str::from_utf8(rest.get(..length).unwrap_or_default()).map_err(|_| SYNTAX)?;
        self.at += length;
        let Ok(number) = word.parse::<i64>() else {
            // There are no exponents (7.3.3).
            let plain = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
            let real = word.parse::<f32>().ok().filter(|real| plain && real.is_finite());
            return real.map(Object::Real).ok_or(SYNTAX);
        };
        let after = self.at;
        if let (Ok(id), Some(generation)) = (u32::try_from(number), self.number())
            && let Ok(generation) = u16::try_from(generation)
            && self.word(b"R")
        {
            return Ok(Object::Reference((id, generation)));
        }
        self.at = after;
        Ok(Object::Integer(number))
    }
}

const ENDS: Flaw = Flaw::Broken("it ends too early");
const SYNTAX: Flaw = Flaw::Broken("its objects are not written as those of a PDF");

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ')
}

/// Returns true if a byte can be part of a name or a number.
fn is_regular(byte: u8) -> bool {
    !is_blank(byte) && !b"()<>[]{}/%".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Read<Object> {
        Lexer::new(text.as_bytes(), 0, &Cell::new(1000)).object()
    }

    #[test]
    fn objects_are_read_as_they_are_written() {
        let cases = [
            ("12 0 R", Object::Reference((12, 0))),
            ("12 0", Object::Integer(12)),
            ("-.5", Object::Real(-0.5)),
            ("+17", Object::Integer(17)),
            ("4.", Object::Real(4.0)),
            ("/A#20B", Object::Name(b"A B".to_vec())),
            ("/", Object::Name(Vec::new())),
            ("(a\\(b(c)\\101\\\n\r\nd)", Object::string_literal("a(b(c)A\nd")),
            ("<48 6>", Object::String(b"H`".to_vec(), StringFormat::Hexadecimal)),
            ("% no\n true", Object::Boolean(true)),
            ("null", Object::Null),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
        let array = read("[1 2 0 R/N<</K(v)>>]").expect("an array");
        assert_eq!(array.as_array().map_or(0, Vec::len), 4);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        let deep = "[".repeat(MAX_DEPTH + 2);
        for text in ["", "(", "<4", "<<", "<</A>>", "<<1 2>>", "[1", "truely", "1e5", "--1", &deep]
        {
            assert!(matches!(read(text), Err(Flaw::Broken(_))), "{text}");
        }
        let many = format!("[{}]", "0 ".repeat(2000));
        assert_eq!(read(&many), Err(Flaw::TooLarge("objects")));
    }
}
