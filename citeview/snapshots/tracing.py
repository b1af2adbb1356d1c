"""The way of a stretch of a snapshot's text back to its raw bytes, step by step.

Knows the steps: raw bytes, an unpacked part of them, the decoded source, the extracted text. What the record does not
hold is said, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from citeview.records.limits import LIMITS
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.digests import TooLargeError, digest_of, read_at_most
from citeview.snapshots.extract.decoding import DecodedText, decode
from citeview.snapshots.extract.extraction import Encoding, ExtractionError, Page, Style
from citeview.snapshots.extract.side_file import MOST_BYTES, SideFile, SideFileError, read_side_file
from citeview.snapshots.store import RAW, SnapshotStore
from citeview.snapshots.writing import EXTRACTION, SIDE_NAME
from citeview.text.units import Span

_EXCERPT = 120


@dataclass(frozen=True, slots=True)
class TraceStep:
    """Hold one representation that a stretch went through."""

    name: str
    """`Raw bytes`, `record 3, unpacked`, `Decoded as utf-8 (BOM)`, `Extracted text (html-text@1)`, `Page 3`."""
    unit: str
    """`bytes` or `code points`: what `start`, `end` and `size` count."""
    start: int | None
    end: int | None
    """None where the stretch has no place of its own in this representation; `note` says why."""
    size: int | None
    excerpt: str = ""
    """What stands there, cut; untrusted."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Hold where a stretch of the text stands on one page: boxes in 65,535ths of its width and height, top left."""

    page: Page
    boxes: tuple[tuple[int, int, int, int], ...]


@dataclass
class Trace:
    """Hold what is known about the way back from one snapshot's text."""

    snapshot: StoredSnapshot
    side: SideFile | None
    problem: str | None
    """Why there is no way back, or none beyond some step; one sentence."""
    _store: SnapshotStore = field(repr=False)

    @property
    def styles(self) -> tuple[Style, ...]:
        """Return the styles of the text."""
        return self.side.styles if self.side is not None else ()

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the text."""
        return self.side.pages if self.side is not None else ()

    @cached_property
    def source(self) -> DecodedText | None:
        """Return the decoded source of the text (HTML, XML, the plain file), made of the raw bytes at first use.

        Where that fails, `problem` says why.
        """
        side, encoding = self.side, _encoding_of(self.snapshot)
        if side is None or side.source is None or encoding is None:
            return None
        try:
            raw = self.raw()
            if side.container is not None:
                raw = self._part(raw, side)
            # The byte order mark is decided again; everything else as it was recorded.
            decoded = decode(raw, encoding.name)
        except (SnapshotMissingError, SnapshotUnreadableError, ExtractionError) as error:
            self.problem = str(error)
            return None
        return decoded

    def raw(self) -> bytes:
        """Return the raw bytes, verified against the snapshot's recorded digest.

        Raises:
            SnapshotMissingError: where they are not stored.
            SnapshotUnreadableError: where they cannot be read, or are others.

        """
        try:
            with self._store.open(self.snapshot.snapshot_id, RAW) as stream:
                raw = read_at_most(stream, LIMITS.raw_bytes)
        except TooLargeError:
            raise SnapshotUnreadableError("The raw bytes are more than are read.") from None
        except OSError as error:
            raise SnapshotUnreadableError(f"The raw bytes cannot be read: {error.strerror}.") from None
        if digest_of(raw) != self.snapshot.measured.raw:
            raise SnapshotUnreadableError("The raw bytes are not those that the snapshot was read with.")
        return raw

    def to_source(self, span: Span) -> Span | None:
        """Return the stretch of the decoded source that a stretch of the text came from; both in code points."""
        if self.side is None or self.side.source is None:
            return None
        return self.side.source.to_source(span)

    def from_source(self, span: Span) -> Span | None:
        """Return the stretch of the text that was made of a stretch of the decoded source; both in code points."""
        if self.side is None or self.side.source is None:
            return None
        return self.side.source.from_source(span)

    def boxes(self, span: Span) -> tuple[PageBoxes, ...]:
        """Return the pages that a stretch of the text (code points) stands on, with a box for each line of it."""
        found = []
        for page in self.pages:
            start, end = max(span.start, page.span.start), min(span.end, page.span.end)
            if start < end:
                boxes = page.boxes[start - page.span.start : end - page.span.start]
                found.append(PageBoxes(page, _lines_of(boxes)))
        return tuple(found)

    def page(self, number: int) -> Page | None:
        """Return the page of a number (1-based), which a page citation names."""
        return next((page for page in self.pages if page.number == number), None)

    def chain(self, span: Span) -> tuple[TraceStep, ...]:
        """Return the steps from the raw bytes to the text, with the place of a stretch of it (code points) in each."""
        return (*self._before_text(span), self._text_step(span))

    def _before_text(self, span: Span) -> tuple[TraceStep, ...]:
        raw_size = self.snapshot.raw_size
        if self.pages:
            return (TraceStep("Raw bytes", "bytes", None, None, raw_size, note=_NO_BYTES), *self._page_steps(span))
        decoded, side = self.source, self.side
        if decoded is None or side is None or side.source is None:
            return (TraceStep("Raw bytes", "bytes", None, None, raw_size, note=self.problem or _NO_MAP),)
        in_source = side.source.to_source(span)
        start, end = decoded.to_raw(in_source)
        encoding = decoded.encoding
        name = f"Decoded as {encoding.name} ({(_encoding_of(self.snapshot) or encoding).decided_by})"
        excerpt = _cut(decoded.text[in_source.start : in_source.end])
        source_step = TraceStep(name, "code points", in_source.start, in_source.end, len(decoded.text), excerpt)
        held = side.container
        if held is None:
            return (TraceStep("Raw bytes", "bytes", start, end, raw_size), source_step)
        part = TraceStep(f"{held.name}, unpacked", "bytes", start, end, held.size)
        if held.offset is None:
            return (TraceStep("Raw bytes", "bytes", None, None, raw_size, note=_PACKED), part, source_step)
        whole = TraceStep("Raw bytes", "bytes", held.offset + start, held.offset + end, raw_size)
        return (whole, part, source_step)

    def _page_steps(self, span: Span) -> tuple[TraceStep, ...]:
        text = self.snapshot.text
        steps = []
        for found in self.boxes(span):
            start, end = max(span.start, found.page.span.start), min(span.end, found.page.span.end)
            offset = found.page.span.start
            size = found.page.span.end - offset
            name = f"Page {found.page.number}"
            steps.append(TraceStep(name, "code points", start - offset, end - offset, size, _cut(text[start:end])))
        return tuple(steps)

    def _text_step(self, span: Span) -> TraceStep:
        text, extractor = self.snapshot.text, self.snapshot.extractor
        name = f"Extracted text ({extractor})" if extractor else "Text"
        return TraceStep(name, "code points", span.start, span.end, len(text), _cut(text[span.start : span.end]))

    def _part(self, raw: bytes, side: SideFile) -> bytes:
        held = side.container
        if held is None:
            return raw
        if held.offset is not None:
            return raw[held.offset : held.offset + held.size]
        from citeview.snapshots.extract.process import payload_apart

        return payload_apart(raw, held.name)


_NO_MAP = "No map was stored with this snapshot: its text cannot be traced to the bytes."
_NO_BYTES = "A PDF draws its text from packed streams; the way back ends at the place on the page."
_PACKED = "The part is packed in the raw bytes; it has no place of its own in them."


def trace(store: SnapshotStore, snapshot: StoredSnapshot) -> Trace:
    """Return what is known about the way back from a snapshot's text. Nothing is raised: `problem` says what lacks."""
    recorded = snapshot.metadata.get(EXTRACTION)
    if not isinstance(recorded, dict):
        return Trace(snapshot, None, _NO_MAP, store)
    try:
        with store.open(snapshot.snapshot_id, SIDE_NAME) as stream:
            data = read_at_most(stream, MOST_BYTES)
        if digest_of(data) != recorded.get("digest"):
            return Trace(snapshot, None, f"{SIDE_NAME} was changed after it was stored; it is not used.", store)
        side = read_side_file(data)
    except TooLargeError:
        return Trace(snapshot, None, f"{SIDE_NAME} is larger than is read.", store)
    except SideFileError as error:
        return Trace(snapshot, None, f"{error}.", store)
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        return Trace(snapshot, None, str(error), store)
    except OSError as error:
        return Trace(snapshot, None, f"{SIDE_NAME} cannot be read: {error.strerror}.", store)
    problem = _mismatch(side, snapshot)
    return Trace(snapshot, None if problem else side, problem, store)


def _mismatch(side: SideFile, snapshot: StoredSnapshot) -> str | None:
    length = len(snapshot.text)
    fits = side.source is None or side.source.text_length == length
    spans = [*(style.span for style in side.styles), *(page.span for page in side.pages)]
    fits = fits and all(0 <= span.start <= span.end <= length for span in spans)
    if side.text_digest != snapshot.measured.text or not fits:
        return f"{SIDE_NAME} is that of another text; it is not used."
    return None


def _encoding_of(snapshot: StoredSnapshot) -> Encoding | None:
    recorded = snapshot.metadata.get("encoding")
    if isinstance(recorded, dict) and isinstance(recorded.get("name"), str):
        return Encoding(recorded["name"], str(recorded.get("decidedBy", "not recorded")))
    return Encoding(recorded, "not recorded") if isinstance(recorded, str) else None


def _lines_of(boxes: tuple[tuple[int, int, int, int] | None, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Join the boxes of neighbours on one line: those whose middles lie within each other's height."""
    lines: list[tuple[int, int, int, int]] = []
    for box in boxes:
        if box is None:
            continue
        if lines:
            last = lines[-1]
            middle = (box[1] + box[3]) // 2
            if last[1] <= middle <= last[3] and box[2] >= last[0]:
                lines[-1] = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
                continue
        lines.append(box)
    return tuple(lines)


def _cut(text: str) -> str:
    return text if len(text) <= _EXCERPT else f"{text[: _EXCERPT - 1]}…"
