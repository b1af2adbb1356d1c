"""The lab's findings as rows of words for the Offsets tab."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from citeview.checks.lab.offsets import OffsetRow
from citeview.checks.lab.readings import Explanation
from citeview.checks.lab.subjects import Side, Subject
from citeview.gui.models.rows import Row
from citeview.gui.panes.pane import plain_tool_tip
from citeview.gui.theme import Colours
from citeview.text.characters import visible
from citeview.text.units import Unit

_LONGEST = 80


def unit_rows(rows: tuple[OffsetRow, ...], colours: Colours) -> list[Row]:
    """Return one row for each unit, the declared one marked in words and in bold."""
    return [_unit_row(row, colours) for row in rows]


def _unit_row(row: OffsetRow, colours: Colours) -> Row:
    declared = _tr(" (declared)") if row.declared else ""
    result = row.result
    if result.span is None:
        mark, colour = "✂", colours.bad
    elif row.equal:
        mark, colour = "✓", colours.good
    else:
        mark, colour = "✗", colours.bad
    units = result.units or {}
    pairs = [_pair(units.get(unit)) for unit in (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME)]
    selects = "—"
    if row.selected is not None:
        selects = f"{visible(row.before[-4:])}[{_short(row.selected)}]{visible(row.after[:4])}"
    cells = (
        f"{row.unit.label}{declared}",
        selects,
        f"{mark} {row.sentence}",
        *pairs,
        _pair(result.document),
    )
    tip = plain_tool_tip(row.sentence)
    return Row(cells, colour if row.declared or row.equal else None, bold=row.declared, tip=tip)


def reading_rows(found: Explanation) -> list[Row]:
    """Return one row for each reading that reproduces the quote, those that change least first."""
    exact = [
        Row((_capital(one.sentence), str(one.changes), _tr("exactly")), bold=number == 0 and found.best_is_unique)
        for number, one in enumerate(found.exact)
    ]
    loose = [
        Row((_capital(one.sentence), str(one.changes), _tr("apart from ") + ", ".join(one.folded)))
        for one in found.folded
    ]
    return exact + loose


def side_words(subject: Subject) -> str:
    """Return which text a subject's range counts in."""
    return _tr("Range in the source") if subject.side is Side.SOURCE else _tr("Range in the answer")


def tried_words(found: Explanation) -> str:
    """Return how many readings were tried, and what came of them."""
    if not found.tried:
        return _tr("There is no quote to try readings on.")
    words = _tr("{count} readings tried, {exact} reproduce the quote.").format(
        count=f"{found.tried:,}", exact=len(found.exact)
    )
    if found.skipped:
        words += " " + _tr("Not tried on a text of this size: ") + ", ".join(found.skipped) + "."
    return words + " " + _tr("They explain; the verdict stays.")


def _short(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST // 2]}…{shown[-_LONGEST // 2 :]}"


def _pair(pair: tuple[int | None, int | None] | None) -> str:
    if pair is None:
        return "—"
    start, end = ("·" if edge is None else str(edge) for edge in pair)
    return f"[{start}, {end})"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _tr(words: str) -> str:
    return QCoreApplication.translate("Offsets", words)
