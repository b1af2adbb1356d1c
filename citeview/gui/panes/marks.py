"""What is marked in a text: spans of code points and how each looks. A mark is a shape as well as a colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.text.units import Span


class MarkKind(Enum):
    """Name why a span is marked; later kinds are drawn over earlier ones."""

    OTHER = auto()
    """Another citation on the same text: a pale ground and an underline, solid and dotted in turn."""
    MATCH = auto()
    """One of several places of a quote, none of which is *the* place."""
    PASSAGE = auto()
    """The closest passage: a ground of its own and a dashed underline, so that it is never taken for a found quote."""
    CURRENT = auto()
    """The citation that is looked at: a strong ground between brackets."""
    PREVIEW = auto()
    """A place that the reader asked to see: brackets and a wavy line, no ground."""
    CHANGED = auto()
    """Tokens that differ: bold, underlined, on a ground of their own."""
    FAULT = auto()
    """A boundary that is none: a dashed stroke with a cross, and a wavy line under the character that it cuts."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark one span, in code points of the text."""

    span: Span
    kind: MarkKind
    row: int | None = None
    """The citation that it belongs to."""
    odd: bool = False
    """Every other neighbour, so that two that touch can be told apart."""


BRACKETED = frozenset({MarkKind.CURRENT, MarkKind.PREVIEW, MarkKind.MATCH})
"""Kinds that have brackets at both edges."""


def format_of(mark: Mark, colours: Colours) -> QTextCharFormat:
    """Return the format in which a mark is drawn."""
    drawn = QTextCharFormat()
    underline = QTextCharFormat.UnderlineStyle
    match mark.kind:
        case MarkKind.OTHER:
            drawn.setBackground(QColor(colours.other))
            drawn.setUnderlineStyle(underline.DotLine if mark.odd else underline.SingleUnderline)
            drawn.setUnderlineColor(QColor(colours.muted))
        case MarkKind.MATCH | MarkKind.CURRENT:
            drawn.setBackground(QColor(colours.current))
            drawn.setForeground(QColor(colours.text))
        case MarkKind.PASSAGE:
            drawn.setBackground(QColor(colours.passage))
            drawn.setForeground(QColor(colours.text))
            drawn.setUnderlineStyle(underline.DashUnderline)
            drawn.setUnderlineColor(QColor(colours.accent))
        case MarkKind.PREVIEW:
            drawn.setUnderlineStyle(underline.WaveUnderline)
            drawn.setUnderlineColor(QColor(colours.accent))
        case MarkKind.CHANGED:
            drawn.setBackground(QColor(colours.changed))
            drawn.setForeground(QColor(colours.changed_text))
            drawn.setFontWeight(QFont.Weight.Bold)
            drawn.setUnderlineStyle(underline.SingleUnderline)
            drawn.setUnderlineColor(QColor(colours.changed_text))
        case MarkKind.FAULT:
            drawn.setUnderlineStyle(underline.WaveUnderline)
            drawn.setUnderlineColor(QColor(colours.bad))
    return drawn
