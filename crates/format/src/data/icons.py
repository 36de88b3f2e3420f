#!/usr/bin/env python3
"""Regenerates icons.txt from the variable font of the npm package material-symbols 0.47 (Apache-2.0).

usage: npm pack material-symbols@0.47.5 && tar xzf material-symbols-0.47.5.tgz
       pip install fonttools brotli && python3 icons.py package

Each line is a name and the outline of its symbol: SVG path data on the 960 grid (viewBox
0 -960 960 960), style Outlined at optical size 24, weight 400, fill 0, grade 0, which are the
outlines that the format names (chapter 12.3). Other optical sizes have other stroke widths.
"""
import os, shutil, sys

from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

AXES = {"opsz": 24, "wght": 400, "FILL": 0, "GRAD": 0}

NAMES = """
search check_circle cancel warning error info help block trending_up trending_down attach_money
payments shopping_cart receipt_long percent savings account_balance_wallet point_of_sale person group
groups description folder inventory_2 local_shipping calendar_month schedule timer mail notifications
star favorite thumb_up thumb_down flag location_on home work bar_chart pie_chart track_changes
verified rocket_launch lightbulb settings task_alt assignment_turned_in domain search_off visibility
visibility_off edit delete add_circle arrow_upward arrow_downward swap_horiz refresh sync filter_alt
sort download upload share print qr_code_2 language public security lock lock_open key sell
storefront apartment factory support_agent headset_mic chat forum campaign celebration emoji_events
military_tech workspace_premium directions_car flight hotel restaurant
""".split()


def number(value):
    """A coordinate: whole, or half where TrueType implies a point between two others."""
    assert value * 2 == int(value * 2), value
    return f"{value:.1f}".removesuffix(".0")


class PathPen(BasePen):
    """Writes contours as relative SVG path data, with h, v and t where they say the same.

    Points and whole contours that the axes have folded into one place are left out.
    """

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.paths = []

    def write(self, command, *numbers):
        text = command
        for i, value in enumerate(numbers):
            written = number(value)
            text += written if i == 0 or written.startswith("-") else " " + written
        self.commands.append(text)

    def relative(self, *points):
        return [value for x, y in points for value in (x - self.at[0], y - self.at[1])]

    def _moveTo(self, point):
        self.commands = []
        self.at, self.control = (0, 0), None
        self.write("M", *point)
        self.at = point

    def _lineTo(self, point):
        dx, dy = self.relative(point)
        if dx or dy:
            if dy == 0:
                self.write("h", dx)
            elif dx == 0:
                self.write("v", dy)
            else:
                self.write("l", dx, dy)
        self.at, self.control = point, None

    def _qCurveToOne(self, control, point):
        if control == point == self.at:
            return
        smooth = self.control and (2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1])
        if smooth == control:
            self.write("t", *self.relative(point))
        else:
            self.write("q", *self.relative(control, point))
        self.at, self.control = point, control

    def _closePath(self):
        if len(self.commands) > 1:
            self.paths.append("".join([*self.commands, "Z"]))


def ligatures(font):
    """The glyph that stands for each word: symbols are named by ligatures."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    found = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            for first, rest in getattr(table, "ligatures", {}).items():
                for ligature in rest:
                    word = [letters.get(glyph, "?") for glyph in [first, *ligature.Component]]
                    found["".join(word)] = ligature.LigGlyph
    return found


package = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
font = TTFont(os.path.join(package, "material-symbols-outlined.woff2"))
assert font["head"].unitsPerEm == 960
font = instantiateVariableFont(font, AXES)
glyphs, named = font.getGlyphSet(), ligatures(font)
with open(os.path.join(here, "icons.txt"), "w") as out:
    for name in sorted(NAMES):
        pen = PathPen(glyphs)
        glyphs[named[name]].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        out.write(f"{name} {''.join(pen.paths)}\n")
shutil.copyfile(os.path.join(package, "LICENSE"), os.path.join(here, "icons.LICENSE"))
