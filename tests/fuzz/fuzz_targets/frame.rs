//! Frames between a process and its child: what a child reads of its parent, and what a parent reads of
//! a child that another one has taken over.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::base::frame;
use reportctl::delivery::isolation::reading;

/// Bytes of an answer that a parent takes.
const MAX_ANSWER: u64 = 1 << 20;

fuzz_target!(|input: (&[u8], Vec<(&str, Vec<&[u8]>)>)| {
    let (raw, frames) = input;
    let _ = reading::of_parent(raw);
    let _ = reading::of_child(raw, MAX_ANSWER);
    // Whole frames, which get as far as what is in them.
    let mut whole = Vec::new();
    for (header, parts) in &frames {
        frame::write(&mut whole, header.as_bytes(), parts).expect("memory takes all");
    }
    let _ = reading::of_parent(whole.as_slice());
    let _ = reading::of_child(whole.as_slice(), MAX_ANSWER);
});
