//! The ledger's pages written by hand: what a person would write who needs just this document.
//!
//! Positions are known, texts are left-aligned and not measured, the grid is a fixed pattern, and
//! the file has no more objects than it needs. This is the practical limit that drawing and
//! writing are compared with.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use reportctl::layout::{Content, Layout, Page};

const WIDTHS: [f64; 6] = [18.0, 25.0, 20.0, 67.0, 30.0, 30.0];

fn pt(mm: f64) -> f64 {
    mm * 72.0 / 25.4
}

/// The whole file.
pub(crate) fn document(layout: &Layout<'_>) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = vec![0_usize];
    let count = layout.pages.len();
    let mut object = |file: &mut Vec<u8>, body: &[u8]| {
        offsets.push(file.len());
        let number = offsets.len() - 1;
        writeln!(file, "{number} 0 obj").unwrap();
        file.extend_from_slice(body);
        file.extend_from_slice(b"\nendobj\n");
    };
    object(&mut file, b"<</Type/Catalog/Pages 2 0 R>>");
    let kids: String = (0..count).map(|i| format!("{} 0 R ", 4 + 2 * i)).collect();
    object(&mut file, format!("<</Type/Pages/Count {count}/Kids[{kids}]>>").as_bytes());
    object(&mut file, b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
    let mut content = Vec::new();
    for (i, page) in layout.pages.iter().enumerate() {
        let page_object = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.276 841.89]/Contents {} 0 R\
             /Resources<</Font<</F0 3 0 R>>>>>>",
            5 + 2 * i
        );
        object(&mut file, page_object.as_bytes());
        content.clear();
        write_page(page, &mut content);
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
        encoder.write_all(&content).unwrap();
        let stream = encoder.finish().unwrap();
        let mut body =
            format!("<</Filter/FlateDecode/Length {}>>stream\n", stream.len()).into_bytes();
        body.extend_from_slice(&stream);
        body.extend_from_slice(b"\nendstream");
        object(&mut file, &body);
    }
    let start = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", offsets.len()).unwrap();
    for offset in &offsets[1..] {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    write!(file, "trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF", offsets.len())
        .unwrap();
    file
}

fn write_page(page: &Page<'_>, out: &mut Vec<u8>) {
    let height = pt(page.design.height);
    let row = pt(7.0);
    for placement in &page.placements {
        let Content::Table(slice) = &placement.content else { continue };
        let (left, top) = (pt(placement.x), height - pt(placement.y));
        let width = pt(190.0);
        let rows = slice.rows.len() + usize::from(slice.head) + usize::from(slice.footer.is_some());
        out.extend_from_slice(b"0.161 0.502 0.729 rg\n");
        rect(out, left, top - row, width, row);
        out.extend_from_slice(b"f\n0.945 0.961 0.976 rg\n");
        for i in (1..slice.rows.len()).step_by(2) {
            rect(out, left, top - (i + 2) as f64 * row, width, row);
        }
        out.extend_from_slice(b"f\nBT\n1 1 1 rg\n/F0 9 Tf\n");
        let mut pen = (0.0, 0.0);
        let mut baseline = top - row / 2.0 - 9.0 / 2.8;
        line(out, slice.table.head.iter().map(String::as_str), left, baseline, &mut pen);
        out.extend_from_slice(b"0 0 0 rg\n");
        for i in 0..slice.rows.len() {
            baseline -= row;
            line(out, slice.rows.row(i), left, baseline, &mut pen);
        }
        if let Some(footer) = &slice.footer {
            line(out, footer.row(0), left, baseline - row, &mut pen);
        }
        out.extend_from_slice(b"ET\n0.6 0.6 0.6 RG\n0.5 w\n2 J\n");
        for i in 0..=rows {
            let y = top - i as f64 * row;
            segment(out, (left, y), (left + width, y));
        }
        let mut x = left;
        for i in 0..=WIDTHS.len() {
            segment(out, (x, top), (x, top - rows as f64 * row));
            x += WIDTHS.get(i).map_or(0.0, |width| pt(*width));
        }
        out.extend_from_slice(b"S\n");
    }
    for band in &page.bands {
        let Content::Text(_, text) = &band.placement.content else { continue };
        let size = if band.placement.y > 100.0 { 8.0 } else { 14.0 };
        out.extend_from_slice(b"BT\n0.067 0.067 0.067 rg\n/F0 ");
        number(out, size);
        out.extend_from_slice(b"Tf\n");
        number(out, pt(band.placement.x));
        number(out, height - pt(band.placement.y) - size);
        out.extend_from_slice(b"Td\n");
        string(out, text);
        out.extend_from_slice(b"Tj\nET\n");
    }
}

fn line<'a>(
    out: &mut Vec<u8>,
    cells: impl Iterator<Item = &'a str>,
    left: f64,
    baseline: f64,
    pen: &mut (f64, f64),
) {
    let mut x = left + pt(1.5);
    for (cell, width) in cells.zip(WIDTHS) {
        if !cell.is_empty() {
            number(out, x - pen.0);
            number(out, baseline - pen.1);
            out.extend_from_slice(b"Td\n");
            string(out, cell);
            out.extend_from_slice(b"Tj\n");
            *pen = (x, baseline);
        }
        x += pt(width);
    }
}

fn rect(out: &mut Vec<u8>, x: f64, y: f64, width: f64, height: f64) {
    for value in [x, y, width, height] {
        number(out, value);
    }
    out.extend_from_slice(b"re\n");
}

fn segment(out: &mut Vec<u8>, from: (f64, f64), to: (f64, f64)) {
    number(out, from.0);
    number(out, from.1);
    out.extend_from_slice(b"m ");
    number(out, to.0);
    number(out, to.1);
    out.extend_from_slice(b"l\n");
}

fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'(');
    for c in text.chars() {
        if matches!(c, '(' | ')' | '\\') {
            out.push(b'\\');
        }
        out.push(u8::try_from(u32::from(c)).unwrap_or(b'?'));
    }
    out.push(b')');
}

/// Two decimals without trailing zeros, and a blank.
fn number(out: &mut Vec<u8>, value: f64) {
    let mut hundredths = (value * 100.0).round() as i64;
    if hundredths < 0 {
        out.push(b'-');
        hundredths = -hundredths;
    }
    let (whole, part) = (hundredths / 100, hundredths % 100);
    if whole != 0 || part == 0 {
        out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
    }
    if part != 0 {
        out.extend_from_slice(&[b'.', b'0' + (part / 10) as u8]);
        if part % 10 != 0 {
            out.push(b'0' + (part % 10) as u8);
        }
    }
    out.push(b' ');
}
