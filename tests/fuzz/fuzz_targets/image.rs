//! Pictures of any bytes, as PNG and as JPEG.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::budget::Meter;
use reportctl::image;

fuzz_target!(|input: (bool, &[u8])| {
    let (jpeg, bytes) = input;
    let kind = if jpeg { "jpeg" } else { "png" };
    let uri = format!("data:image/{kind};base64,{}", base64(bytes));
    let _ = image::decode(&uri, &Meter::default());
});

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            text.push(char::from(LETTERS[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}
