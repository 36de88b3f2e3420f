//! Streams as they were before they were compressed (ISO 32000-1, 7.4).

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use lopdf::{Dictionary, Object, Stream};

use super::file::File;
use super::{Flaw, Read};

/// What a stream holds.
pub(super) fn decode(stream: &Stream, file: &File<'_>, limit: usize) -> Read<Vec<u8>> {
    let dict = &stream.dict;
    let filters = list(file.member(dict, b"Filter")?);
    let parms = list(file.member(dict, b"DecodeParms")?);
    let mut bytes = stream.content.clone();
    for (index, filter) in filters.iter().enumerate() {
        let filter = file.resolved(filter)?;
        let parms = parms.get(index).map(|parms| file.resolved(parms)).transpose()?;
        let parms = parms.as_ref().and_then(|parms| parms.as_dict().ok());
        bytes = match filter.as_name().unwrap_or_default() {
            b"FlateDecode" | b"Fl" => {
                let inflated = inflate(&bytes, limit)?;
                match parms {
                    Some(parms) => predicted(inflated, parms, file)?,
                    None => inflated,
                }
            }
            b"ASCIIHexDecode" | b"AHx" => hexadecimal(&bytes)?,
            b"ASCII85Decode" | b"A85" => base85(&bytes)?,
            _ => return Err(Flaw::Broken("it is compressed in a way that is not read")),
        };
    }
    Ok(bytes)
}

/// One object or several.
fn list(object: Object) -> Vec<Object> {
    match object {
        Object::Array(items) => items,
        Object::Null => Vec::new(),
        one => vec![one],
    }
}

const DAMAGED: Flaw = Flaw::Broken("one of its streams is damaged");

fn inflate(bytes: &[u8], limit: usize) -> Read<Vec<u8>> {
    let mut out = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    ZlibDecoder::new(bytes).take(most).read_to_end(&mut out).map_err(|_| DAMAGED)?;
    if out.len() > limit {
        return Err(Flaw::TooLarge("bytes in a compressed stream"));
    }
    Ok(out)
}

/// Undoes what rows take from their neighbours (7.4.4.4).
fn predicted(bytes: Vec<u8>, parms: &Dictionary, file: &File<'_>) -> Read<Vec<u8>> {
    let number = |key: &[u8], default: usize| -> Read<usize> {
        match file.member(parms, key)? {
            Object::Null => Ok(default),
            Object::Integer(number) => usize::try_from(number).map_err(|_| DAMAGED),
            _ => Err(DAMAGED),
        }
    };
    let predictor = number(b"Predictor", 1)?;
    if predictor <= 1 {
        return Ok(bytes);
    }
    let bits = number(b"Colors", 1)?.saturating_mul(number(b"BitsPerComponent", 8)?);
    let row = bits.saturating_mul(number(b"Columns", 1)?).div_ceil(8);
    let step = bits.div_ceil(8);
    if predictor < 10 || row == 0 || row > bytes.len().max(1) || step > row {
        return Err(DAMAGED);
    }
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut above = vec![0_u8; row];
    for line in bytes.chunks(row + 1) {
        let Some((kind, samples)) = line.split_first() else { continue };
        let mut current = vec![0_u8; row];
        for (at, sample) in samples.iter().enumerate() {
            let before = |row: &[u8]| at.checked_sub(step).and_then(|at| row.get(at).copied());
            let left = before(&current).unwrap_or_default();
            let up = above.get(at).copied().unwrap_or_default();
            let corner = before(&above).unwrap_or_default();
            let guess = match kind {
                0 => 0,
                1 => left,
                2 => up,
                3 => u16::midpoint(left.into(), up.into()) as u8,
                4 => paeth(left, up, corner),
                _ => return Err(DAMAGED),
            };
            if let Some(place) = current.get_mut(at) {
                *place = sample.wrapping_add(guess);
            }
        }
        out.extend(current.get(..samples.len()).unwrap_or_default());
        above = current;
    }
    Ok(out)
}

fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, up, corner].map(i16::from);
    let guess = a + b - c;
    let (to_left, to_up, to_corner) = ((guess - a).abs(), (guess - b).abs(), (guess - c).abs());
    if to_left <= to_up && to_left <= to_corner {
        left
    } else if to_up <= to_corner {
        up
    } else {
        corner
    }
}

fn hexadecimal(bytes: &[u8]) -> Read<Vec<u8>> {
    let mut digits = Vec::with_capacity(bytes.len());
    for byte in bytes.iter().take_while(|byte| **byte != b'>') {
        match char::from(*byte).to_digit(16) {
            Some(digit) => digits.push(digit as u8),
            None if byte.is_ascii_whitespace() || *byte == 0 => {}
            None => return Err(DAMAGED),
        }
    }
    Ok(digits
        .chunks(2)
        .map(|pair| {
            pair.iter().fold(0, |code, digit| code * 16 + digit)
                * if pair.len() == 1 { 16 } else { 1 }
        })
        .collect())
}

fn base85(bytes: &[u8]) -> Read<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut group: Vec<u8> = Vec::with_capacity(5);
    for byte in bytes.iter().take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if group.is_empty() => out.extend([0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            byte if byte.is_ascii_whitespace() || *byte == 0 => {}
            _ => return Err(DAMAGED),
        }
        if group.len() == 5 {
            out.extend(word85(&group)?);
            group.clear();
        }
    }
    if group.len() == 1 {
        return Err(DAMAGED);
    }
    if !group.is_empty() {
        let kept = group.len() - 1;
        group.resize(5, 84);
        out.extend(word85(&group)?.into_iter().take(kept));
    }
    Ok(out)
}

fn word85(group: &[u8]) -> Read<[u8; 4]> {
    let value = group.iter().fold(0_u64, |value, digit| value * 85 + u64::from(*digit));
    u32::try_from(value).map(u32::to_be_bytes).map_err(|_| DAMAGED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_bytes_are_read() {
        assert_eq!(hexadecimal(b"48 65\n6C6c 7>x"), Ok(b"Hellp".to_vec()));
        assert_eq!(base85(b"87cURDZ~>"), Ok(b"Hello".to_vec()));
        assert_eq!(base85(b"z!!~>"), Ok(vec![0; 5]));
        assert_eq!(base85(b"uuuuu~>"), Err(DAMAGED));
        assert_eq!(base85(b"{"), Err(DAMAGED));
    }
}
