"""Make the outlines of boards, with numpy, SciPy and shapely; drawing needs none of these."""

import os

# What is solved here is small: threads of numpy would wait for each other most of the time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from board_outlines.outlines import make_outline

__all__ = ["make_outline"]
