"""Metrics of standard fonts for the cp1252 codes, from the `.afm` files of this folder."""
import re

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

UNKNOWN_WIDTH = 250


def classes(vectors):
    """Numbers equal vectors alike; the all-zero vector is class 0."""
    numbers = {tuple([0] * 256): 0}
    return [numbers.setdefault(tuple(v), len(numbers)) for v in vectors], len(numbers)


def metrics(font):
    """Widths by code, left and right classes by code, kerning by left and right class."""
    widths, kerning = {}, {}
    for line in open(f"{font}.afm", encoding="ascii"):
        if match := re.match(r"C -?\d+ ; WX (\d+) ; N (\S+)", line):
            widths[match[2]] = int(match[1])
        elif match := re.match(r"KPX (\S+) (\S+) (-?\d+)", line):
            kerning[match[1], match[2]] = int(match[3])
    assert all(name is None or name in widths for name in names)
    matrix = [[kerning.get((left, right), 0) for right in names] for left in names]
    left, lefts = classes(matrix)
    right, rights = classes(list(zip(*matrix)))
    small = [[0] * rights for _ in range(lefts)]
    for l in range(256):
        for r in range(256):
            small[left[l]][right[r]] = matrix[l][r]
    return [widths.get(name, UNKNOWN_WIDTH) for name in names], left, right, small


def rows(values):
    return ", ".join(map(str, values))
