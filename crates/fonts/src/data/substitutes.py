"""Makes the fonts inside the program from the Liberation fonts 2.x (pip install fonttools; Debian:
fonts-liberation2): the built-in fallback, and the WinAnsi subsets whose outlines stand for those of
standard fonts where pages are drawn and where documents must embed every font.

    python3 substitutes.py /usr/share/fonts/truetype/liberation2
"""
import struct
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
# The file of each face, and the name that it has here: "Liberation" is reserved by the licence.
FACES = {
    f"Liberation{family}-{style}": f"Report{family}-{style}"
    for family in ("Sans", "Serif", "Mono")
    for style in ("Regular", "Bold", "Italic", "BoldItalic")
    # The fallback is the regular sans.
    if (family, style) != ("Sans", "Regular")
}
WIN_ANSI = bytes(range(0x20, 0x100)).decode("cp1252", errors="ignore")
# No more than outlines, widths and the character map need.
KEPT = {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name"}

# Flags of components of a glyph, and what those with a transform have of it.
ARGUMENTS_ARE_WORDS, MORE_COMPONENTS, HAS_INSTRUCTIONS = 0x0001, 0x0020, 0x0100
TRANSFORMS = [(0x0008, 2), (0x0040, 4), (0x0080, 8)]
# The copyright, family, style, PostScript name and licence.
NAMES = [0, 1, 2, 6, 13, 14]
# What is only there for hints and for the editor of the font.
UNUSED = ["FFTM", "cvt ", "fpgm", "gasp", "prep"]


def save(font, name):
    family, style = name.split("-")
    for record in font["name"].names:
        record.string = {1: family, 2: style, 6: name}.get(record.nameID, str(record))
    font.save(HERE / f"{name}.ttf")


def without_hints(glyph):
    """As `../truetype.rs` does it, to the byte: outlines keep what pads them."""
    contours = struct.unpack_from(">h", glyph)[0]
    if contours >= 0:
        at = 10 + 2 * contours
        length = struct.unpack_from(">H", glyph, at)[0]
        stripped = glyph[:at] + b"\0\0" + glyph[at + 2 + length :]
    else:
        stripped, at, more = bytearray(glyph), 10, True
        while more:
            flags = struct.unpack_from(">H", glyph, at)[0]
            struct.pack_into(">H", stripped, at, flags & ~HAS_INSTRUCTIONS)
            at += 8 if flags & ARGUMENTS_ARE_WORDS else 6
            at += next((size for flag, size in TRANSFORMS if flags & flag), 0)
            more = flags & MORE_COMPONENTS
        stripped = bytes(stripped[:at])
    return stripped + bytes(len(stripped) % 2)


# The fallback has every glyph and table that shapes or measures text, in the same bytes: documents
# come out as they do with the original, which tests compare it with.
original = HERE.parents[3] / "tests/fonts/LiberationSans-Regular.ttf"
font = TTFont(original, recalcTimestamp=False, recalcBBoxes=False)
for glyph in font["glyf"].glyphs.values():
    # A blank has none.
    if hasattr(glyph, "data"):
        glyph.data = without_hints(glyph.data)
font["post"].formatType = 3
for tag in UNUSED:
    del font[tag]
font["name"].names = [
    record
    for record in font["name"].names
    if record.nameID in NAMES and record.platformID == 3 and record.langID == 0x409
]
save(font, "ReportSans-Regular")

for source, name in FACES.items():
    font = TTFont(Path(sys.argv[1]) / f"{source}.ttf", recalcTimestamp=False)
    options = Options(hinting=False, glyph_names=False, notdef_outline=False, layout_features=[])
    options.name_IDs = NAMES
    options.name_languages = [0x409]
    subsetter = Subsetter(options)
    subsetter.populate(text=WIN_ANSI)
    subsetter.subset(font)
    for tag in [tag for tag in font.keys() if tag not in KEPT and tag != "GlyphOrder"]:
        del font[tag]
    save(font, name)
