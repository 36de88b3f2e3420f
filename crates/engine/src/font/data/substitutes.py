"""Makes the WinAnsi subsets of the Liberation fonts whose outlines stand for those of
standard fonts where pages are drawn (pip install fonttools; Debian: fonts-liberation).

    python3 substitutes.py /usr/share/fonts/truetype/liberation
"""
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

# The file of each face, and the name that it has here: "Liberation" is reserved by the licence.
FACES = {
    "LiberationSans-Bold": "ReportSans-Bold",
    "LiberationSerif-Regular": "ReportSerif-Regular",
    "LiberationMono-Regular": "ReportMono-Regular",
}
WIN_ANSI = bytes(range(0x20, 0x100)).decode("cp1252", errors="ignore")
# No more than outlines, widths and the character map need.
KEPT = {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name"}

for source, name in FACES.items():
    font = TTFont(Path(sys.argv[1]) / f"{source}.ttf", recalcTimestamp=False)
    options = Options(hinting=False, glyph_names=False, notdef_outline=False, layout_features=[])
    options.name_IDs = [0, 1, 2, 6, 13, 14]
    options.name_languages = [0x409]
    subsetter = Subsetter(options)
    subsetter.populate(text=WIN_ANSI)
    subsetter.subset(font)
    for tag in [tag for tag in font.keys() if tag not in KEPT and tag != "GlyphOrder"]:
        del font[tag]
    family, style = name.split("-")
    for record in font["name"].names:
        record.string = {1: family, 2: style, 6: name}.get(record.nameID, str(record))
    font.save(f"{name}.ttf")
