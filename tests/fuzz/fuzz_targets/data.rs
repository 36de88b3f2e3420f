//! Data files of any content, in every format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::data::{self, Format};

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (format, bytes) = input;
    let format = match format % 4 {
        0 => None,
        1 => Some(Format::Json),
        2 => Some(Format::Yaml),
        _ => Some(Format::Csv),
    };
    if let Ok(value) = data::parse(bytes, format, "fuzz") {
        let _ = value.to_json();
    }
});
