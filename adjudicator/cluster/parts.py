"""What a worker can be told to do."""

from typing import Literal, get_args

Part = Literal["campaigns", "mail", "pages"]
PARTS: tuple[Part, ...] = get_args(Part)
PATIENCE = 10.0
"""Seconds without a sign of life after which a worker's jobs are given to others."""
