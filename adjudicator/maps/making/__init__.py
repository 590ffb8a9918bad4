"""Making outlines: needs numpy, SciPy and shapely (the ``boards`` extra); drawing needs none."""

import os

# What is solved here is small: threads of numpy would wait for each other most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from adjudicator.maps.making.outlines import make_outline, write_outline

__all__ = ["make_outline", "write_outline"]
