"""One exact string that offsets refer to, with the maps that are built once for it and kept."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeview.text.boundaries import BoundaryMap
    from citeview.text.display import DocumentMap


class Representation:
    """Hold one text that ranges are declared on: an answer part, a snapshot's text, a chunk.

    The text never changes. Both maps are made at first use, because a 50 MB source that nobody scrolls needs neither.
    """

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        """What it is, in words: `answer a-17, part 1`, `snapshot text`, `chunk c-3`."""

    @cached_property
    def boundaries(self) -> BoundaryMap:
        """Return the map that converts positions of this text between units."""
        from citeview.text.boundaries import BoundaryMap

        return BoundaryMap(self.text)

    @cached_property
    def document(self) -> DocumentMap:
        """Return the map between code points of this text and QTextDocument positions of its display text."""
        from citeview.text.display import DocumentMap

        return DocumentMap(self.text, self.boundaries)

    @cached_property
    def digest(self) -> str:
        """Return `sha256:` of the text as UTF-8 (lone surrogates as `surrogatepass` encodes them)."""
        return "sha256:" + hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def __len__(self) -> int:
        """Return the length in code points."""
        return len(self.text)
