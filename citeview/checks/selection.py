"""Does the text that a range selects equal the declared quote, character for character?

Where it does not, the foldings below are tried one after the other; each that was needed is named. They are typography:
none of them touches a digit, a sign, a word or the order of anything. This check alone never passes a quote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from citeview.checks.verdict import SelectionOutcome, SelectionResult
from citeview.records.selectors import QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Span

NOT_APPLICABLE = SelectionResult(SelectionOutcome.NOT_APPLICABLE)

_QUOTATION_MARKS = dict.fromkeys("“”„‟«»＂〝〞", '"') | dict.fromkeys("‘’‚‛‹›＇", "'")
_INVISIBLE = re.compile("(?<=[^\\W\\d_])[\u00ad\u200b\u2060\ufeff\u200e\u200f]+(?=[^\\W\\d_])")
_SPACE = "[\\s\ufeff]"


def _fold_normal_form(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _fold_invisible(text: str) -> str:
    return _INVISIBLE.sub("", text)


def _fold_quotation_marks(text: str) -> str:
    return text.translate({ord(mark): plain for mark, plain in _QUOTATION_MARKS.items()})


def _fold_hyphens(text: str) -> str:
    # A hyphen beside a digit may be a sign or a range, so it stays as written.
    return re.sub("(?<!\\d)[\u2010\u2011](?!\\d)", "-", text)


def _fold_ellipsis(text: str) -> str:
    return text.replace("…", "...")


def _fold_space(text: str) -> str:
    return re.sub(f"{_SPACE}+", " ", text)


def _fold_ends(text: str) -> str:
    return text.strip(" \"'")


FOLDINGS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("Unicode normal form (NFC)", _fold_normal_form),
    ("invisible characters inside words", _fold_invisible),
    ("quotation marks", _fold_quotation_marks),
    ("hyphen characters", _fold_hyphens),
    ("ellipsis", _fold_ellipsis),
    ("white space", _fold_space),
    ("white space or quotation marks at the ends", _fold_ends),
    ("letter case", str.lower),
)


def check_selection(span: Span | None, text: Representation | None, quote: QuoteSelector | None) -> SelectionResult:
    """Compare what `span` (code points of `text`) selects with `quote`, and name every folding that equality needed."""
    if span is None or text is None:
        return NOT_APPLICABLE
    selected = text.text[span.start : span.end]
    if quote is None:
        return SelectionResult(SelectionOutcome.NO_QUOTE, selected)
    if selected == quote.exact:
        return SelectionResult(SelectionOutcome.EQUAL, selected)
    differences = folded_differences(selected, quote.exact)
    if differences is None:
        return SelectionResult(SelectionOutcome.DIFFERS, selected)
    return SelectionResult(SelectionOutcome.EQUAL_FOLDED, selected, differences)


def folded_differences(one: str, other: str) -> tuple[str, ...] | None:
    """Return the names of the foldings that make two texts equal, or None where none of them does.

    An empty text equals nothing but an empty text: folding everything away would make white space pass a quote.
    """
    # Texts that differ much in length cannot fold to the same; this also bounds the work on a hostile range.
    if not one or not other or max(len(one), len(other)) > 4 * min(len(one), len(other)) + 64:
        return None
    applied: list[tuple[str, Callable[[str], str]]] = []
    folded_one, folded_other = one, other
    for folding in FOLDINGS:
        folded_one, folded_other = folding[1](folded_one), folding[1](folded_other)
        applied.append(folding)
        if folded_one == folded_other:
            return _necessary(one, other, applied) if folded_one else None
    return None


def _necessary(one: str, other: str, applied: list[tuple[str, Callable[[str], str]]]) -> tuple[str, ...]:
    """Leave out every folding without which the texts are equal all the same: only real differences are named."""
    for folding in tuple(applied):
        rest = [other_folding for other_folding in applied if other_folding is not folding]
        left, right = one, other
        for _, fold in rest:
            left, right = fold(left), fold(right)
        if left == right:
            applied = rest
    return tuple(name for name, _ in applied)
