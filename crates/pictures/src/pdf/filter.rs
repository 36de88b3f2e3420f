//! Streams as they were before they were compressed (ISO 32000-1, 7.4).

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use lopdf::Object;

use super::{Flaw, Read};

/// Undoes one filter. `parameter` looks up an entry of its `/DecodeParms`, null where there is none.
pub(super) fn decode(
    filter: &[u8],
    bytes: &[u8],
    parameter: &dyn Fn(&[u8]) -> Read<Object>,
    limit: usize,
) -> Read<Vec<u8>> {
    match filter {
        b"FlateDecode" | b"Fl" => predicted(inflate(bytes, limit)?, parameter),
        b"LZWDecode" | b"LZW" => {
            let early = parameter(b"EarlyChange")? != Object::Integer(0);
            predicted(lzw(bytes, usize::from(early), limit)?, parameter)
        }
        b"RunLengthDecode" | b"RL" => runs(bytes, limit),
        b"ASCIIHexDecode" | b"AHx" => hexadecimal(bytes),
        b"ASCII85Decode" | b"A85" => base85(bytes),
        _ => Err(Flaw::Broken("it is compressed in a way that is not read")),
    }
}

const DAMAGED: Flaw = Flaw::Broken("one of its streams is damaged");

const TOO_LARGE: Flaw = Flaw::TooLarge("bytes in a compressed stream");

/// Undoes LZW (7.4.4.2). Codes grow `early` codes before they have to.
fn lzw(bytes: &[u8], early: usize, limit: usize) -> Read<Vec<u8>> {
    const CLEAR: usize = 256;
    const END: usize = 257;
    const FIRST: usize = 258;
    const CODES: usize = 4096;
    let mut out: Vec<u8> = Vec::new();
    // Sequences of codes, as ranges of the output: an earlier sequence and the byte after it.
    let mut known: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let (mut held, mut bits) = (0_usize, 0_u32);
    let mut input = bytes.iter();
    loop {
        let next = FIRST + known.len() + early;
        let width = 9 + u32::from(next >= 512) + u32::from(next >= 1024) + u32::from(next >= 2048);
        while bits < width {
            let Some(byte) = input.next() else { return Ok(out) };
            held = (held << 8 | usize::from(*byte)) & 0xff_ffff;
            bits += 8;
        }
        bits -= width;
        let code = held >> bits & ((1 << width) - 1);
        let begin = out.len();
        match code {
            CLEAR => {
                known.clear();
                last = None;
                continue;
            }
            END => return Ok(out),
            FIRST.. => {
                let found = known.get(code - FIRST).copied();
                let own = last.filter(|_| code - FIRST == known.len());
                let own = own.map(|(from, length)| (from, length + 1));
                let (from, length) = found.or(own).ok_or(DAMAGED)?;
                if begin + length > limit {
                    return Err(TOO_LARGE);
                }
                for at in from..from + length {
                    out.push(*out.get(at).ok_or(DAMAGED)?);
                }
            }
            byte => out.push(u8::try_from(byte).map_err(|_| DAMAGED)?),
        }
        if out.len() > limit {
            return Err(TOO_LARGE);
        }
        if let Some((from, length)) = last
            && FIRST + known.len() < CODES
        {
            known.push((from, length + 1));
        }
        last = Some((begin, out.len() - begin));
    }
}

/// Undoes runs of equal bytes (7.4.5).
fn runs(bytes: &[u8], limit: usize) -> Read<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first() {
        let length = usize::from(*length);
        rest = match length {
            128 => break,
            0..128 => {
                out.extend(after.get(..=length).ok_or(DAMAGED)?);
                after.get(length + 1..).unwrap_or_default()
            }
            _ => {
                let (byte, after) = after.split_first().ok_or(DAMAGED)?;
                out.extend(std::iter::repeat_n(*byte, 257 - length));
                after
            }
        };
        if out.len() > limit {
            return Err(TOO_LARGE);
        }
    }
    Ok(out)
}

fn inflate(bytes: &[u8], limit: usize) -> Read<Vec<u8>> {
    let mut out = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    ZlibDecoder::new(bytes).take(most).read_to_end(&mut out).map_err(|_| DAMAGED)?;
    if out.len() > limit {
        return Err(TOO_LARGE);
    }
    Ok(out)
}

/// Undoes what rows take from their neighbours (7.4.4.4).
fn predicted(bytes: Vec<u8>, parameter: &dyn Fn(&[u8]) -> Read<Object>) -> Read<Vec<u8>> {
    let number = |key: &[u8], default: usize| -> Read<usize> {
        match parameter(key)? {
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
    fn sequences_with_codes_are_read() {
        // The example of ISO 32000-1, 7.4.4.2.
        let coded = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
        let plain = [45, 45, 45, 45, 45, 65, 45, 45, 45, 66];
        assert_eq!(lzw(&coded, 1, 10), Ok(plain.to_vec()));
        assert_eq!(lzw(&coded, 1, 9), Err(TOO_LARGE));
        // Cut off, it is what there is; a code that is not known yet is none.
        assert_eq!(lzw(&coded[..3], 1, 10), Ok(vec![45]));
        assert_eq!(lzw(&[0x80, 0x60, 0x00], 1, 10), Err(DAMAGED));
    }

    #[test]
    fn codes_of_sequences_become_longer() {
        // Bytes that repeat late enough need codes of 9 to 12 bits.
        let plain: Vec<u8> = (0..9000_usize).map(|at| (at * at / 7 % 251) as u8).collect();
        for early in [0, 1] {
            assert_eq!(
                lzw(&coded(&plain, early), early, plain.len()),
                Ok(plain.clone()),
                "{early}"
            );
        }
    }

    /// Encodes as writers do, with a map of sequences.
    fn coded(plain: &[u8], early: usize) -> Vec<u8> {
        let (mut bits, mut held, mut out) = (0_u32, 0_u64, Vec::new());
        let mut put = |code: usize, width: u32, out: &mut Vec<u8>| {
            held = held << width | code as u64;
            bits += width;
            while bits >= 8 {
                bits -= 8;
                out.push((held >> bits) as u8);
            }
            held &= (1 << bits) - 1;
        };
        let mut known = std::collections::HashMap::new();
        let mut width = 9;
        put(256, width, &mut out);
        let mut sequence: Vec<u8> = Vec::new();
        let code = |known: &std::collections::HashMap<Vec<u8>, usize>, sequence: &[u8]| {
            known.get(sequence).copied().unwrap_or_else(|| usize::from(sequence[0]))
        };
        for byte in plain {
            let mut longer = sequence.clone();
            longer.push(*byte);
            if longer.len() == 1 || known.contains_key(&longer) {
                sequence = longer;
                continue;
            }
            put(code(&known, &sequence), width, &mut out);
            if 258 + known.len() < 4093 {
                known.insert(longer, 258 + known.len());
                // The reader knows one sequence less.
                let next = 258 + known.len() - 1 + early;
                width =
                    9 + u32::from(next >= 512) + u32::from(next >= 1024) + u32::from(next >= 2048);
            } else {
                put(256, width, &mut out);
                known.clear();
                width = 9;
            }
            sequence = vec![*byte];
        }
        put(code(&known, &sequence), width, &mut out);
        let next = 258 + known.len() + early;
        width = 9 + u32::from(next >= 512) + u32::from(next >= 1024) + u32::from(next >= 2048);
        put(257, width, &mut out);
        put(0, 7, &mut out);
        out
    }

    #[test]
    fn runs_are_read() {
        assert_eq!(runs(&[1, b'a', b'b', 254, b'c', 128, b'x'], 9), Ok(b"abccc".to_vec()));
        assert_eq!(runs(&[129, b'c'], 9), Err(TOO_LARGE));
        assert_eq!(runs(&[2, b'a'], 9), Err(DAMAGED));
    }

    #[test]
    fn texts_of_bytes_are_read() {
        assert_eq!(hexadecimal(b"48 65\n6C6c 7>x"), Ok(b"Hellp".to_vec()));
        assert_eq!(base85(b"87cURDZ~>"), Ok(b"Hello".to_vec()));
        assert_eq!(base85(b"z!!~>"), Ok(vec![0; 5]));
        assert_eq!(base85(b"uuuuu~>"), Err(DAMAGED));
        assert_eq!(base85(b"{"), Err(DAMAGED));
    }
}
