//! PDF files of any bytes, and content streams of any bytes, as `diff` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::image::letterhead::reading;

fuzz_target!(|bytes: &[u8]| {
    let _ = reading::document(bytes);
    let _ = reading::operations(bytes, |_| Ok(()));
});
