"""Drawings of whole grounds, kept: many pictures of a campaign are of the same land."""

from collections.abc import Callable, Hashable

from PIL import Image

PIXEL = 4  # bytes that a pixel of a drawing takes
SHARES = 4  # drawings that there is room for at the least


class Grounds:
    """Drawings in ``room`` bytes; one makes place for another when ``rest`` others were asked for.

    No drawing takes more than a quarter of the room. Where more campaigns are played than there is
    room for, those that are here stay, instead of each driving others out before it comes again.
    """

    def __init__(self, room: int, rest: int) -> None:
        self.room, self.rest = room, rest
        self.images: dict[Hashable, tuple[Image.Image, int]] = {}
        """What is here, and the number of the question when it was last asked for; that first."""
        self.asked = 0

    def find(
        self, key: Hashable, size: tuple[int, int], draw: Callable[[], Image.Image]
    ) -> Image.Image | None:
        """The drawing of that key, made now if need be; None if there is no room for it."""
        self.asked += 1
        image, _ = self.images.pop(key, (None, 0))
        if image is None and self._make_room(size[0] * size[1] * PIXEL):
            image = draw()
        if image is not None:
            self.images[key] = (image, self.asked)
        return image

    def _make_room(self, more: int) -> bool:
        if more > self.room / SHARES:
            return False
        taken = sum(image.width * image.height * PIXEL for image, _ in self.images.values())
        while more + taken > self.room:
            oldest, (image, last) = next(iter(self.images.items()))
            if self.asked - last < self.rest:
                return False
            taken -= image.width * image.height * PIXEL
            del self.images[oldest]
        return True
