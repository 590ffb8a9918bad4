"""Making outlines: needs numpy, SciPy and shapely (the ``boards`` extra); drawing needs none."""

from adjudicator.maps.making.outlines import make_outline, write_outline

__all__ = ["make_outline", "write_outline"]
