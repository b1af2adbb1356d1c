"""The texts that an exporter may have counted in instead of the stored one, each with the map back.

Knows what each variant is called, what it costs as an explanation and how its text is made. Must not know ranges.
"""

from __future__ import annotations

import itertools
import re
import threading
import weakref
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from citeview.checks.lab import markup, rewrites
from citeview.checks.lab.edits import Edit, EditMap
from citeview.text.boundaries import BoundaryMap
from citeview.text.representation import Representation
from citeview.text.units import Span, Unit

EDIT_LIMIT = 1_500_000
"""A variant with more edits than this is not tried: its map would take more memory than the text."""

LARGE_TEXT = 8_000_000
LARGE_TEXT_COST = 4
"""Of a text of more characters, only the variants of this cost or less are tried: each is a copy of it."""

Rewrite = Callable[[str], Iterator[Edit]]


@dataclass(frozen=True, slots=True)
class Variant:
    """Name one way in which the counted text may differ from the stored text."""

    name: str
    title: str
    """For a table cell."""
    phrase: str
    """What follows "read as UTF-16 " in a sentence."""
    cost: int
    """How much this changes, against a change of unit, which costs 2 (see `citeview.checks.lab.readings`)."""
    rewrites: tuple[Rewrite, ...] = ()
    """Applied one after the other."""
    quotes: bool = True
    """Whether a quote copied from this text is changed in the same way (no quote begins with the text's BOM)."""


STORED = Variant("stored", "as stored", "", 0)


def _variant(name: str, title: str, phrase: str, cost: int, *steps: Rewrite) -> Variant:
    return Variant(name, title, f"on the text {phrase}", cost, steps)


_NFC = partial(rewrites.normalized, form="NFC")
_NFD = partial(rewrites.normalized, form="NFD")
_NFKC = partial(rewrites.normalized, form="NFKC")
_TABS_4 = partial(rewrites.tabs_expanded, width=4)
_TABS_8 = partial(rewrites.tabs_expanded, width=8)

VARIANTS: tuple[Variant, ...] = (
    STORED,
    _variant("lf", "LF line ends", "after CR LF became LF", 4, rewrites.lf_only),
    _variant("crlf", "CR LF line ends", "before CR LF became LF", 4, rewrites.crlf),
    _variant("no-bom", "no BOM", "without its byte order mark", 4, rewrites.without_bom),
    Variant("bom", "BOM added", "on the text with a byte order mark in front", 5, (rewrites.with_bom,), quotes=False),
    _variant("trimmed-front", "leading white space trimmed", "after its leading white space was trimmed", 4,
             rewrites.trimmed_in_front),
    _variant("trimmed", "both ends trimmed", "after both of its ends were trimmed", 5, rewrites.trimmed),
    _variant("nfc", "NFC", "in Unicode normal form NFC", 4, _NFC),
    _variant("nfd", "NFD", "in Unicode normal form NFD", 4, _NFD),
    _variant("nfkc", "NFKC", "in Unicode normal form NFKC", 5, _NFKC),
    _variant("entities", "HTML entities decoded", "after HTML entities were decoded", 4, markup.entities_decoded),
    _variant("escaped", "HTML entities encoded", "before HTML entities were decoded", 5, rewrites.html_escaped),
    _variant("html", "HTML markup removed", "extracted from the HTML markup", 5, markup.markup_removed),
    _variant("tags", "HTML tags removed", "after HTML tags were removed and entities kept", 6, markup.tags_removed),
    _variant("html-collapsed", "HTML text, white space collapsed",
             "extracted from the HTML markup with its white space collapsed", 7,
             markup.markup_removed, rewrites.collapsed_and_trimmed),
    _variant("markdown-inline", "Markdown emphasis removed", "after its inline Markdown markers were removed", 4,
             markup.inline_markdown_removed),
    _variant("markdown", "Markdown markers removed", "after its Markdown markers were removed", 5,
             markup.markdown_removed),
    _variant("markers", "citation markers removed", "without its citation markers", 5,
             markup.citation_markers_removed),
    _variant("markers-space", "citation markers and the space before removed",
             "without its citation markers and the space before each", 6,
             markup.citation_markers_and_space_removed),
    _variant("collapsed", "white space collapsed", "after its white space was collapsed", 5, rewrites.collapsed),
    _variant("collapsed-trimmed", "white space collapsed and trimmed",
             "after its white space was collapsed and its ends trimmed", 6, rewrites.collapsed_and_trimmed),
    _variant("no-line-ends", "line ends removed", "after its line ends were removed", 6, rewrites.without_line_ends),
    _variant("hyphens", "hyphenation joined", "after words divided at line ends were joined", 6,
             rewrites.hyphens_joined),
    _variant("no-invisible", "invisible characters removed", "after its invisible characters were removed", 6,
             rewrites.without_invisible),
    _variant("json", "JSON-escaped", "escaped as in a JSON string", 6, rewrites.json_escaped),
    _variant("json-ascii", "JSON-escaped to ASCII", "escaped as in a JSON string of ASCII characters", 7,
             rewrites.json_escaped_ascii),
    _variant("tabs-4", "tabs as 4 columns", "with each tab filled up to 4 columns", 7, _TABS_4),
    _variant("tabs-8", "tabs as 8 columns", "with each tab filled up to 8 columns", 7, _TABS_8),
    _variant("lf-no-bom", "LF line ends, no BOM", "without its byte order mark and with LF for CR LF", 7,
             rewrites.without_bom, rewrites.lf_only),
    Variant("crlf-bom", "CR LF line ends, BOM added",
            "on the text with a byte order mark in front, before CR LF became LF", 8,
            (rewrites.with_bom, rewrites.crlf), quotes=False),
    _variant("lf-trimmed", "LF line ends, ends trimmed", "after CR LF became LF and its ends were trimmed", 8,
             rewrites.lf_only, rewrites.trimmed),
    _variant("crlf-nfd", "CR LF line ends, NFD", "in normal form NFD before CR LF became LF", 8, _NFD, rewrites.crlf),
    _variant("lf-nfc", "LF line ends, NFC", "in normal form NFC after CR LF became LF", 8, _NFC, rewrites.lf_only),
    _variant("lf-markdown", "LF line ends, Markdown markers removed",
             "after CR LF became LF and its Markdown markers were removed", 8,
             rewrites.lf_only, markup.markdown_removed),
)  # fmt: skip
"""Every variant that is tried. Of several with the same text and cost the first gives the name."""

PADDED = Variant(
    "padded", "white space in front restored", "on the text before white space in front of it was trimmed", 6
)
"""Not made for a text, because how much was trimmed away is not known; `readings` finds how much would fit."""
PADDING_LIMIT = 256

VARIANT_OF_NAME: dict[str, Variant] = {variant.name: variant for variant in (*VARIANTS, PADDED)}


class VariantText:
    """Hold the text that a variant makes of a stored text, its boundary map and the map back."""

    def __init__(
        self, variant: Variant, maps: tuple[EditMap, ...], text: str, boundaries: BoundaryMap | None = None
    ) -> None:
        self.variant = variant
        self.text = text
        self.maps = maps
        if boundaries is not None:
            self.__dict__["boundaries"] = boundaries

    @cached_property
    def boundaries(self) -> BoundaryMap:
        """Return the boundary map of the variant's text."""
        return BoundaryMap(self.text)

    def to_stored(self, span: Span) -> Span | None:
        """Return the span of the stored text that `span` of this text was made of; None inside a rewritten stretch."""
        stored: Span | None = span
        for edits in reversed(self.maps):
            if stored is None:
                return None
            stored = edits.span_to_old(stored)
        return stored

    def from_stored(self, span: Span) -> Span | None:
        """Return the span of this text that was made of `span` of the stored text; None inside a rewritten stretch."""
        made: Span | None = span
        for edits in self.maps:
            if made is None:
                return None
            made = edits.span_to_new(made)
        return made


class LabCancelledError(Exception):
    """Say that the lab stopped because it was told to."""


class LabText:
    """Hold one stored text with the variants of it that differ from it, made once."""

    def __init__(self, text: str, boundaries: BoundaryMap) -> None:
        self.text = text
        self.stored = VariantText(STORED, (), text, boundaries)
        self.skipped: list[str] = []
        """Names of the variants that would take too many edits."""
        self._lock = threading.RLock()  # a window's workers may ask about the same text at once
        self._starts: dict[re.Pattern[str], array[int]] = {}
        self._waiting = sorted(VARIANTS[1:], key=lambda variant: -variant.cost)
        """Variants that are still to be made; the cheapest is taken from the end."""
        self._steps: dict[tuple[Rewrite, str], EditMap] = {}
        self._made = [self.stored]
        self._first_with = {text: STORED.name}
        self._same_as = {STORED.name: STORED.name}
        self._unprepared: list[VariantText] | None = None

    @property
    def variants(self) -> tuple[VariantText, ...]:
        """Return the stored text and every variant that differs from it and from the cheaper ones."""
        self._make_all()
        return self._variants

    @property
    def same_as(self) -> tuple[str, ...]:
        """Return, for each of `VARIANTS`, the name of the variant in `variants` that has the same text.

        `stored` for a variant that leaves this text as it is; the variant's own name also where it was skipped.
        """
        self._make_all()
        return self._same

    @cached_property
    def _variants(self) -> tuple[VariantText, ...]:
        return tuple(self._made)

    @cached_property
    def _same(self) -> tuple[str, ...]:
        return tuple(self._same_as[variant.name] for variant in VARIANTS)

    def prepare(self, cancelled: Callable[[], bool] | None = None) -> None:
        """Make every variant and every map of it now, so that from here on each range is a matter of look-ups.

        Raises:
            LabCancelledError: where `cancelled` says so, which is asked between variants; what is made stays made.

        """
        self._make_all(cancelled)
        with self._lock:
            if self._unprepared is None:
                self._unprepared = list(self._made)
            while self._unprepared:
                _ask(cancelled)
                text = self._unprepared[-1]
                text.boundaries.length(Unit.GRAPHEME)
                for edits in text.maps:
                    edits.to_old(0, "start")
                self._unprepared.pop()

    def _make_all(self, cancelled: Callable[[], bool] | None = None) -> None:
        if not self._waiting:
            return
        with self._lock:
            while self._waiting:
                _ask(cancelled)
                variant = self._waiting[-1]
                other = self._make(variant)
                if other is None:
                    self.skipped.append(variant.name)
                elif self._first_with.setdefault(other.text, variant.name) == variant.name:
                    self._made.append(other)
                self._same_as[variant.name] = variant.name if other is None else self._first_with[other.text]
                self._waiting.pop()
            self._steps.clear()

    def variant(self, name: str) -> VariantText | None:
        """Return a variant by its name, or None where it leaves the text as it is."""
        return next((made for made in self.variants if made.variant.name == name), None)

    def count_before(self, pattern: re.Pattern[str], position: int) -> int:
        """Count the matches of `pattern` that begin before a position of the stored text, in code points."""
        starts = self._starts.get(pattern)
        if starts is None:
            starts = array("Q", (found.start() for found in pattern.finditer(self.text)))
            self._starts[pattern] = starts
        return bisect_left(starts, position)

    def _make(self, variant: Variant) -> VariantText | None:
        """Return what a variant makes of the text: `stored` where it leaves it, None where that takes too much."""
        if len(self.text) > LARGE_TEXT and variant.cost > LARGE_TEXT_COST:
            return None
        maps: list[EditMap] = []
        text = self.text
        for rewrite in variant.rewrites:
            edits = self._steps.get((rewrite, text))
            if edits is None:
                edits = self._steps[rewrite, text] = EditMap(text, _limited(rewrite(text)))
            if len(edits) > EDIT_LIMIT:
                return None
            if len(edits):
                maps.append(edits)
                text = edits.text
        return VariantText(variant, tuple(maps), text) if maps else self.stored


def _ask(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise LabCancelledError("the lab was stopped")


def variant_text(text: str, variant: Variant) -> VariantText:
    """Return what one variant makes of a text, with its map."""
    maps = []
    made = text
    for rewrite in variant.rewrites:
        edits = EditMap(made, rewrite(made))
        if len(edits):
            maps.append(edits)
            made = edits.text
    return VariantText(variant, tuple(maps), made)


def _limited(edits: Iterator[Edit]) -> Iterator[Edit]:
    # One edit past the limit tells the caller that there are too many.
    return itertools.islice(edits, EDIT_LIMIT + 1)


def apply(variant: Variant, text: str) -> str:
    """Return what the variant makes of a quote."""
    if not variant.quotes:
        return text
    for rewrite in variant.rewrites:
        text = EditMap(text, rewrite(text)).text
    return text


_LAB_TEXTS: weakref.WeakKeyDictionary[Representation, LabText] = weakref.WeakKeyDictionary()
_LAB_TEXTS_LOCK = threading.Lock()


def lab_text(representation: Representation) -> LabText:
    """Return the variants of a text, made at first use and kept as long as the representation is."""
    with _LAB_TEXTS_LOCK:
        known = _LAB_TEXTS.get(representation)
        if known is None:
            known = LabText(representation.text, representation.boundaries)
            _LAB_TEXTS[representation] = known
        return known
