"""Citations as W3C Web Annotations (JSON-LD, https://www.w3.org/TR/annotation-model/), positions in code points.

Knows the model. Must not know how verdicts are made.

An annotation links the claim in the answer (body) to the passage in the source (target). A position selector is
written only for a range that names a span of the recorded snapshot: nothing is invented for one that is invalid, and
none is moved to where the quote stands. `start` and `end` count code points from 0, the end is not part of it.
"""

from __future__ import annotations

import base64
import re
import uuid
from typing import IO

from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.selectors import Selector
from citeview.reports.content import PROGRESS_EVERY, Options, ReportCancelledError
from citeview.reports.decided import ShownDecision
from citeview.reports.json_report import encoded
from citeview.session import Session
from citeview.text.units import Span

NAMES = "tag:citeview.example,2026:"
"""What answers and our own terms are named with: a tag (RFC 4151) is an identifier that nobody can look up."""
CONTEXT = ["http://www.w3.org/ns/anno.jsonld", {"citeview": NAMES}]


def write_w3c(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write an annotation collection with one page; unreadable records are left out, and counted in a note.

    Raises:
        ReportCancelledError: where `options.cancelled` says so.
    """
    total = len(session)
    unreadable = sum(isinstance(session.citation(index), UnreadableRecord) for index in range(total))
    collection = _name(session, "collection")
    head = {
        "@context": CONTEXT,
        "id": collection,
        "type": "AnnotationCollection",
        "total": total - unreadable,
        "first": {"id": _name(session, "page"), "type": "AnnotationPage", "partOf": collection, "startIndex": 0},
    }
    stream.write(encoded(head)[:-2] + b', "items": [\n')
    first = True
    for index in range(total):
        _go_on(options, index, total)
        record = session.citation(index)
        if isinstance(record, UnreadableRecord):
            continue
        decision = options.decisions.of(index, record.citation_id) if options.decisions is not None else None
        stream.write((b"" if first else b",\n") + encoded(annotation(session, index, record, decision)))
        first = False
    stream.write(b"\n]}}\n")
    if options.progress is not None:
        options.progress(total, total)
    if unreadable:
        return (f"{unreadable:,} record{'' if unreadable == 1 else 's'} could not be read and left out.",)
    return ()


def annotation(
    session: Session, index: int, record: Citation, decision: ShownDecision | None = None
) -> dict[str, object]:
    """Return one citation (by its 0-based number) as an annotation."""
    bodies: list[object] = []
    body = _answer_body(session, index, record)
    if body is not None:
        bodies.append(body)
    if decision is not None:
        bodies.append(_decision_body(decision))
    value: dict[str, object] = {
        "id": _name(session, str(index)),
        "type": "Annotation",
        "motivation": "linking",
        "citeview:citationId": record.citation_id,
    }
    if bodies:
        value["body"] = bodies[0] if len(bodies) == 1 else bodies
    value["target"] = _target(session, index, record)
    return value


def _answer_body(session: Session, index: int, record: Citation) -> dict[str, object] | None:
    if record.answer_id is None:
        return None
    view = session.answer(index)
    part = f"/part/{view.part}" if view is not None and view.parts > 1 else ""
    body: dict[str, object] = {
        "type": "SpecificResource",
        "purpose": "linking",
        "source": f"{NAMES}answer/{_escaped(record.answer_id)}{part}",
    }
    span = session.answer_span(index)
    text = view.text if view is not None else None
    selectors = _selectors(span, record.answer_selector, text)
    if selectors:
        body["selector"] = selectors
    return body


def _target(session: Session, index: int, record: Citation) -> dict[str, object]:
    source = session.source(index)
    # A range on a chunk that stands for a missing snapshot says nothing about the page that the address names.
    span = session.source_span(index) if source.snapshot is not None else None
    stored = _digest_iri(record.snapshot_id)
    target: dict[str, object] = {
        "type": "SpecificResource",
        "source": record.url or stored or f"{NAMES}source/unknown",
    }
    selectors = _selectors(span, record.selector, source.text)
    if selectors:
        target["selector"] = selectors
    state: dict[str, object] = {}
    if record.fetched_at is not None:
        state["sourceDate"] = record.fetched_at
    if stored is not None:
        state["cached"] = stored
    if state:
        target["state"] = {"type": "TimeState", **state}
    return target


_SNAPSHOT_ID = re.compile("sha256:([0-9a-f]{64})")
_AROUND = 32
"""Code points of text before and after the selected text."""


def _selectors(span: Span | None, selector: Selector | None, text: str | None) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    if span is not None:
        found.append({"type": "TextPositionSelector", "start": span.start, "end": span.end})
    quote = selector.quote if selector is not None else None
    if quote is not None:
        one: dict[str, object] = {"type": "TextQuoteSelector", "exact": quote.exact}
        if quote.prefix is not None:
            one["prefix"] = quote.prefix
        if quote.suffix is not None:
            one["suffix"] = quote.suffix
        found.append(one)
    elif span is not None and text is not None and span.start < span.end:
        found.append(
            {
                "type": "TextQuoteSelector",
                "exact": text[span.start : span.end],
                "prefix": text[max(0, span.start - _AROUND) : span.start],
                "suffix": text[span.end : span.end + _AROUND],
            }
        )
    return found


def _decision_body(decision: ShownDecision) -> dict[str, object]:
    said = decision.label + (f". {decision.note}" if decision.note else "")
    return {
        "type": "TextualBody",
        "purpose": "assessing",
        "format": "text/plain",
        "value": said,
        "creator": {"type": "Person", "name": decision.who},
        "created": decision.time,
    }


def _name(session: Session, what: str) -> str:
    """Return an IRI that is the same for the same export, whoever writes it."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{session.export.digest}#{what}").urn


def _digest_iri(snapshot_id: str | None) -> str | None:
    """Return the name of stored bytes by their digest (RFC 6920)."""
    match = _SNAPSHOT_ID.fullmatch(snapshot_id or "")
    if match is None:
        return None
    return "ni:///sha-256;" + base64.urlsafe_b64encode(bytes.fromhex(match[1])).decode().rstrip("=")


def _escaped(text: str) -> str:
    from urllib.parse import quote

    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _go_on(options: Options, index: int, total: int) -> None:
    if index % PROGRESS_EVERY:
        return
    if options.cancelled is not None and options.cancelled():
        raise ReportCancelledError
    if options.progress is not None:
        options.progress(index, total)
