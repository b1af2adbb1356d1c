"""What a token is and what stands in front of it, as bits of one byte each.

Knows numbers and their meaning. Must not know how they are found.
"""

from __future__ import annotations

# What a token is, as bits.
NUMBER = 1
"""Holds a digit."""
SIGN = 2
"""A sign, operator, currency or other symbol that changes the number beside it."""
UNSPACED = 4
"""One character of a script that is written without spaces."""
FOLDED = 8
"""Its exact key is not what was written: an EQ rule folded something."""
COMPOSITE = 16
"""A date, time, range, fraction, version or other form that is compared as written."""
BRACKETED = 32
"""A number with nothing else in its brackets: `(5)` may be a negative amount, `[5]` a note."""
ODD = 64
"""A character newer than the tables, or one that a decoder damaged."""
PICTURE = 128
"""An emoji."""

# What stands in front of a token, as bits.
SPACE = 1
LINE = 2
"""A line end."""
HARD = 4
"""A blank line, a list item, a heading, a table cell: no sentence runs over it."""
HYPHEN = 8
DASH = 16
"""A dash, or a star behind a word: typography between words, and beside a number perhaps an operator."""
STOP = 32
"""What may end a sentence."""
PUNCTUATION = 64
CURLED = 128
"""A curled quotation mark right behind a number: the end of a quotation, or feet, inches, minutes, seconds."""
