"""The acceptance report as one HTML page: no script, nothing loaded, everything escaped.

Knows the page's templates and what goes into them. Must not know how verdicts are made.

Citations are looked at once. What each adds to the page's sections is written to temporary files, because the summary
stands first and is known last; so memory does not grow with the number of citations.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from citeview.checks.verdict import HEADLINES, Headline
from citeview.reports.checklist import CaseStatus
from citeview.reports.content import Options, ReportError, contract, entries
from citeview.reports.palette import DARK, LIGHT
from citeview.reports.shown import one_line, shown
from citeview.reports.tally import CHECKS, Tally
from citeview.session import Session

_CHART_WIDTH = 420

CASE_LOOKS: dict[CaseStatus, tuple[str, str]] = {
    CaseStatus.PASSES: ("good", "✓"),
    CaseStatus.FAILS: ("bad", "✗"),
    CaseStatus.NOT_COMPARED: ("neutral", "?"),
    CaseStatus.LACKING: ("neutral", "∅"),
}

SECTIONS = (
    ("summary", "Summary"),
    ("checklist", "Acceptance checklist"),
    ("contract", "Contract"),
    ("checks", "Results by check"),
    ("failures", "Citations that did not pass"),
    ("decisions", "Decisions"),
    ("list", "All citations"),
    ("evidence", "Evidence, record by record"),
    ("versions", "Versions and digests"),
)


@dataclass(frozen=True, slots=True)
class Bar:
    """Hold one bar of the chart; its width is in units of the drawing."""

    words: str
    mark: str
    role: str
    count: int
    width: int


def write_html(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write the report as UTF-8.

    Raises:
        ReportError: where the installation lacks the templates.
        ReportCancelledError: where `options.cancelled` says so.
    """
    environment = _environment()
    parts: Any = environment.get_template("parts.html").module
    decisions = options.decisions is not None
    tally = Tally()
    with ExitStack() as stack:
        failures, rows, records, decided = (_Spool(stack) for _ in range(4))
        for entry in entries(session, options, tally):
            if entry.failed:
                failures.write(parts.failure(entry))
            rows.write(parts.row(entry, decisions))
            records.write(parts.record(entry, decisions))
            if entry.decision is not None:
                decided.write(parts.decision_row(entry))
        page = environment.get_template("report.html").generate(
            **_facts(session, options, tally),
            failures=failures.parts(),
            any_failure=failures.used,
            rows=rows.parts(),
            records=records.parts(),
            decision_rows=decided.parts(),
            any_decision=decided.used,
        )
        for piece in page:
            stream.write(piece.encode("utf-8"))
        stream.write(b"\n")
    return ()


def summary_sentence(tally: Tally) -> str:
    """Return what a report says first."""
    total = tally.total
    if not total:
        return "The export holds no citations."
    found = tally.headlines[Headline.FOUND]
    attention = sum(count for headline, count in tally.headlines.items() if HEADLINES[headline].attention)
    nothing = total - found - attention
    listed = [f"{found:,} of {total:,} citation{'' if total == 1 else 's'} {'is' if found == 1 else 'are'} found"]
    if attention:
        listed.append(f"{attention:,} did not pass or could not be checked")
    if nothing:
        listed.append(f"{nothing:,} {'declares' if nothing == 1 else 'declare'} nothing that could be compared")
    return "; ".join(listed) + "."


def bars(tally: Tally) -> tuple[Bar, ...]:
    """Return the bars of the chart: one for each verdict that occurs, in the order of the verdict table."""
    most = max(tally.headlines.values(), default=0)
    return tuple(
        Bar(row.short, row.mark, row.role.value, count, max(2, round(_CHART_WIDTH * count / most)))
        for headline, row in HEADLINES.items()
        if (count := tally.headlines[headline])
    )


def safe_address(url: str | None) -> str:
    """Return an address that a reader may click, else nothing: http(s) alone, with a host and no odd characters."""
    if url is None or url != url.strip() or any(character < "!" or character == "\x7f" for character in url):
        return ""
    try:
        parts = urlsplit(url)
        host = parts.hostname
        url.encode("utf-8")
    except (ValueError, UnicodeEncodeError):
        return ""
    # A name before the host (`https://bank.example@evil.example/`) is only ever there to mislead.
    return url if parts.scheme in ("http", "https") and host and parts.username is None else ""


def _facts(session: Session, options: Options, tally: Tally) -> dict[str, object]:
    from citeview import __version__

    export = session.export
    decisions = options.decisions is not None
    return {
        "app": f"citeview {__version__}",
        "name": Path(export.path).name,
        "digest": export.digest,
        "date": options.date,
        "sections": [section for section in SECTIONS if decisions or section[0] != "decisions"],
        "summary": summary_sentence(tally),
        "total": tally.total,
        "bars": bars(tally),
        "verdicts": [(row, count) for key, row in HEADLINES.items() if (count := tally.headlines[key])],
        "checklist": tally.checklist.rows(),
        "contract": contract(session, options.decisions),
        "declared": sorted(tally.declared.items()),
        "problems": export.problems,
        "unreadable": tally.unreadable,
        "checks": [
            (
                check,
                [(outcome, tally.outcomes[check][outcome]) for outcome in outcomes if tally.outcomes[check][outcome]],
            )
            for check, outcomes in CHECKS.items()
        ],
        "warnings": sorted(tally.warnings.items()),
        "decisions": decisions,
        "decision_counts": [*sorted(tally.decisions.items()), ("Not reviewed", tally.total - tally.decisions.total())],
        "decided_otherwise": tally.decided_otherwise,
        "earlier": tally.earlier,
        "sources": sorted(tally.sources.items()),
        "light": sorted(asdict(LIGHT).items()),
        "dark": sorted(asdict(DARK).items()),
    }


class _Spool:
    """Hold pieces of markup in a temporary file until their section is written."""

    _CHUNK = 1 << 16

    def __init__(self, stack: ExitStack) -> None:
        # Small reports never touch the disk.
        spool = tempfile.SpooledTemporaryFile(1 << 20, "w+", encoding="utf-8", newline="")  # noqa: SIM115  # the stack's
        self._file = stack.enter_context(spool)
        self.used = False

    def write(self, piece: str) -> None:
        """Add one piece, which the template has escaped."""
        self._file.write(piece)
        self.used = True

    def parts(self) -> Iterator[str]:
        """Yield what was written, as markup."""
        from markupsafe import Markup

        self._file.seek(0)
        while chunk := self._file.read(self._CHUNK):
            yield Markup(chunk)  # noqa: S704  # our own template wrote it, with everything escaped


def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from citeview.assets import asset_path

    folder = asset_path("templates", "report")
    if folder is None:
        raise ReportError("The report cannot be made: this installation lacks its templates (resources/templates).")
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=False
    )
    filters: dict[str, Callable[..., str]] = {
        "shown": shown,
        "one_line": one_line,
        "safe_address": safe_address,
        "headline_words": headline_words,
        "case_role": lambda status: CASE_LOOKS[status][0],
        "case_mark": lambda status: CASE_LOOKS[status][1],
    }
    environment.filters.update(filters)
    return environment


def headline_words(headline: str) -> str:
    """Return a headline that was kept with a decision in words; one of another version of the program as it stands."""
    known = next((row.short for key, row in HEADLINES.items() if key.value == headline), None)
    return known if known is not None else one_line(headline)
