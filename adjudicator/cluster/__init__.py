"""Workers: processes that share the campaigns of one database, on one machine or on many.

What there is to do stands in the database, in the table ``due`` and among the letters that wait; a
job of the queue only wakes a worker to look.
"""

from typing import Literal, get_args

Part = Literal["campaigns", "mail", "pages"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a worker can be told to do."""
PATIENCE = 10.0
"""Seconds without a sign of life after which a worker's jobs are given to others."""
