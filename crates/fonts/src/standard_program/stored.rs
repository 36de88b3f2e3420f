//! The programs, by [`Standard::index`]: with ASCII alone, with all of WinAnsi.
//!
//! Written by the test `stored_programs_are_those_that_are_made`; do not edit.

use super::StandardProgram;
use std::borrow::Cow;

const BYTES: &[u8] = include_bytes!("../data/standard-programs.bin");

const fn stored(base_name: &'static str, length: usize, start: usize, end: usize) -> StandardProgram {
    let (_, program) = BYTES.split_at(start);
    let (program, _) = program.split_at(end - start);
    StandardProgram { base_name: Cow::Borrowed(base_name), program: Cow::Borrowed(program), length }
}

pub(super) static PROGRAMS: [[StandardProgram; 2]; 12] = [
    [stored("PCNCOH+ReportSans", 8216, 0, 6334), stored("QRPQDL+ReportSans", 16428, 6334, 17904)],
    [stored("DTTEKI+ReportSans-Bold", 9748, 17904, 25403), stored("UZFARM+ReportSans-Bold", 19112, 25403, 38750)],
    [stored("DTTEKI+ReportSans-Italic", 8488, 38750, 45310), stored("AHAFST+ReportSans-Italic", 16888, 45310, 57437)],
    [stored("DTTEKI+ReportSans-BoldItalic", 8612, 57437, 64210), stored("AHAFST+ReportSans-BoldItalic", 16964, 64210, 76362)],
    [stored("DTTEKI+ReportSerif", 10532, 76362, 84163), stored("UZFARM+ReportSerif", 20184, 84163, 97625)],
    [stored("DTTEKI+ReportSerif-Bold", 8908, 97625, 104365), stored("AHAFST+ReportSerif-Bold", 17280, 104365, 116386)],
    [stored("DTTEKI+ReportSerif-Italic", 9244, 116386, 123487), stored("AHAFST+ReportSerif-Italic", 17896, 123487, 136046)],
    [stored("DTTEKI+ReportSerif-BoldItalic", 9300, 136046, 143222), stored("AHAFST+ReportSerif-BoldItalic", 17856, 143222, 155818)],
    [stored("DTTEKI+ReportMono", 9912, 155818, 163410), stored("UZFARM+ReportMono", 19036, 163410, 176770)],
    [stored("DTTEKI+ReportMono-Bold", 8128, 176770, 183043), stored("MOSIJO+ReportMono-Bold", 16080, 183043, 194506)],
    [stored("DTTEKI+ReportMono-Italic", 8744, 194506, 201394), stored("MOSIJO+ReportMono-Italic", 17088, 201394, 213885)],
    [stored("DTTEKI+ReportMono-BoldItalic", 8780, 213885, 220853), stored("MOSIJO+ReportMono-BoldItalic", 17060, 220853, 233425)],
];
