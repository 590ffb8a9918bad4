"""Workers: processes that share the campaigns of one database, on one machine or on many."""

from typing import Literal, get_args

Part = Literal["campaigns", "mail", "pages"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a worker can be told to do."""
