"""Order files: text that people write, read into typed orders and findings. Knows no game."""

from adjudicator.orders.findings import Finding, MisreadError, Severity
from adjudicator.orders.language.conditions import Comparison, When
from adjudicator.orders.language.language import Language
from adjudicator.orders.language.names import Names, Vocabulary
from adjudicator.orders.language.syntax import Condition, Order, subject
from adjudicator.orders.orders import Branch, Line, Orders, find_replaced
from adjudicator.orders.reading.reader import read_orders, settle_ready, understand
from adjudicator.orders.reading.scan import RawLine, Scan, Section, scan

__all__ = [
    "Branch",
    "Comparison",
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
    "find_replaced",
    "read_orders",
    "scan",
    "settle_ready",
    "subject",
    "understand",
]
