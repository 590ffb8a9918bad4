"""Draw the pictures of the documentation anew, from the demo: ``make pictures``. Needs Chromium.

The order desk's is drawn by its own test, which has the desk before it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from servers.browsing import Browser

DOCS = Path(__file__).parent
TOP = DOCS.parent


class Shot(NamedTuple):
    """A picture of a page that the demo has made: which, how wide it is, and how much of it."""

    name: str
    page: str
    width: int
    height: int


SHOTS = (
    Shot("letter.png", "reports/*-opening-Oda/report.html", 760, 690),
    Shot("receipt.png", "reports/*-receipt-Oda/report.html", 760, 700),
    Shot("pages.png", "pages/index.html", 1180, 820),
)


def save(picture: Image.Image, name: str) -> None:
    """Write a picture with few colours, so that a checkout stays small."""
    few = picture.convert("RGB").quantize(96, dither=Image.Dither.NONE)
    few.save(DOCS / name, optimize=True)
    print(DOCS / name)


def take(opened: Any, demo: Path, shot: Shot) -> None:
    """Open a page as a reader sees it, and save what stands at its top."""
    page = opened.new_page(viewport={"width": shot.width, "height": shot.height})
    page.goto(min(demo.glob(shot.page)).as_uri())
    page.wait_for_load_state("networkidle")
    save(Image.open(BytesIO(page.screenshot())), shot.name)
    page.close()


def main() -> None:
    """Play the demo and draw everything."""
    adjudicator = [sys.executable, "-m", "adjudicator"]
    with tempfile.TemporaryDirectory() as folder:
        demo = Path(folder, "demo")
        mails = str(TOP / "orders_examples" / "samurai-swords")
        words = ["demo", "samurai-swords", "--mails", mails, "--out", str(demo)]
        subprocess.run([*adjudicator, *words], check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile(max(demo.glob("reports/*-result-public/map.png")), DOCS / "map.png")
        with closing(Browser()) as browser:
            for shot in SHOTS:
                take(browser.open(), demo, shot)
    test = TOP / "tests" / "desk" / "test_page.py"
    pytest = [sys.executable, "-m", "pytest", "-q", str(test), "-k", "is_drawn_judged_and_mailed"]
    subprocess.run(pytest, check=True, env={**os.environ, "WRITE_PICTURES": "1"})


if __name__ == "__main__":
    main()
