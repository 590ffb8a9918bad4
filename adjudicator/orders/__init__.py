"""Order files: text that people write, read into typed orders and findings. Knows no game."""

from adjudicator.orders.conditions import When
from adjudicator.orders.findings import Finding, MisreadError, Severity
from adjudicator.orders.language import Language
from adjudicator.orders.names import Names, Vocabulary
from adjudicator.orders.orders import Branch, Line, Orders
from adjudicator.orders.reader import read_orders, understand
from adjudicator.orders.scan import RawLine, Scan, Section, scan
from adjudicator.orders.syntax import Condition, Order, subject

__all__ = [
    "Branch",
    "Condition",
    "Finding",
    "Language",
    "Line",
    "MisreadError",
    "Names",
    "Order",
    "Orders",
    "RawLine",
    "Scan",
    "Section",
    "Severity",
    "Vocabulary",
    "When",
    "read_orders",
    "scan",
    "subject",
    "understand",
]
