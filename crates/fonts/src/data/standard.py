#!/usr/bin/env python3
"""Writes ../standard_table.rs from the metrics of the standard fonts but Helvetica and Courier.

Run in this folder:  python3 standard.py && rustfmt ../standard_table.rs
"""
from afm import metrics, rows

FONTS = ["Helvetica-Bold", "Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"]

with open("../standard_table.rs", "w", encoding="ascii") as out:
    out.write("""//! Widths and kerning of standard fonts for the cp1252 codes, in thousandths of the size.
//!
//! Written by `data/standard.py` from the `.afm` files beside it; do not edit.
//!
//! Copyright (c) 1985, 1987, 1989, 1990, 1993, 1997 Adobe Systems Incorporated. All Rights Reserved.
//! This file and the 14 PostScript(R) AFM files it accompanies may be used, copied, and
//! distributed for any purpose and without charge, with or without modification, provided that all
//! copyright notices are retained; that the AFM files are not distributed without this file; that
//! all modifications to this file or any of the AFM files are prominently noted in the modified
//! file(s); and that this paragraph is not modified. Adobe Systems has no responsibility or
//! obligation to support the use of the AFM files.

use super::metrics::Metrics;
""")
    for font in FONTS:
        table, left, right, small = metrics(font)
        kerning = [value for row in small for value in row]
        out.write(f"""
/// {font}.
pub(super) static {font.upper().replace("-", "_")}: Metrics = Metrics {{
    widths: [{rows(table)}],
    left: [{rows(left)}],
    right: [{rows(right)}],
    columns: {len(small[0])},
    kerning: &[{rows(kerning)}],
}};
""")
