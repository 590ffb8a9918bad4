"""Rows of maps: how long one takes, warm and as the first thing of a process, and what it is like.

    python benchmarks/drawing.py

The positions are late ones of random games. A map is drawn with all its colours and saved with 256:
how like the two are is told as the ratio of the peak to the noise (PSNR).
"""

import io
import math
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from play import play

from adjudicator.games import registry
from adjudicator.games.picture import Picture
from adjudicator.maps import draw_png
from adjudicator.maps.drawing import png

Row = tuple[str, str, str, str]
GAMES = (("samurai-swords", 4), ("ikusa", 5), ("shogun", 5), ("gekokujo", 5))
ROUNDS = 9
COLD = """
import pickle, sys
with open(sys.argv[1], "rb") as file:
    picture = pickle.load(file)
from adjudicator.maps import draw_png
draw_png(picture)
"""
EMPTY = "import pickle, sys"


def late_pictures(name: str, seats: int) -> list[Picture]:
    """The public maps of a random game, from its middle on."""
    game = registry.find(name)
    turns = list(play(game, game.meta.seats[:seats], {}, "bench 0", "random", 12))
    late = turns[len(turns) // 2 :: 4]
    return [game.picture(game.view(turn.after, ""), turn.events) for turn in late]


def likeness(picture: Picture) -> float:
    """How like a picture's PNG is to the picture in all its colours, in decibels."""
    drawn: list[Image.Image] = []
    quantize = png._quantize

    def listen(image: Image.Image, *few: int) -> Image.Image:
        drawn.append(image)
        return quantize(image, *few)

    png._quantize = listen
    try:
        data = draw_png(picture)
    finally:
        png._quantize = quantize
    seen = Image.open(io.BytesIO(data)).convert("RGB")
    noise = sum(ImageStat.Stat(ImageChops.difference(drawn[0], seen)).sum2)
    return 10 * math.log10(255**2 * 3 * seen.width * seen.height / noise)


def process(code: str, *given: Path) -> float:
    """The milliseconds of the processor that a process takes."""
    writing = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code, *given], check=True, env=writing)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def warm(picture: Picture) -> float:
    """The milliseconds of the processor that a map takes which was drawn before."""
    start = time.process_time()
    draw_png(picture)
    return (time.process_time() - start) * 1000


def rows() -> Iterator[Row]:
    """Measure each game's maps; the first map of a process for the first game."""
    for name, seats in GAMES:
        pictures = late_pictures(name, seats)
        sizes = [len(draw_png(picture)) / 1000 for picture in pictures]
        least = min(map(likeness, pictures))
        took = statistics.median(warm(picture) for picture in pictures for _ in range(3))
        title = registry.find(name).meta.title
        about = f"{len(pictures)} maps, largest {max(sizes):.0f} KB, least likeness {least:.1f} dB"
        goal = "≤ 35 ms, ≤ 150 KB, ≥ 45 dB"
        yield (f"{title}: a map at 1400×1000, warm", f"{took:.0f} ms", about, goal)
        if name == GAMES[0][0]:
            yield cold(pictures[-1])


def cold(picture: Picture) -> Row:
    """Measure the map as the first and only thing of a process."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "picture"
        file.write_bytes(pickle.dumps(picture))
        process(COLD, file)
        pairs = [(process(COLD, file), process(EMPTY)) for _ in range(ROUNDS)]
    took, empty = (statistics.median(side) for side in zip(*pairs, strict=True))
    about = f"of them {empty:.0f} ms are Python's own"
    return ("the same as a process that draws one map", f"{took:.0f} ms", about, "≤ 150 ms")


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
