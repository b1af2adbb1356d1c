"""What the Check tab says: the verdict in words, both texts side by side, the four outcomes, the warnings."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from citeview.checks.verdict import (
    Headline,
    IntegrityOutcome,
    RangeOutcome,
    RangeResult,
    Role,
    SelectionOutcome,
    Verdict,
)
from citeview.checks.warnings import warning_help
from citeview.gui.inspector.page import Page, Style
from citeview.gui.theme import Colours
from citeview.quote.explain import FOLDED_HELP, difference
from citeview.quote.results import AlignedPart, Passage, QuoteOutcome, Step
from citeview.records.citation import Citation, UnreadableRecord
from citeview.text.units import Span, Unit

_CONTEXT = 60
_LONGEST = 2_000
_MOST_MATCHES = 50


_STYLE_IN_QUOTE = {
    Step.SAME: Style.TEXT,
    Step.DELETED: Style.DELETED,
    Step.INSERTED: Style.TEXT,
    Step.REPLACED: Style.REPLACED_QUOTE,
    Step.MOVED: Style.MOVED,
}
_STYLE_IN_SOURCE = {
    Step.SAME: Style.TEXT,
    Step.DELETED: Style.TEXT,
    Step.INSERTED: Style.INSERTED,
    Step.REPLACED: Style.REPLACED_SOURCE,
    Step.MOVED: Style.MOVED,
}


class CheckPage:
    """Write one citation's verdict onto a page."""

    def __init__(self, page: Page, colours: Colours) -> None:
        self._page = page
        self._colours = colours

    def write(
        self,
        record: Citation | UnreadableRecord,
        verdict: Verdict | None,
        source: str | None,
        story: list[str] | None = None,
    ) -> None:
        """Write everything.

        Args:
            record: the citation.
            verdict: the verdict on it, None while it is not known.
            source: the text of its source, None where there is none.
            story: the lines that say how the quote check went; None where nobody has asked.
        """
        page = self._page
        if verdict is None:
            page.line().write(self.tr("… checking"), Style.MUTED, larger=True)
            page.finish()
            return
        self._headline(page, verdict)
        if isinstance(record, Citation):
            self._texts(page, record, verdict, source)
        self._boundary(page, verdict.range)
        self._exporter(page, record, verdict, source)
        self._outcomes(page, verdict)
        self._warnings(page, verdict)
        self._story(page, verdict, story)
        page.line(above=10).write(verdict.row.help, Style.MUTED)
        page.finish()

    def tr(self, words: str) -> str:
        """Return our own words in the reader's language."""
        return QCoreApplication.translate("CheckPage", words)

    def _headline(self, page: Page, verdict: Verdict) -> None:
        colour = self._colours.role(verdict.row.role)
        page.line().write(f"{verdict.row.mark} {verdict.label}", Style.STRONG, colour=colour, larger=True)
        if verdict.headline is Headline.CLOSEST and verdict.quote is not None and verdict.quote.passage is not None:
            page.write(f" {self._counted(verdict.quote.passage)}", Style.MUTED, larger=True)

    def _counted(self, passage: Passage) -> str:
        differ = sum(part.step is not Step.SAME for part in passage.parts)
        words = self.tr("{matching} of {total} words match").format(matching=passage.matching, total=passage.total)
        differing = self.tr("1 place differs") if differ == 1 else self.tr("{count} places differ").format(count=differ)
        return f"{words} · {differing} · " + self.tr("shown without quotation marks, because it is no quotation")

    def _texts(self, page: Page, record: Citation, verdict: Verdict, source: str | None) -> None:
        quote = record.selector.quote if record.selector is not None else None
        result = verdict.quote
        if source is not None and verdict.headline is Headline.FOUND and result is not None and result.matches:
            span = verdict.range.span or result.matches[0]
            self._in_context(page, self.tr("Source"), source, span, quoted=True)
            if quote is not None and verdict.selection.outcome is not SelectionOutcome.EQUAL:
                page.line(above=4).write(self.tr("Quote") + ": ", Style.MUTED)
                page.isolate().write(f"“{_cut(quote.exact)}”").rejoin()
        elif verdict.headline is Headline.CLOSEST and quote is not None and source is not None and result is not None:
            if result.passage is not None:
                self._aligned(page, quote.exact, source, result.passage)
        elif source is not None and verdict.headline is Headline.FOUND_WITH_EDITS and result is not None:
            page.line(above=8).write(self.tr("Quote") + ": ", Style.MUTED)
            page.isolate().write(_cut(quote.exact) if quote else "").rejoin()
            if result.matches:
                self._in_context(page, self.tr("Source"), source, result.matches[0], quoted=False)
        elif quote is not None:
            page.line(above=8).write(self.tr("Quote") + ": ", Style.MUTED)
            page.isolate().write(_cut(quote.exact) or self.tr("(empty)")).rejoin()
        if source is not None and verdict.range.span is not None and verdict.headline is not Headline.FOUND:
            self._in_context(page, self.tr("The range selects"), source, verdict.range.span, quoted=False)
        if result is not None and result.matches and source is not None:
            self._places(page, verdict, source, result.matches)
        if source is not None and result is not None and result.outcome is QuoteOutcome.FOUND_WITH_EDITS:
            for edit in result.edits:
                page.line(above=4, indent=12).write("≋ ", colour=self._colours.warn).write(edit.note)
                if edit.source is not None and source[edit.source.start : edit.source.end]:
                    page.write("  ").write(_cut(source[edit.source.start : edit.source.end]), Style.INSERTED)
        if verdict.headline is Headline.NO_RANGE and record.url:
            page.line(above=8).write(self.tr("Address") + ": ", Style.MUTED).write(_cut(record.url))

    def _in_context(self, page: Page, name: str, source: str, span: Span, *, quoted: bool) -> None:
        before = source[max(0, span.start - _CONTEXT) : span.start]
        after = source[span.end : span.end + _CONTEXT]
        selected = _cut(source[span.start : span.end])
        page.line(above=8).write(f"{name}: ", Style.MUTED).isolate()
        page.write(("…" if span.start > _CONTEXT else "") + before, Style.MUTED)
        if quoted:
            page.write("“")
        page.write(selected or "│", Style.SELECTED)
        if quoted:
            page.write("”")
        page.write(after + ("…" if span.end + _CONTEXT < len(source) else ""), Style.MUTED).rejoin()

    def _aligned(self, page: Page, quote: str, source: str, passage: Passage) -> None:
        page.line(above=8).write(self.tr("Answer") + ": ", Style.MUTED).isolate()
        at = 0
        for part in passage.parts:
            if part.quote is None:
                continue
            page.write(quote[at : part.quote.start], larger=True)
            words = quote[part.quote.start : part.quote.end]
            page.write(words, _STYLE_IN_QUOTE[part.step], larger=True, quieter=_quieter(part))
            at = part.quote.end
        page.write(quote[at:], larger=True).rejoin()
        start, end = passage.span
        page.line(above=4).write(self.tr("Source") + ": ", Style.MUTED).isolate()
        page.write(
            ("…" if start > _CONTEXT else "") + source[max(0, start - _CONTEXT) : start], Style.MUTED, larger=True
        )
        at = start
        for part in passage.parts:
            if part.source is None:
                continue
            page.write(source[at : part.source.start], larger=True)
            words = source[part.source.start : part.source.end]
            page.write(words, _STYLE_IN_SOURCE[part.step], larger=True, quieter=_quieter(part))
            at = part.source.end
        page.write(source[at:end], larger=True)
        page.write(
            source[end : end + _CONTEXT] + ("…" if end + _CONTEXT < len(source) else ""), Style.MUTED, larger=True
        ).rejoin()

    def _places(self, page: Page, verdict: Verdict, source: str, matches: tuple[Span, ...]) -> None:
        elsewhere = [match for match in matches if match != verdict.range.span]
        if verdict.headline is Headline.FOUND and len(matches) == 1:
            return
        if not elsewhere:
            return
        name = self.tr("The quote stands at") if verdict.range.span is None else self.tr("The quote also stands at")
        if verdict.headline is Headline.RANGE_DISAGREES:
            name = self.tr("The quote stands at")
        page.line(above=8).write(name, Style.MUTED)
        for match in elsewhere[:_MOST_MATCHES]:
            around = source[max(0, match.start - 24) : match.end + 24]
            page.line(indent=12).write(
                self.tr("code points {start} to {end}").format(start=match.start, end=match.end),
                link=f"place:{match.start}:{match.end}",
            )
            page.write("  ").isolate().write(f"…{_cut(around)}…", Style.MUTED).rejoin()
        if len(elsewhere) > _MOST_MATCHES:
            page.line(indent=12).write(
                self.tr("and {count} more").format(count=len(elsewhere) - _MOST_MATCHES), Style.MUTED
            )

    def _boundary(self, page: Page, result: RangeResult) -> None:
        if not result.outcome.invalid:
            return
        page.line(above=8).write(result.message, colour=self._colours.bad)
        if result.nearest is not None:
            before, after = result.nearest
            valid = [str(offset) for offset in (before, after) if offset is not None]
            if valid:
                page.line().write(self.tr("Nearest valid offsets: ") + ", ".join(valid), Style.MUTED)

    def _exporter(self, page: Page, record: Citation | UnreadableRecord, verdict: Verdict, source: str | None) -> None:
        """Say where the rules that the record names answer otherwise, and why."""
        theirs, ours = verdict.exporter_quote, verdict.quote
        selector = record.selector if isinstance(record, Citation) else None
        if theirs is None or ours is None or source is None or selector is None or selector.quote is None:
            return
        sentence = difference(ours, theirs, selector.quote.exact, source)
        if sentence:
            page.line(above=8).write("⇄ ", colour=self._colours.warn).write(f"{sentence} ({theirs.rules})")

    def _story(self, page: Page, verdict: Verdict, story: list[str] | None) -> None:
        if verdict.quote is None:
            return
        page.line(above=10)
        if story is None:
            page.write(self.tr("How this was decided"), link="story:")
            return
        page.write(self.tr("How this was decided"), Style.STRONG)
        for line in story:
            page.line(indent=12 + 8 * (len(line) - len(line.lstrip()))).write(line.strip())

    def _outcomes(self, page: Page, verdict: Verdict) -> None:
        page.line(above=10)
        page.write(self.tr("What was checked"), Style.STRONG)
        page.table(
            [
                (
                    self.tr("Integrity"),
                    f"{verdict.integrity.outcome} · {verdict.integrity.message}",
                    self._role_of_integrity(verdict.integrity.outcome),
                ),
                (self.tr("Range"), self._range_words(verdict.range), self._role_of_range(verdict.range.outcome)),
                (self.tr("Selection"), self._selection_words(verdict), None),
                (self.tr("Quote"), self._quote_words(verdict), None),
            ]
        )
        if verdict.answer_range.outcome is not RangeOutcome.NOT_SUPPLIED:
            page.table(
                [
                    (
                        self.tr("Range in the answer"),
                        self._range_words(verdict.answer_range),
                        self._role_of_range(verdict.answer_range.outcome),
                    )
                ]
            )
        page.line().write(self.tr("Rules: {rules}").format(rules=verdict.rules), Style.MUTED)

    def _range_words(self, result: RangeResult) -> str:
        if result.units is None or result.document is None:
            return f"{result.outcome} · {result.message}"
        pairs = [f"{unit.label} {_pair(result.units[unit])}" for unit in Unit]
        return f"{result.outcome} · " + " · ".join([*pairs, f"document {_pair(result.document)}"])

    def _selection_words(self, verdict: Verdict) -> str:
        words = str(verdict.selection.outcome)
        if verdict.selection.differences:
            words += ": " + ", ".join(verdict.selection.differences)
        return words

    def _quote_words(self, verdict: Verdict) -> str:
        result = verdict.quote
        if result is None:
            return self.tr("not checked")
        words = f"{result.outcome}" + (f": {result.reason}" if result.reason else "")
        if result.matches:
            count = len(result.matches)
            words += " · " + (self.tr("at 1 place") if count == 1 else self.tr("at {count} places").format(count=count))
        return words

    def _warnings(self, page: Page, verdict: Verdict) -> None:
        folded = verdict.quote.folded if verdict.quote is not None else ()
        if folded:
            page.line(above=10).write(self.tr("What was taken to be the same"), Style.STRONG)
            for name in folded:
                page.line(indent=12).write(f"{name}  ").write(FOLDED_HELP.get(name, ""), Style.MUTED)
        if not verdict.warnings:
            return
        page.line(above=10).write(self.tr("To keep in mind"), Style.STRONG)
        for warning in verdict.warnings:
            page.line(indent=12).write("⚠ ", colour=self._colours.warn).write(warning.message)
            if help_words := warning_help(warning.code):
                page.write(f"  {help_words}", Style.MUTED)

    def _role_of_integrity(self, outcome: IntegrityOutcome) -> str | None:
        bad = outcome in (IntegrityOutcome.MISMATCH, IntegrityOutcome.UNREADABLE)
        return self._colours.role(Role.BAD) if bad else None

    def _role_of_range(self, outcome: RangeOutcome) -> str | None:
        return self._colours.role(Role.BAD) if outcome.invalid else None


def _quieter(part: AlignedPart) -> bool:
    """Say whether a difference weighs less than a number, a sign or an operator that differs."""
    return part.weight != "strong" and part.step not in (Step.SAME, Step.MOVED)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def _pair(pair: tuple[int | None, int | None]) -> str:
    start, end = ("inside a cluster" if edge is None else edge for edge in pair)
    return f"[{start}, {end})"
