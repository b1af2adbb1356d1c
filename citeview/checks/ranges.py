"""Is a declared range a range of its text, and which span is it?

Both boundaries are converted, each on the text that the range was declared on. Nothing is repaired: a range that does
not fit is reported with the boundary at fault and the nearest valid offsets.
"""

from __future__ import annotations

from citeview.checks.verdict import RangeOutcome, RangeResult
from citeview.records.selectors import ABSENT, Base, Chunk, DeclaredRange, EndConvention
from citeview.text.representation import Representation
from citeview.text.units import NotWholeNumberError, OffsetError, RangeFault, Span, Unit

_OUTCOME_OF_FAULT = {
    RangeFault.OUT_OF_BOUNDS: RangeOutcome.OUT_OF_BOUNDS,
    RangeFault.REVERSED: RangeOutcome.REVERSED,
    RangeFault.CUTS_A_CHARACTER: RangeOutcome.CUTS_A_CHARACTER,
    RangeFault.NOT_A_WHOLE_NUMBER: RangeOutcome.NOT_A_WHOLE_NUMBER,
}

NOT_SUPPLIED = RangeResult(RangeOutcome.NOT_SUPPLIED, "No range is declared.")


def check_range(declared: DeclaredRange | None, text: Representation | None, chunk: Chunk | None = None) -> RangeResult:
    """Resolve `declared` on `text`, or on `chunk` where that is the range's base.

    Returns a result whose span is in code points of `text`, also for a range on a chunk.
    """
    if declared is None or (_missing(declared.start) and _missing(declared.end)):
        return NOT_SUPPLIED
    for boundary, value in (("start", declared.start), ("end", declared.end)):
        if type(value) is not int:
            given = "nothing" if value is ABSENT else json_name(value)
            return RangeResult(
                RangeOutcome.NOT_A_WHOLE_NUMBER,
                f"The range's {boundary}: expected a whole number, got {given}.",
                boundary=boundary,
            )
    if declared.unit is None:
        said = declared.unit_as_given
        given = "" if _missing(said) else f" (the export says {json_name(said)}, which names none)"
        return RangeResult(
            RangeOutcome.UNIT_NOT_DECLARED,
            f"The export does not say what the numbers count{given}; nothing is guessed.",
        )
    if text is None:
        return RangeResult(RangeOutcome.NO_TEXT, "The text that the range refers to is not at hand.")
    if declared.base is Base.CHUNK:
        return _check_chunk_range(declared, declared.unit, text, chunk)
    try:
        span = resolve(declared, declared.unit, text)
    except (OffsetError, NotWholeNumberError) as error:
        return _refused(error)
    return _accepted(span, text)


def range_span(declared: DeclaredRange | None, text: Representation, chunk: Chunk | None = None) -> Span | None:
    """Return just the span that `declared` names on `text`, in code points, or None: what a mark needs, and cheap."""
    if declared is None or declared.unit is None:
        return None
    try:
        if declared.base is not Base.CHUNK:
            return resolve(declared, declared.unit, text)
        if chunk is None or chunk.text is None:
            return None
        origin = chunk_origin(chunk, text)
        if isinstance(origin, RangeResult):
            return None
        inside = resolve(declared, declared.unit, Representation(chunk.text, "chunk"))
    except (OffsetError, NotWholeNumberError):
        return None
    return Span(inside.start + origin, inside.end + origin)


def resolve(declared: DeclaredRange, unit: Unit, text: Representation) -> Span:
    """Convert both boundaries of `declared`, read in `unit` with its own conventions, to a span of `text`.

    Raises:
        OffsetError: where a boundary is out of bounds, reversed or inside a character.
        NotWholeNumberError: where a boundary is no whole number.
    """
    start, end = declared.start, declared.end
    if type(start) is int and type(end) is int:
        start, end = half_open(start, end, declared.origin, declared.end_convention)
    return text.boundaries.span(start, end, unit)  # type: ignore[arg-type]  # the map itself refuses what is no whole number


def half_open(start: int, end: int, origin: int, convention: EndConvention) -> tuple[int, int]:
    """Rewrite a pair of numbers to a 0-based half-open pair in the same unit."""
    first = start - origin
    if convention is EndConvention.LENGTH:
        return first, first + end
    last = end - origin
    return first, last + 1 if convention is EndConvention.INCLUSIVE else last


def _check_chunk_range(declared: DeclaredRange, unit: Unit, text: Representation, chunk: Chunk | None) -> RangeResult:
    if chunk is None or chunk.text is None:
        return RangeResult(RangeOutcome.NO_TEXT, "The range counts in a chunk whose text is not in the export.")
    origin = chunk_origin(chunk, text)
    if isinstance(origin, RangeResult):
        return origin
    try:
        inside = resolve(declared, unit, Representation(chunk.text, "chunk"))
    except (OffsetError, NotWholeNumberError) as error:
        return _refused(error, "In the chunk, ")
    return _accepted(Span(inside.start + origin, inside.end + origin), text)


def chunk_origin(chunk: Chunk, text: Representation) -> int | RangeResult:
    """Return where `chunk` begins in `text`, in code points, or why that cannot be said.

    The text there must equal the chunk's text: an origin is a claim like any other.
    """
    wrong = RangeOutcome.CHUNK_NOT_AT_ITS_ORIGIN
    if _missing(chunk.origin):
        return RangeResult(wrong, "The export does not say where the chunk begins in the source.")
    if type(chunk.origin) is not int:
        problem = f"The chunk's origin: expected a whole number, got {json_name(chunk.origin)}."
        return RangeResult(RangeOutcome.NOT_A_WHOLE_NUMBER, problem)
    if chunk.origin_unit is None:
        return RangeResult(RangeOutcome.UNIT_NOT_DECLARED, "The export does not say what the chunk's origin counts.")
    try:
        origin = text.boundaries.convert(chunk.origin, chunk.origin_unit, Unit.CODEPOINT)
    except OffsetError as error:
        return RangeResult(
            wrong, f"The chunk is not at its stated origin: {error}.", nearest=error.nearest, cuts=error.cuts
        )
    if chunk.text is not None and not text.text.startswith(chunk.text, origin):
        return RangeResult(wrong, "The chunk is not at its stated origin: the source has other text there.")
    return origin


def _accepted(span: Span, text: Representation) -> RangeResult:
    start = text.boundaries.offsets(span.start)
    end = start if span.start == span.end else text.boundaries.offsets(span.end)
    units = {unit: (start[unit], end[unit]) for unit in Unit}
    document = text.document
    positions = (document.to_document(span.start), document.to_document(span.end))
    if span.start == span.end:
        return RangeResult(RangeOutcome.EMPTY, "The range is valid and empty.", span, units, positions)
    return RangeResult(RangeOutcome.VALID, "The range is valid.", span, units, positions)


def _refused(error: OffsetError | NotWholeNumberError, before: str = "") -> RangeResult:
    sentence = f"{before}{error}"
    sentence = sentence[0].upper() + sentence[1:] + ("" if sentence.endswith(".") else ".")
    if isinstance(error, OffsetError):
        outcome = _OUTCOME_OF_FAULT[error.fault]
        return RangeResult(outcome, sentence, boundary=error.boundary, nearest=error.nearest, cuts=error.cuts)
    return RangeResult(RangeOutcome.NOT_A_WHOLE_NUMBER, sentence, boundary=error.boundary)


def _missing(value: object) -> bool:
    return value is ABSENT or value is None


def json_name(value: object) -> str:
    """Name a JSON value for a message: `true`, `3.0`, `the text "3"`, `a list`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value}"[:40]
        case str():
            return f'the text "{value[:40]}"'
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return type(value).__name__
