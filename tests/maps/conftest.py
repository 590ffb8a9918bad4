"""The tests of maps."""

import os

# Making outlines is many small sums: more threads only wait for each other, and for other tests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
