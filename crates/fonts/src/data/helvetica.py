#!/usr/bin/env python3
"""Writes ../helvetica_table.rs from Helvetica.afm (Adobe Core 14 metrics, copied from npm `pdfkit`).

Run in this folder:  python3 helvetica.py && rustfmt ../helvetica_table.rs
"""
import re

afm = open("Helvetica.afm", encoding="ascii").read()
widths, kerning = {}, {}
for line in afm.splitlines():
    if match := re.match(r"C -?\d+ ; WX (\d+) ; N (\S+)", line):
        widths[match[2]] = int(match[1])
    elif match := re.match(r"KPX (\S+) (\S+) (-?\d+)", line):
        kerning[match[1], match[2]] = int(match[3])

# Glyph names of the cp1252 codes, by way of the Adobe glyph list names of their characters.
ASCII = """space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q
r s t u v w x y z braceleft bar braceright asciitilde""".split()
HIGH = """Euro - quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand
Scaron guilsinglleft OE - Zcaron - - quoteleft quoteright quotedblleft quotedblright bullet endash
emdash tilde trademark scaron guilsinglright oe - zcaron Ydieresis space exclamdown cent sterling
currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot hyphen
registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered
cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown
Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis
Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply
Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde
adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis
eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex
udieresis yacute thorn ydieresis""".split()
assert len(ASCII) == 95 and len(HIGH) == 128
names = [None] * 32 + ASCII + [None] + [None if name == "-" else name for name in HIGH]
assert all(name is None or name in widths for name in names)

UNKNOWN_WIDTH = 250
table = [widths.get(name, UNKNOWN_WIDTH) for name in names]
matrix = [[kerning.get((left, right), 0) for right in names] for left in names]


def classes(vectors):
    """Numbers equal vectors alike; the all-zero vector is class 0."""
    numbers = {tuple([0] * 256): 0}
    return [numbers.setdefault(tuple(v), len(numbers)) for v in vectors], len(numbers)


left, lefts = classes(matrix)
right, rights = classes(list(zip(*matrix)))
small = [[0] * rights for _ in range(lefts)]
for l in range(256):
    for r in range(256):
        small[left[l]][right[r]] = matrix[l][r]


def rows(values):
    return ", ".join(map(str, values))


pairs = sum(1 for row in matrix for value in row if value)
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
