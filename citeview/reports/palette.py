"""Colours of the reports as one table. Every text has a contrast of at least 4.5:1 on every ground (tested).

Knows colours. Must not know where they are used. No colour says anything alone: verdicts have marks and words, and the
tokens that differ have lines and brackets.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Hold one scheme as `#rrggbb`: texts, grounds, and lines that carry no text."""

    text: str
    muted: str
    link: str
    good: str
    bad: str
    warn: str
    neutral: str
    ground: str
    panel: str
    marked: str
    """Ground of a token that differs."""
    line: str


LIGHT = Palette(
    text="#1c1c1c",
    muted="#56595e",
    link="#0b57a8",
    good="#1b6b34",
    bad="#a8201a",
    warn="#7a4d00",
    neutral="#4d5560",
    ground="#ffffff",
    panel="#f4f4f2",
    marked="#fbeecb",
    line="#c9c9c5",
)
DARK = Palette(
    text="#ececec",
    muted="#b3b7bd",
    link="#8fc1ff",
    good="#7fd694",
    bad="#ff9d94",
    warn="#f0c36a",
    neutral="#bcc3cc",
    ground="#1b1c1e",
    panel="#25272a",
    marked="#4a3a12",
    line="#4b4f55",
)
TEXTS = ("text", "muted", "link", "good", "bad", "warn", "neutral")
GROUNDS = ("ground", "panel", "marked")
