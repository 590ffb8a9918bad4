"""The widths of letters by which maps are laid out are those of the typefaces.

    WRITE_WIDTHS=1 pytest tests/maps/test_typeface.py

writes them anew, after another version of the typefaces.
"""

import os
import zlib
from pathlib import Path

import pytest

from adjudicator.maps.drawing import typeface
from adjudicator.maps.drawing.typeface import LETTERS, SIZES, font, spell, width

FILE = Path(typeface.__file__).with_name("widths.bin")


def measure(face, size):
    return bytes(round(font(face, size).getlength(letter)) for letter in LETTERS)


@pytest.mark.parametrize("face", ["serif", "serif-bold", "sans", "sans-bold"])
def test_letters_are_as_wide_as_pillow_draws_them(face):
    if "WRITE_WIDTHS" in os.environ:
        faces = typeface._FILES
        rows = [measure(each, size) for each in faces for size in range(1, SIZES + 1)]
        FILE.write_bytes(zlib.compress(b"".join(rows), 9))
        typeface._widths.cache_clear()
    for size in (9, 12, 13, 15, 26):
        known = [int(width(letter, face, size)) for letter in LETTERS]
        assert known == list(measure(face, size))
        assert width("Ōtomo Sōrin, 14 koku…", face, size) == font(face, size).getlength(
            "Ōtomo Sōrin, 14 koku…"
        )
    assert width("大名", face, 15) == 2 * width("\0", face, 15)
    assert width("Kai", face, 2 * SIZES) == 2 * width("Kai", face, SIZES)


def test_letters_that_no_typeface_has_are_an_ellipsis():
    said = ["Oda", "Ōmi", "Οδα", "織田", "織田 wages war", "Oda علي"]
    drawn = ["Oda", "Ōmi", "Οδα", "…", "… wages war", "Oda …"]
    assert [spell(each, "sans-bold") for each in said] == drawn
