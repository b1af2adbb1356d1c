"""The acceptance report as PDF: the same content as the page, for paper.

Knows what the report says and in which order. Must not know fonts or coordinates (`pdf_sheet` does). The file has an
outline and a language, and no tags: fpdf2 writes none. A reader who needs tags takes the HTML report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

from citeview.checks.verdict import HEADLINES, Role, Verdict
from citeview.reports.content import PROGRESS_EVERY, Contract, Entry, Options, ReportCancelledError, contract, entries
from citeview.reports.decided import ShownDecision
from citeview.reports.html_report import CASE_LOOKS, bars, headline_words, safe_address, summary_sentence
from citeview.reports.palette import LIGHT
from citeview.reports.pdf_sheet import Sheet
from citeview.reports.shown import one_line, shown
from citeview.reports.tally import CHECKS, Tally
from citeview.session import Session

MOST_ENTRIES = 2_000
"""Citations that a PDF lists one by one, and as many more that did not pass; fpdf2 needs 20 ms for each."""

_COLOURS = {Role.GOOD: LIGHT.good, Role.BAD: LIGHT.bad, Role.WARN: LIGHT.warn, Role.NEUTRAL: LIGHT.neutral}


def write_pdf(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write the report; say which characters no font has, and whether the list was cut.

    Raises:
        ReportError: where no font is found.
        ReportCancelledError: where `options.cancelled` says so.
    """
    name = one_line(Path(session.export.path).name)
    tally = Tally()
    kept: list[Entry] = []
    # Citations that did not pass come first when not all can be listed.
    failed = 0
    meter = _Meter(len(session), options)
    for entry in entries(session, replace(options, progress=meter.first), tally):
        failed += entry.failed
        if len(kept) < MOST_ENTRIES or (entry.failed and failed <= MOST_ENTRIES):
            kept.append(entry)
    notes = []
    if len(kept) < tally.total:
        notes.append(
            f"The PDF lists {len(kept):,} of {tally.total:,} citations one by one; the HTML, CSV and JSON reports hold "
            "all of them."
        )
    with Sheet(f"Acceptance report: {name}", options.date) as sheet:
        sheet.title(f"Acceptance report: {name}")
        if options.date is not None:
            sheet.paragraph(one_line(options.date), colour=LIGHT.muted)
        _summary(sheet, tally)
        _checklist(sheet, tally)
        _contract(sheet, contract(session, options.decisions), tally)
        _checks(sheet, tally)
        _failures(sheet, [entry for entry in kept if entry.failed], meter)
        if options.decisions is not None:
            _decisions(sheet, tally, kept)
        _records(sheet, kept, options.decisions is not None, notes, meter)
        _versions(sheet, session, name, tally)
        if sheet.missing:
            notes.append(_missing(sheet.missing))
            sheet.paragraph(notes[-1], colour=LIGHT.muted, small=True)
        sheet.save(stream)
    meter.end()
    return tuple(notes)


class _Meter:
    """Tell progress over all passes as if they were one: citations are checked, then written twice at most."""

    def __init__(self, total: int, options: Options) -> None:
        self._options = options
        self._done = 0
        self._work = 3 * total

    def first(self, done: int, total: int) -> None:
        """Tell how far the checks are."""
        self._done = done
        self._tell()

    def over(self, kept: list[Entry]) -> Iterator[Entry]:
        """Yield the entries of one pass, tell progress, and stop where the person wants to."""
        for number, entry in enumerate(kept):
            if number % PROGRESS_EVERY == 0:
                if self._options.cancelled is not None and self._options.cancelled():
                    raise ReportCancelledError
                self._tell()
            yield entry
            self._done += 1

    def end(self) -> None:
        """Tell that it is done."""
        self._done = self._work
        self._tell()

    def _tell(self) -> None:
        if self._options.progress is not None:
            self._options.progress(self._done, self._work)


def _summary(sheet: Sheet, tally: Tally) -> None:
    sheet.section("Summary")
    sheet.paragraph(summary_sentence(tally), bold=True)
    sheet.paragraph(
        "“Quote found” says that the words stand in the stored source, and that the declared range, if there is one, "
        "selects them. It does not say that the source is right, nor that it supports the claim."
    )
    sheet.bars([(f"{bar.words} {bar.mark}", bar.count, _COLOURS[Role(bar.role)]) for bar in bars(tally)])
    rows = [
        (f"{row.mark} {row.short}", f"{count:,}", row.help)
        for headline, row in HEADLINES.items()
        if (count := tally.headlines[headline])
    ]
    if rows:
        sheet.table(("Verdict", "Citations", "What it means"), rows, (26, 12, 62))


def _checklist(sheet: Sheet, tally: Tally) -> None:
    sheet.section("Acceptance checklist")
    sheet.paragraph(
        "Cases that go wrong in practice. A case that the export does not contain was not shown: it is neither a pass "
        "nor a failure."
    )
    rows = [
        (row.name, f"{CASE_LOOKS[row.status][1]} {row.status.value}", row.detail, row.shows)
        for row in tally.checklist.rows()
    ]
    sheet.table(("Case", "Status", "Count", "What it shows"), rows, (22, 20, 24, 34))


def _contract(sheet: Sheet, found: Contract, tally: Tally) -> None:
    sheet.section("Contract")
    sheet.row("Importer", f"{found.title} ({found.importer})")
    sheet.row("Rules of the quote check", f"{found.rules}, tables of Unicode {found.rules_unicode}")
    sheet.row("Grapheme clusters", f"UAX #29, Unicode {found.graphemes_unicode}")
    rows = [
        (row.field, row.text, row.unit, row.origin, row.end, f"{row.evidence.value}: {row.source}")
        for row in found.rows
    ]
    if rows:
        headings = ("Field", "Text", "Unit", "Counts from", "End", "Evidence")
        sheet.table(headings, rows, (20, 16, 14, 14, 16, 20))
    declared = [
        (side.capitalize(), one_line(unit), semantics, f"{count:,}")
        for (side, unit, semantics), count in sorted(tally.declared.items())
    ]
    if declared:
        sheet.table(("Side", "Unit", "Start and end", "Ranges"), declared, (12, 36, 40, 12))
    for field, choice in found.choices:
        said = (choice.value or "nothing", f"by {choice.who}", choice.time, choice.evidence)
        sheet.row(f"Chosen: {one_line(field)}", ", ".join(one_line(words) for words in said if words))


def _checks(sheet: Sheet, tally: Tally) -> None:
    sheet.section("Results by check")
    rows = [
        (check, outcome, f"{count:,}")
        for check, outcomes in CHECKS.items()
        for outcome in outcomes
        if (count := tally.outcomes[check][outcome])
    ]
    rows += [
        ("Warnings (they change no verdict)", code, f"{count:,}") for code, count in sorted(tally.warnings.items())
    ]
    if rows:
        sheet.table(("Check", "Outcome", "Citations"), rows, (40, 40, 20))


def _failures(sheet: Sheet, failed: list[Entry], meter: _Meter) -> None:
    sheet.section("Citations that did not pass")
    if not failed:
        sheet.paragraph("There are none.")
        return
    sheet.paragraph(
        "Tokens that differ are marked in both texts: struck through where only the quote has them, underlined where "
        "only the source has them, bold and underlined where both have others, in brackets where they stand elsewhere."
    )
    for entry in meter.over(failed):
        sheet.record(f"{one_line(entry.record.citation_id)} (record {entry.number})")
        _verdict(sheet, entry.verdict)
        for text in entry.texts:
            sheet.marked(text)
        for remark in entry.remarks:
            sheet.paragraph(f"• {shown(remark, 600)}")
        if entry.source_name:
            sheet.paragraph(f"Source: {one_line(entry.source_name)}", colour=LIGHT.muted, small=True)


def _decisions(sheet: Sheet, tally: Tally, kept: list[Entry]) -> None:
    sheet.section("Decisions")
    sheet.paragraph(
        "What people said about support. This is another question than the verdicts answer, so the two are kept apart."
    )
    counts = [*sorted(tally.decisions.items()), ("Not reviewed", tally.total - tally.decisions.total())]
    sheet.table(("Decision", "Citations"), [(words, f"{count:,}") for words, count in counts], (60, 40))
    for entry in kept:
        if entry.decision is not None:
            sheet.row(f"{entry.number}. {one_line(entry.record.citation_id, 40)}", _said(entry.decision), width=56)


def _records(sheet: Sheet, kept: list[Entry], decisions: bool, notes: list[str], meter: _Meter) -> None:
    sheet.section("All citations, with their evidence")
    for note in notes:
        sheet.paragraph(note, bold=True)
    for entry in meter.over(kept):
        sheet.record(f"{entry.number}. {one_line(entry.record.citation_id)}")
        _verdict(sheet, entry.verdict)
        for field in entry.evidence:
            link = safe_address(field.value) if field.label == "Address" else ""
            sheet.row(field.label, shown(field.value, 1_000), link=link)
        if decisions:
            said = _said(entry.decision) if entry.decision is not None else "Not reviewed"
            earlier = "".join(
                f"\nMade on an earlier version ({one_line(one.export_name)}): {_said(one)}" for one in entry.earlier
            )
            sheet.row("Review state", said + earlier)


def _versions(sheet: Sheet, session: Session, name: str, tally: Tally) -> None:
    from citeview import __version__

    sheet.section("Versions and digests")
    sheet.row("Program", f"citeview {__version__}")
    sheet.row("Export", name)
    sheet.row("Digest of the export", session.export.digest)
    sheet.row("Records", f"{tally.total:,}")
    for snapshot_id, source in sorted(tally.sources.items())[:MOST_ENTRIES]:
        digest = f"text {source.text_digest}" if source is not None else "not at hand"
        sheet.row("Source", f"{one_line(snapshot_id, 100)}; {digest}")
    if len(tally.sources) > MOST_ENTRIES:
        sheet.row("Sources", f"{len(tally.sources) - MOST_ENTRIES:,} more are not listed")


def _missing(characters: set[str]) -> str:
    listed = ", ".join(f"U+{ord(character):04X}" for character in sorted(characters)[:20])
    one = len(characters) == 1
    return (
        f"{len(characters):,} character{'' if one else 's'} of no font of this system {'is' if one else 'are'} written "
        f"by number: {listed}."
    )


def _verdict(sheet: Sheet, verdict: Verdict) -> None:
    sheet.paragraph(f"{verdict.row.mark} {shown(verdict.label, 600)}", colour=_COLOURS[verdict.row.role], bold=True)


def _said(decision: ShownDecision) -> str:
    note = f". Note: {shown(decision.note, 1_000)}" if decision.note else ""
    who = one_line(decision.who) or "nobody named"
    seen = headline_words(decision.headline)
    return f"{decision.label}, by {who}, {one_line(decision.time)}, having seen “{seen}”{note}"
