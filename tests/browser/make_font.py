"""Makes `verify/report/math.woff2`, the part of an OpenType math font that the report's pages need for their formulas.

    pip install -e '.[font]'
    apt-get download fonts-texgyre-math && dpkg-deb -x fonts-texgyre-math_*.deb fonts
    python tests/browser/make_font.py fonts/usr/share/texmf/fonts/opentype/public/tex-gyre-math/texgyrepagella-math.otf

The result has another name than the font, as its licence asks, the signs of `verify.report.math_font.CHARACTERS`, and
the larger forms of those that grow. What the font lacks is added: raised and lowered signs, places for accents above
letters, and the feature `ss01`, by which letters that stand alone are italic, for formulas that are plain text.
"""

import argparse
import unicodedata
from pathlib import Path
from string import digits

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from verify.report import alphabets
from verify.report.letters import ACCENTS
from verify.report.math_font import CHARACTERS, FAMILY, FONT, LETTERS, SMALL, SPACES

FILE = Path(__file__).parents[2] / "verify" / "report" / FONT
SCALE = 0.7
"""Of what is raised and lowered, as of scripts on the page."""


def made(source):
    """The font, of a complete one."""
    font = TTFont(source, recalcTimestamp=False)
    for sign in SMALL:
        if ord(sign) not in font.getBestCmap():
            _add_small(font, sign)
    options = Options()
    options.layout_features, options.name_IDs, options.desubroutinize = [], [0, 13, 14], True
    options.drop_tables += ["FFTM", "GSUB", "GPOS", "GDEF"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(map(ord, CHARACTERS)))
    subsetter.subset(font)
    for sign, width in SPACES.items():
        _widen(font, font.getBestCmap()[ord(sign)], round(width * font["head"].unitsPerEm))
    addOpenTypeFeaturesFromString(font, _features(font))
    _name(font)
    return font


def _widen(font, name, width):
    """Gives a space its width, in both places that renderers take widths from."""
    top = font["CFF "].cff[0]
    pen = T2CharStringPen(width - top.Private.nominalWidthX, None)
    top.CharStrings[name] = pen.getCharString(top.Private, font["CFF "].cff.GlobalSubrs)
    font["hmtx"][name] = (width, 0)


def _add_small(font, sign):
    """A raised or lowered sign, of the one on the line."""
    how, code = unicodedata.decomposition(sign).split()
    glyphs, em = font.getGlyphSet(), font["head"].unitsPerEm
    plain = "−" if sign in "⁻₋" else chr(int(code, 16))
    base = font.getBestCmap()[ord(alphabets.italic(plain) if plain.islower() else plain)]
    width = round(SCALE * font["hmtx"][base][0])
    top = font["CFF "].cff.topDictIndex[0]
    pen = T2CharStringPen(width - top.Private.nominalWidthX, glyphs)
    glyphs[base].draw(TransformPen(pen, (SCALE, 0, 0, SCALE, 0, (0.33 if how == "<super>" else -0.15) * em)))
    name = f"small{ord(sign):04X}"
    top.CharStrings.charStrings[name] = len(top.CharStrings.charStringsIndex)
    top.CharStrings.charStringsIndex.append(pen.getCharString(top.Private, font["CFF "].cff.GlobalSubrs))
    top.charset.append(name)
    font.setGlyphOrder(top.charset)
    font["hmtx"][name] = (width, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(sign)] = name


def _features(font):
    """Places for accents, from the centres that the MATH table knows, and letters that are italic alone."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    known = font["MATH"].table.MathGlyphInfo.MathTopAccentAttachment
    centres = dict(zip(known.TopAccentCoverage.glyphs, (v.Value for v in known.TopAccentAttachment), strict=True))

    def box(name):
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        return pen.bounds

    def centre(name):
        left, _, right, _ = box(name)
        return centres.get(name, round((left + right) / 2))

    small = font["OS/2"].sxHeight
    marks = [names[ord(sign)] for sign in ACCENTS]
    letters = [names[ord(style(sign))] for style in (str, alphabets.italic, alphabets.bold) for sign in LETTERS]
    letters += [names[ord(sign)] for sign in ("ℓ", *map(alphabets.bold, digits))]
    lines = [f"markClass {mark} <anchor {centre(mark)} {small}> @ABOVE;" for mark in marks]
    lines += ["feature mark {"]
    lines += [
        f"pos base {x} <anchor {centre(x)} {max(small, round(box(x)[3]))}> mark @ABOVE;" for x in dict.fromkeys(letters)
    ]
    lines += ["} mark;"]
    upright, italic = (" ".join(names[ord(style(x))] for x in LETTERS) for style in (str, alphabets.italic))
    lines += [f"@upright = [{upright}];", f"@italic = [{italic}];", "feature ss01 {", "lookupflag IgnoreMarks;"]
    lines += [
        "ignore sub @upright @upright';",
        "ignore sub @upright' @upright;",
        "sub @upright' by @italic;",
        "} ss01;",
    ]
    return "\n".join(lines)


def _name(font):
    """Names that are not the font's, and lines of text no taller than its letters need on any system."""
    short = FAMILY.replace(" ", "")
    for number, text in ((1, FAMILY), (2, "Regular"), (4, FAMILY), (6, short)):
        font["name"].setName(text, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames[0] = short
    cff[0].FullName, cff[0].FamilyName = FAMILY, FAMILY
    sizes = font["OS/2"]
    sizes.usWinAscent, sizes.usWinDescent = font["hhea"].ascent, -font["hhea"].descent


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes the font of the report's pages.")
    parser.add_argument("font", type=Path, help="an OpenType font with a MATH table")
    whole = made(parser.parse_args().font)
    whole.flavor = "woff2"
    whole.save(FILE)
    print(f"{FILE.name}: {FILE.stat().st_size} bytes, {len(CHARACTERS)} characters")
