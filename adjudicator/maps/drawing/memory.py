"""What was drawn is kept for the next picture, in memory that has an end."""

import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from PIL import Image

_DEEP = {"RGB": 4, "RGBA": 4}
"""Bytes that a pixel of an image takes, if it is not one."""

Mask = tuple[Image.Image, tuple[int, int]]
"""An image, often how much of each pixel is covered, and where its top left corner lies."""

Given = ParamSpec("Given")
Drawn = TypeVar("Drawn", bound=Mask)


LARGE = 1_000_000
"""Bytes of what has pages of its own."""
_MMAP_THRESHOLD = -3
"""The number of this setting in glibc's ``malloc.h``."""


@cache
def return_large_images() -> None:
    """Let the machine have back at once what a large image took, from now on.

    By itself glibc keeps larger and larger ones in its heap, between others that stay, where little
    else fits. Other libraries of C return them anyway.
    """
    if sys.platform == "linux":
        import ctypes  # only who draws much needs it

        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)


class Drawings:
    """Drawings in ``room`` bytes; when there is no more, those asked for longest ago go."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.kept: dict[Hashable, Any] = {}
        """By what drew them and was given, that first which was asked for longest ago."""

    def find(self, key: Hashable) -> Any:
        """Find a drawing, which is asked for last now. Raises KeyError if it is not there."""
        drawn = self.kept[key] = self.kept.pop(key)
        return drawn

    def enter(self, key: Hashable, drawn: Mask) -> None:
        """Keep a drawing as the last that was asked for."""
        self.taken += _bytes(drawn)
        self.kept[key] = drawn
        while self.taken > self.room:
            return_large_images()
            self.taken -= _bytes(self.kept.pop(next(iter(self.kept))))


DRAWINGS = Drawings(320_000_000)


def keep(draw: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """Keep what a function draws from hashable things."""

    @wraps(draw)
    def find_or_draw(*given: Given.args, **named: Given.kwargs) -> Drawn:
        key = (draw, given)
        try:
            drawn: Drawn = DRAWINGS.find(key)
        except KeyError:
            drawn = draw(*given, **named)
            DRAWINGS.enter(key, drawn)
        return drawn

    return find_or_draw


def _bytes(drawn: Mask) -> int:
    image, _ = drawn
    return image.width * image.height * _DEEP.get(image.mode, 1)
