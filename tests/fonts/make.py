#!/usr/bin/env python3
"""Makes the fixture fonts from DejaVu Sans (pip install fonttools brotli; Debian: fonts-dejavu-core).

    python3 make.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
"""
import sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

LATIN = [chr(c) for c in range(0x20, 0x7F)] + list("\u00a0çéãÄ€…–Łfiﬁ") + ["\u0301", "\u0327"]
ARABIC = list("السلم") + ["\u064e"]


FEATURES = ["ccmp", "liga", "rlig", "init", "medi", "fina", "isol", "mark"]


def subset(characters, hinting, features=FEATURES):
    font = TTFont(sys.argv[1], recalcTimestamp=False)
    options = Options(hinting=hinting, glyph_names=False, notdef_outline=True)
    options.layout_features = features
    options.drop_tables += ["kern", "FFTM", "gasp"]
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(characters))
    subsetter.subset(font)
    return font


def rename(font, name):
    postscript = name.replace(" ", "")
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 16):
            record.string = name
        if record.nameID == 6:
            record.string = postscript
    return font


def save(font, path, flavor=None):
    font.flavor = flavor
    font.save(path)


def cff(source):
    """The same outlines with cubic curves in a CFF table."""
    glyphs, order = source.getGlyphSet(), source.getGlyphOrder()
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(source.getBestCmap())
    strings = {}
    for name in order:
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(Qu2CuPen(pen, max_err=2, all_cubic=True))
        strings[name] = pen.getCharString()
    builder.setupCFF("FixtureCubic", {"FullName": "Fixture Cubic"}, strings, {})
    builder.setupHorizontalMetrics({name: (glyphs[name].width, 0) for name in order})
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupNameTable({"familyName": "Fixture Cubic", "styleName": "Regular", "psName": "FixtureCubic"})
    builder.setupOS2(sCapHeight=1493)
    builder.setupPost()
    return builder.font


sans = rename(subset(LATIN + ARABIC, hinting=True), "Fixture Sans")
save(sans, "FixtureSans.ttf")
save(rename(subset(list("abcfi é"), hinting=False), "Fixture Small"), "FixtureSmall.ttf")
small = TTFont("FixtureSmall.ttf", recalcTimestamp=False)
save(small, "FixtureSmall.woff", "woff")
save(TTFont("FixtureSmall.ttf", recalcTimestamp=False), "FixtureSmall.woff2", "woff2")
plain = subset([c for c in LATIN if c.isascii() and c.isalnum() or c in " é…"], hinting=False)
save(cff(plain), "FixtureCubic.otf")
# Pairs that are kerned, a ligature, and marks that stand over letters and over each other; x with a
# mark is no character of its own.
kerned = subset(list("AVTofix.,- …\u0301\u0302\u0323"), hinting=False, features=["ccmp", "liga", "kern", "mark", "mkmk"])
save(rename(kerned, "Fixture Kern"), "FixtureKern.ttf")
