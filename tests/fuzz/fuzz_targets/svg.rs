//! SVG pictures of any text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::budget::Meter;
use reportctl::image::Reader;

fuzz_target!(|text: &str| {
    let framed = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{text}</svg>");
    for source in [text, &framed] {
        let _ = Reader { extended: true }.decode(source, &Meter::default());
    }
});
