"""The acceptance report as JSON, for pipelines: one citation a line, so that it can be read while it is written.

Knows the keys. Must not know how verdicts are made. Texts are whole and as they came; half a character is an escape.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

from citeview.checks.verdict import HEADLINES
from citeview.records.citation import Citation
from citeview.reports.content import Contract, Entry, Options, contract, entries
from citeview.reports.decided import ShownDecision
from citeview.reports.tally import CHECKS, Tally
from citeview.reports.verdict_json import verdict_json
from citeview.session import Session

FORMAT = "citeview-report@1"


def write_json(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write the report.

    Raises:
        ReportCancelledError: where `options.cancelled` says so.
    """
    from citeview import __version__

    export = session.export
    head = {
        "format": FORMAT,
        "app": f"citeview {__version__}",
        "date": options.date,
        "export": {
            "name": Path(export.path).name,
            "digest": export.digest,
            "problems": list(export.problems),
            "notes": list(export.notes),
        },
        "contract": _contract_json(contract(session, options.decisions)),
    }
    tally = Tally()
    stream.write(_line(head)[:-1] + b',\n"citations": [\n')
    first = True
    for entry in entries(session, options, tally):
        stream.write((b"" if first else b",\n") + _line(_entry_json(entry, options.decisions is not None)))
        first = False
    stream.write(b"\n],\n" + _line(_tail(tally, options.decisions is not None))[1:] + b"\n")
    return ()


def encoded(value: object) -> bytes:
    """Return one JSON value as UTF-8 on one line; half a character becomes an escape, which JSON can hold."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value).encode("ascii")


_line = encoded


def _entry_json(entry: Entry, decisions: bool) -> dict[str, object]:
    record = entry.record
    citation = record if isinstance(record, Citation) else None
    value: dict[str, object] = {
        "number": entry.number,
        **verdict_json(entry.verdict),
        "place": str(record.place),
        "declaredQuote": entry.quote,
        "answerId": citation.answer_id if citation is not None else None,
        "part": citation.part if citation is not None else None,
        "segment": citation.segment if citation is not None else None,
        "title": citation.title if citation is not None else None,
        "url": citation.url if citation is not None else None,
        "snapshotId": citation.snapshot_id if citation is not None else None,
        "remarks": list(entry.remarks),
        "evidence": [{"label": field.label, "value": field.value} for field in entry.evidence],
    }
    if decisions:
        value["decision"] = _decision_json(entry.decision) if entry.decision is not None else None
        value["decisionsOnEarlierVersions"] = [
            {"exportName": one.export_name, **_decision_json(one)} for one in entry.earlier
        ]
    return value


def _decision_json(decision: ShownDecision) -> dict[str, object]:
    return {
        "judgement": str(decision.judgement) if decision.judgement is not None else None,
        "note": decision.note,
        "who": decision.who,
        "time": decision.time,
        "verdictSeen": decision.headline,
        "rules": decision.rules,
    }


def _contract_json(found: Contract) -> dict[str, object]:
    return {
        "importer": found.importer,
        "rules": found.rules,
        "rulesUnicode": found.rules_unicode,
        "graphemesUnicode": found.graphemes_unicode,
        "fields": [
            {
                "field": row.field,
                "text": row.text,
                "unit": row.unit,
                "origin": row.origin,
                "end": row.end,
                "evidence": row.evidence.value,
                "source": row.source,
            }
            for row in found.rows
        ],
        "choices": [
            {"field": field, "value": one.value, "evidence": one.evidence, "who": one.who, "time": one.time}
            for field, one in found.choices
        ],
    }


def _tail(tally: Tally, decisions: bool) -> dict[str, object]:
    value: dict[str, object] = {
        "summary": {
            "citations": tally.total,
            "unreadable": tally.unreadable,
            "verdicts": {headline.value: tally.headlines[headline] for headline in HEADLINES},
            "checks": {
                check: {outcome: tally.outcomes[check][outcome] for outcome in CHECKS[check]} for check in CHECKS
            },
            "warnings": dict(sorted(tally.warnings.items())),
        },
        "checklist": [
            {
                "case": row.name,
                "status": row.status.value,
                "passed": row.passed,
                "failed": row.failed,
                "notCompared": row.not_compared,
                "detail": row.detail,
            }
            for row in tally.checklist.rows()
        ],
        "sources": [
            {"snapshotId": key, "atHand": row is not None, "textDigest": row.text_digest if row is not None else None}
            for key, row in sorted(tally.sources.items())
        ],
    }
    if decisions:
        value["decisions"] = {
            "counts": dict(sorted(tally.decisions.items())),
            "madeOnAnotherVerdict": tally.decided_otherwise,
            "onEarlierVersions": tally.earlier,
        }
    return value
