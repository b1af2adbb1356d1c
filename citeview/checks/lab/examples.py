"""The examples that a playground opens with: the facts that DESIGN states about units."""

from __future__ import annotations

from dataclasses import dataclass

from citeview.checks.lab.subjects import Subject, source_subject
from citeview.records.selectors import DeclaredRange, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Unit


@dataclass(frozen=True, slots=True)
class Example:
    """Hold one text with a range on it and what it teaches."""

    title: str
    text: str
    quote: str
    unit: Unit
    start: int
    end: int

    def subject(self) -> Subject:
        """Return the example as a subject of the lab."""
        declared = DeclaredRange(self.start, self.end, self.unit)
        return source_subject(declared, QuoteSelector(self.quote), Representation(self.text, "playground"))


EXAMPLES: tuple[Example, ...] = (
    Example("READY behind ASCII: every unit agrees", "A|READY", "READY", Unit.UTF16, 2, 7),
    Example("READY behind an emoji, counted as code points", "A🚀|READY", "READY", Unit.UTF16, 3, 8),
    Example("READY behind an emoji and e with an accent of its own", "A🚀e\u0301|READY", "READY", Unit.CODEPOINT, 4, 9),
    Example("READY behind an emoji and é in one code point", "A🚀é|READY", "READY", Unit.CODEPOINT, 8, 13),
    Example("B behind an emoji", "A😀B.", "B", Unit.CODEPOINT, 2, 3),
    Example("A boundary inside an emoji", "A😀B.", "B", Unit.UTF8, 2, 6),
    Example("An end past the text", "A😀B.", "B.", Unit.UTF8, 5, 99),
    Example("A reversed range", "A😀B.", "B", Unit.UTF8, 6, 5),
    Example("CR LF counted as one", "line one\r\nline two\r\nline three", "line three", Unit.CODEPOINT, 18, 28),
    Example("A fire fighter is one cluster", "👩🏽\u200d🚒 crews", "crews", Unit.GRAPHEME, 2, 7),
    Example("Numbers of the text, applied to its HTML", "<h1>Tea</h1>\n<p>is hot</p>", "is hot", Unit.CODEPOINT, 4, 10),
)
