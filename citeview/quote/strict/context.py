"""What touches a match from outside: the window of text that decides whether the match is the whole of what it says.

Looks at the token before, the token behind and what stands between, at most WINDOW code points of it. Must not look
farther: text beyond the window never changes a verdict.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from citeview.quote.strict import words
from citeview.quote.strict.bits import COMPOSITE, DASH, HARD, HYPHEN, LINE, NUMBER, ODD, PICTURE, SIGN, SPACE, UNSPACED
from citeview.quote.strict.scripts import glued_across
from citeview.quote.strict.tokens import StrictText
from citeview.quote.strict.typography import OPERATOR, class_of, is_dash
from citeview.quote.strict.units import (
    HAN_NUMERALS,
    extends_unit,
    goes_on_in_han,
    is_number_word,
    is_scale,
    is_sign_word,
    is_unit,
)
from citeview.text.units import Span

WINDOW = 256
"""Code points on each side that can change a verdict, beside the neighbour lines of a list mark."""

_GLUED = 16
_LIST_MARKS = re.compile(r"[-+*]")
_PAGE = re.compile(r"[ \t]*(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*")


@dataclass(frozen=True, slots=True)
class Touch:
    """Hold why a match is not the whole of what it says: the rule's name, the reason in words, where it touches."""

    rule: str
    reason: str
    span: Span


def touch_before(source: StrictText, first: int) -> Touch | None:
    """Say what touches token `first` from the left, if anything does that changes what a match says."""
    start = source.starts[first]
    previous = first - 1
    end = source.ends[previous] if previous >= 0 else 0
    between = source.text[max(end, start - WINDOW) : start]
    gap = source.gaps[first]
    flags = source.flags[previous] if previous >= 0 else 0
    where = Span(source.starts[previous] if previous >= 0 else max(0, start - 1), start)
    if flags & ODD and not between:
        return _odd(source, previous)
    if not between and previous >= 0 and class_of(source.written(previous)[-1]) == "M" and flags & (SIGN | PICTURE):
        return Touch("context: touches a mark", "a combining mark stands in front of the quote's first word", where)
    if source.flags[first] & (NUMBER | SIGN):
        bare = between.rstrip()
        sign = _visible_end(bare) if gap & (DASH | HYPHEN) else " "
        if is_dash(sign):
            return Touch("context: touches a sign", "a dash or minus sign stands in front of the number", where)
        if class_of(sign) == OPERATOR:
            return Touch("context: touches an operator", f"“{sign}” stands in front of the number", where)
        if previous < 0:
            return None
        if _blank(between):
            if flags & (NUMBER | SIGN):
                if (gap & HARD and _is_page_number(source, previous)) or _is_identifier(source, previous):
                    return None
                return _numeric_touch(source, previous, where, "in front of")
            if flags & UNSPACED and not gap & SPACE:
                return Touch(
                    "context: glued to a script without spaces",
                    "the number is glued to the characters in front of it",
                    where,
                )
            if class_of(source.written(previous)[-1]) in "ohr":
                return _numeric_touch(source, previous, where, "in front of")
            if not flags & UNSPACED and is_sign_word(source.written(previous)):
                return Touch(
                    "context: a sign in words", f"“{source.written(previous)}” stands in front of the number", where
                )
        return None
    if previous < 0:
        return None
    if not between and flags & SIGN and _makes_names(source.written(previous)):
        return Touch(
            "context: touches a symbol", f"“{source.written(previous)}” is glued to the quote's first word", where
        )
    word, before = source.written(first), source.written(previous)
    if _blank(between) and (
        (is_scale(word) and flags & NUMBER and not flags & COMPOSITE)
        or (is_number_word(word) and is_number_word(before))
    ):
        return Touch("context: part of a longer number", f"the number “{before} {word}” begins before the quote", where)
    if flags & UNSPACED and glued_across(gap) and goes_on_in_han(before, word):
        return Touch("context: part of a longer number", f"the number goes on before “{word}”", where)
    if gap & HYPHEN and gap & LINE:
        return Touch("context: inside a broken word", "the quote begins behind a hyphen at a line end", where)
    if gap & HYPHEN and not gap & SPACE and source.written(previous).lower() in words.NEGATING_PREFIXES:
        return Touch(
            "context: inside a compound",
            f"the quote begins inside “{source.text[where.start : source.ends[first]]}”",
            where,
        )
    return None


def inside_longer_number(source: StrictText, first: int, last: int) -> Touch | None:
    """Say whether a number at an end of the match goes on outside it without a space: `1/2→3`, `(555)123-4567`."""
    for inner, step in ((first, -1), (last, 1)):
        outer = inner + step
        if not 0 <= outer < len(source) or source.gaps[max(inner, outer)] & SPACE:
            continue
        outside = range(outer, -1, -1) if step < 0 else range(outer, len(source))
        inside = range(inner, last + 1) if step < 0 else range(inner, first - 1, -1)
        beside_unspaced = source.flags[outer] & UNSPACED
        if _reaches(source, inside, NUMBER) and _reaches(
            source, outside, NUMBER | (0 if beside_unspaced else UNSPACED)
        ):
            where = source.span(min(inner, outer), max(inner, outer))
            return Touch("context: part of a longer number", "the number goes on outside the quote", where)
    return None


def _reaches(source: StrictText, way: range, wanted: int) -> bool:
    """Say whether a wanted token stands at the beginning of a way or is reached over glued signs and pictures."""
    for index in way[:_GLUED]:
        if source.flags[index] & wanted:
            return True
        if not source.flags[index] & (SIGN | PICTURE):
            return False
        beyond = index + way.step
        if not 0 <= beyond < len(source) or source.gaps[max(index, beyond)] & SPACE:
            return False
    return False


def touch_after(source: StrictText, last: int) -> Touch | None:
    """Say what touches token `last` from the right, if anything does that changes what a match says."""
    text = source.text
    end = source.ends[last]
    following = last + 1
    inside = following < len(source)
    start = source.starts[following] if inside else len(text)
    between = text[end : min(start, end + WINDOW)]
    gap = source.gaps[following] if inside else 0
    flags = source.flags[following] if inside else 0
    where = Span(end, source.ends[following] if inside else min(len(text), end + 1))
    if flags & ODD and not between:
        return _odd(source, following)
    if not between and inside and class_of(source.written(last)[-1]) == "M" and source.flags[last] & (SIGN | PICTURE):
        return Touch("context: touches a mark", "a combining mark at the quote's end belongs to the next word", where)
    if source.flags[last] & (NUMBER | SIGN):
        if between[:1] in ("’", "”") and source.flags[last] & NUMBER and not _opened(text, end, between[0]):
            return Touch("context: a mark of feet or inches", f"“{between[0]}” stands right behind the number", where)
        if between and is_dash(between[0]):
            return Touch("context: touches a dash", "a dash is glued to the number", where)
        if not inside:
            return None
        if gap & (DASH | HYPHEN) and flags & (NUMBER | SIGN):
            return Touch("context: a range", "a dash and another number stand behind the number", where)
        if _blank(between):
            if flags & (NUMBER | SIGN):
                if gap & HARD and _is_page_number(source, following):
                    return None
                if _is_identifier(source, following):
                    return None
                return _numeric_touch(source, following, where, "behind")
            if flags & UNSPACED:
                return Touch(
                    "context: a unit may follow",
                    "a character that may be a unit or a scale stands behind the number",
                    where,
                )
            word = source.written(following)
            if class_of(word[0]) in "ohr":
                return _numeric_touch(source, following, where, "behind")
            if source.flags[last] & NUMBER and (is_unit(word) or extends_unit(word)):
                return Touch("context: a unit follows", f"the unit or scale “{word}” stands behind the number", where)
        return None
    if not inside:
        return None
    word = source.written(last)
    if not between and flags & SIGN and _makes_names(source.written(following)):
        return Touch(
            "context: touches a symbol", f"“{source.written(following)}” is glued to the quote's last word", where
        )
    more = source.written(following)
    if _blank(between) and is_number_word(word) and (is_number_word(more) or is_scale(more)):
        return Touch("context: part of a longer number", f"the number “{word} {more}” goes on behind the quote", where)
    # What goes on behind a numeral is the number or its unit.
    if word in HAN_NUMERALS and flags & UNSPACED and glued_across(gap):
        return Touch("context: part of a longer number", f"the number goes on behind “{word}”", where)
    measured = last > 0 and source.flags[last - 1] & (NUMBER | SIGN) and is_unit(word)
    if (
        measured
        and _blank(between)
        and not flags & UNSPACED
        and (flags & SIGN or extends_unit(more) or (is_scale(word) and is_scale(more)))
    ):
        return Touch("context: the unit goes on", f"“{more}” makes another unit of “{word}”", where)
    if gap & HYPHEN and gap & LINE:
        return Touch("context: inside a broken word", "the quote ends at a hyphen at a line end", where)
    if gap & HYPHEN and not gap & SPACE and source.written(following).lower() in words.NEGATING_SUFFIXES:
        return Touch(
            "context: inside a compound",
            f"the quote ends inside “{text[source.starts[last] : source.ends[following]]}”",
            where,
        )
    return None


def in_brackets(source: StrictText, first: int, last: int, quote: StrictText) -> Touch | None:
    """Say whether the match is an amount in brackets, which may be negative, and the quote shows no bracket."""
    if not source.flags[first] & (NUMBER | SIGN):
        return None
    start, end = source.starts[first], source.ends[last]
    before = source.text[max(0, start - WINDOW) : start].rstrip()
    behind = source.text[end : end + WINDOW].lstrip()
    if not before or not behind or class_of(before[-1]) != "(" or class_of(behind[0]) != ")":
        return None
    for index in range(first, last + 1):
        if not source.flags[index] & (NUMBER | SIGN) and not is_unit(source.written(index)):
            return None
    opening = quote.text[: quote.starts[0]].rstrip()
    if opening and class_of(opening[-1]) == "(":
        return None
    return Touch(
        "context: an amount in brackets",
        "the number stands in brackets, which can mean a negative amount",
        Span(start - 1, end + 1),
    )


def allowances(source: StrictText, first: int, last: int) -> list[str]:
    """Name the rules by which what stands beside a number is not taken for a part of it: list marks, page numbers."""
    names = []
    gap = source.text[source.ends[first - 1] if first else 0 : source.starts[first]][-WINDOW:]
    if source.gaps[first] & HARD and _LIST_MARKS.search(gap):
        names.append("list mark")
    for index, beside in ((first, first - 1), (last + 1, last + 1)):
        if 0 <= beside < len(source) and source.gaps[index] & HARD and source.flags[beside] & (NUMBER | SIGN):
            names.append("page number")
    return names


def choose(matches: tuple[Span, ...], source_text: str, prefix: str | None, suffix: str | None) -> tuple[Span, ...]:
    """Return the matches that stand behind `prefix` and in front of `suffix`, all of them where neither is given.

    White space and the shape of quotation marks do not matter, and a prefix may begin (a suffix end) inside a word, as
    selectors are cut to a length. Where no match fits, the result is empty: a record that contradicts the source
    chooses nothing, and never "the first". Spans are code points of `source_text`.
    """
    before, after = _bare(prefix or ""), _bare(suffix or "")
    if not before and not after:
        return matches
    chosen = []
    for match in matches:
        left = _bare(source_text[max(0, match.start - 4 * len(before) - 64) : match.start])
        right = _bare(source_text[match.end : match.end + 4 * len(after) + 64])
        # The quote may carry marks that the match does not: a full stop, a quotation mark.
        if _meets(left[::-1], before[::-1]) and _meets(right, after):
            chosen.append(match)
    return tuple(chosen)


def _meets(found: str, wanted: str) -> bool:
    if found.startswith(wanted):
        return True
    trimmed = found.lstrip("\"'.,;:?!()[]")
    return len(found) - len(trimmed) <= 4 and trimmed.startswith(wanted.lstrip("\"'.,;:?!()[]"))


def _bare(text: str) -> str:
    folded = unicodedata.normalize("NFC", text)
    for marks, plain in (("“”„‟«»", '"'), ("‘’‚‛‹›", "'")):
        for mark in marks:
            folded = folded.replace(mark, plain)
    return "".join(character for character in folded if not character.isspace() and class_of(character) not in "ic")


def _numeric_touch(source: StrictText, index: int, where: Span, side: str) -> Touch:
    written = source.written(index)
    if source.flags[index] & SIGN:
        kind = "a sign" if len(written) == 1 and is_dash(written) else "an operator, unit or symbol"
        return Touch(f"context: touches {kind}", f"“{written}” stands {side} the number", where)
    return Touch("context: touches a number", f"the number “{written}” stands {side} the number", where)


def _odd(source: StrictText, index: int) -> Touch:
    where = Span(source.starts[index], source.ends[index])
    if class_of(source.written(index)[0]) == "x":
        return Touch("damaged text", "a damaged character is glued to the passage", where)
    return Touch("newer than the tables", "a character newer than the tables", where)


def _visible_end(text: str) -> str:
    for character in reversed(text):
        if class_of(character) not in "icJV ":
            return character
    return " "


def _blank(between: str) -> bool:
    return not between or between.isspace() or all(class_of(character) in " icJVT" for character in between)


def _is_identifier(source: StrictText, index: int) -> bool:
    """Say whether a token with digits begins with a letter: `word6`, `B12`. It is a name and no amount."""
    return source.flags[index] & (NUMBER | COMPOSITE) == NUMBER and class_of(source.written(index)[0]) == "L"


def _makes_names(written: str) -> bool:
    return any(class_of(character) == OPERATOR for character in written)


def _opened(text: str, end: int, closing: str) -> bool:
    """Say whether a curled quotation mark is open at `end`, in the same paragraph and window."""
    window = text[max(0, end - WINDOW) : end]
    paragraph = _PAGE.split(window)[-1]
    opening = "“" if closing == "”" else "‘"
    return paragraph.rfind(opening) > paragraph.rfind(closing)


def _is_page_number(source: StrictText, index: int) -> bool:
    """Say whether a bare number stands on a line of its own between blank lines or the ends of the text."""
    text, start, end = source.text, source.starts[index], source.ends[index]
    if source.flags[index] & SIGN or not source.written(index).isdigit():
        return False
    before = text[max(0, start - WINDOW) : start]
    after = text[end : end + WINDOW]
    return _blank_lines(before[::-1], at_end=start <= WINDOW) and _blank_lines(after, at_end=end + WINDOW >= len(text))


def _blank_lines(text: str, *, at_end: bool) -> bool:
    stripped = text.lstrip()
    if not stripped:
        return at_end
    space = text[: len(text) - len(stripped)]
    return space.count("\n") >= 2 or space.count("\r") >= 2
