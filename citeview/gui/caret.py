"""The caret's place in words, for the status line: character, name, and the offset in every unit."""

from __future__ import annotations

from citeview.text.boundaries import BoundaryMap
from citeview.text.characters import describe
from citeview.text.representation import Representation
from citeview.text.units import Unit

_NAMES = {Unit.UTF8: "byte", Unit.CODEPOINT: "code point", Unit.UTF16: "UTF-16", Unit.GRAPHEME: "grapheme"}

_LARGE = 1_000_000
"""Code points beyond which the clusters are not counted for the status line alone; a check counts them anyway."""


def caret_facts(representation: Representation, codepoint: int) -> str:
    """Return `Line 5, column 61 · U+0031 DIGIT ONE · byte 137 · …` for the boundary before a code point."""
    line, column = representation.document.line_column(codepoint)
    text = representation.text
    character = describe(text[codepoint]) if codepoint < len(text) else "end of the text"
    boundaries = representation.boundaries
    parts = [f"Line {line}, column {column}", character]
    for unit, name in _NAMES.items():
        if unit is Unit.GRAPHEME and not boundaries.graphemes_known and len(text) > _LARGE:
            parts.append(f"{name} not counted yet")
            continue
        offset = (
            boundaries.graphemes.index_of(codepoint) if unit is Unit.GRAPHEME else _offset(boundaries, codepoint, unit)
        )
        parts.append(f"{name} {offset}" if offset is not None else f"inside a {name} cluster")
    parts.append(f"document {representation.document.to_document(codepoint)}")
    return " · ".join(parts)


def _offset(boundaries: BoundaryMap, codepoint: int, unit: Unit) -> int:
    return boundaries.convert(codepoint, Unit.CODEPOINT, unit)
