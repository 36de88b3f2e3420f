#!/usr/bin/env python3
"""Writes ../helvetica_table.rs from Helvetica.afm (Adobe Core 14 metrics, copied from npm `pdfkit`).

Run in this folder:  python3 helvetica.py && rustfmt ../helvetica_table.rs
"""
from afm import metrics, rows

table, left, right, small = metrics("Helvetica")
lefts, rights = len(small), len(small[0])
pairs = sum(1 for l in left for r in right if small[l][r])
with open("../helvetica_table.rs", "w", encoding="ascii") as out:
    out.write(f"""//! Widths and kerning of Helvetica for the cp1252 codes, in thousandths of the size.
//!
//! Written by `data/helvetica.py` from `data/Helvetica.afm`; do not edit. {pairs} kerned pairs.
//!
//! Copyright (c) 1985, 1987, 1989, 1990, 1997 Adobe Systems Incorporated. All Rights Reserved.
//! This file and the 14 PostScript(R) AFM files it accompanies may be used, copied, and
//! distributed for any purpose and without charge, with or without modification, provided that all
//! copyright notices are retained; that the AFM files are not distributed without this file; that
//! all modifications to this file or any of the AFM files are prominently noted in the modified
//! file(s); and that this paragraph is not modified. Adobe Systems has no responsibility or
//! obligation to support the use of the AFM files.

/// Width of each code.
pub(super) static WIDTHS: [u16; 256] = [{rows(table)}];

/// Codes that are kerned alike as the left one of a pair.
pub(super) static LEFT: [u8; 256] = [{rows(left)}];

/// Codes that are kerned alike as the right one of a pair.
pub(super) static RIGHT: [u8; 256] = [{rows(right)}];

/// Kerning by left and right class.
pub(super) static KERNING: [[i16; {rights}]; {lefts}] = [{", ".join("[" + rows(row) + "]" for row in small)}];
""")
print(pairs, "pairs,", lefts, "x", rights, "classes")
