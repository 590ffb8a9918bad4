"""All rule cases, read once for the tests of this folder."""

from rulebook import read_cases

CASES = read_cases()
