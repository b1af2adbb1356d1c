"""The headline table, to the letter, and what leads to each of its rows."""

from __future__ import annotations

from typing import Any

import pytest

from citeview.checks.verdict import HEADLINES, Headline, IntegrityOutcome, RangeOutcome, Role, SelectionOutcome, Verdict
from citeview.session import open_export

TEXT = (
    "READY or not. A cache hit ratio of 90 percent means the origin serves only 1 request in 10. The server said READY."
)


def verdict_of(path: Any, rules: str = "tok-nfkc-lower@2") -> Verdict:
    with open_export(path, rules=rules) as session:
        assert len(session) == 1
        return session.verdict(0)


@pytest.fixture
def judge(build: Any) -> Any:
    def run(source: str, quote: str | None, declared: Any = None, **fields: Any) -> Verdict:
        return verdict_of(build.case(source, quote, declared, **fields))

    return run


LABELS = {
    "found": ("Quote found", "✓", "good"),
    "range-disagrees": ("Range does not select the quote", "↔", "bad"),
    "range-invalid": ("Range is invalid: {which}", "✂", "bad"),
    "found-with-edits": ("Quote found with edits:", "≋", "warn"),
    "closest": ("Closest passage in the source:", "≈", "warn"),
    "absent": ("The cited source does not contain this quote.", "✗", "bad"),
    "could-not-check": ("Could not check the source. {reason}", "?", "neutral"),
    "quote-not-checkable": ("Could not check this quote: {reason}", "?", "neutral"),
    "range-only": ("Range selects this text; there is no quote to compare", "▭", "neutral"),
    "no-range": ("No range supplied", "∅", "neutral"),
}


def test_the_table_is_the_designs_to_the_letter() -> None:
    assert {h.value: (row.label, row.mark, row.role.value) for h, row in HEADLINES.items()} == LABELS


def test_only_found_is_green_and_ticked() -> None:
    good = [headline for headline, row in HEADLINES.items() if row.role is Role.GOOD or row.mark == "✓"]
    assert good == [Headline.FOUND]


@pytest.mark.parametrize(
    ("quote", "declared", "headline", "label"),
    [
        ("the origin serves only 1 request in 10", None, "found", "Quote found"),
        ("READY", None, "found", "Quote found ×2"),
        ("READY", {"unit": "codepoint", "start": 108, "end": 113}, "found", "Quote found ×2"),
        (
            "READY",
            {"unit": "codepoint", "start": 107, "end": 112},
            "range-disagrees",
            "Range does not select the quote",
        ),
        ("READY", {"unit": "codepoint", "start": 5, "end": 5}, "range-disagrees", "Range does not select the quote"),
        ("READY", {"unit": "codepoint", "start": 0, "end": 999}, "range-invalid", "Range is invalid: out of bounds"),
        ("READY", {"unit": "codepoint", "start": -1, "end": 3}, "range-invalid", "Range is invalid: out of bounds"),
        ("READY", {"unit": "codepoint", "start": 5, "end": 0}, "range-invalid", "Range is invalid: reversed"),
        (
            "READY",
            {"unit": "codepoint", "start": True, "end": 5},
            "range-invalid",
            "Range is invalid: not a whole number",
        ),
        (
            "READY",
            {"unit": "codepoint", "start": 0, "end": 5.0},
            "range-invalid",
            "Range is invalid: not a whole number",
        ),
        (
            "READY",
            {"unit": "codepoint", "start": "0", "end": "5"},
            "range-invalid",
            "Range is invalid: not a whole number",
        ),
        ("READY", {"unit": "codepoint", "end": 5}, "range-invalid", "Range is invalid: not a whole number"),
        (
            "READY",
            {"unit": "codepoint", "start": 10**30, "end": 10**31},
            "range-invalid",
            "Range is invalid: out of bounds",
        ),
        ("the origin serves only 2 request in 10", None, "closest", "Closest passage in the source:"),
        ("Linus", None, "absent", "The cited source does not contain this quote."),
        ("", None, "quote-not-checkable", "Could not check this quote: empty quote"),
        (
            None,
            {"unit": "codepoint", "start": 0, "end": 5},
            "range-only",
            "Range selects this text; there is no quote to compare",
        ),
        (
            None,
            {"unit": "codepoint", "start": 5, "end": 5},
            "range-only",
            "Range selects this text; there is no quote to compare",
        ),
        (None, None, "no-range", "No range supplied"),
    ],
)
def test_each_row_is_reached(judge: Any, quote: str | None, declared: Any, headline: str, label: str) -> None:
    verdict = judge(TEXT, quote, declared)
    assert (verdict.headline, verdict.label) == (headline, label)


def test_a_range_that_cuts_a_character_names_it_and_both_neighbours(judge: Any) -> None:
    verdict = judge("A😀B.", "B", {"unit": "utf8", "start": 2, "end": 6})
    assert verdict.label == "Range is invalid: cuts a character"
    assert (verdict.range.boundary, verdict.range.nearest, verdict.range.cuts) == ("start", (1, 5), "😀")


def test_an_undeclared_unit_is_never_a_pass(judge: Any) -> None:
    for unit in ({}, {"unit": None}, {"unit": "bananas"}, {"unit": "UTF-8"}):
        verdict = judge(TEXT, "READY", {"start": 0, "end": 5, **unit})
        assert verdict.headline is Headline.COULD_NOT_CHECK
        assert verdict.range.outcome is RangeOutcome.UNIT_NOT_DECLARED
        assert "✓" not in verdict.row.mark


def test_a_quote_that_stands_elsewhere_does_not_pass_a_range(judge: Any) -> None:
    verdict = judge(TEXT, "the origin serves only 1 request in 10", {"unit": "codepoint", "start": 0, "end": 38})
    assert verdict.headline is Headline.RANGE_DISAGREES
    assert verdict.quote is not None
    assert [tuple(match) for match in verdict.quote.matches] == [(52, 90)]
    assert verdict.highlight == (0, 38), "the declared range is what is shown; nothing jumps"


@pytest.mark.parametrize(
    ("source", "quote", "start", "end", "differences"),
    [
        ("The grass is green. The sky", "The grass is green.", 0, 20, ("white space or quotation marks at the ends",)),
        ("A dose of 5\u00a0mg was given.", "5 mg", 10, 14, ("white space",)),
        ("cafe\u0301 x nai\u0308ve y", "na\u00efve", 8, 14, ("Unicode normal form (NFC)",)),
        ("he said “so” twice", 'said "so" twice', 3, 18, ("quotation marks",)),
        ("READY", "ready", 0, 5, ("letter case",)),
    ],
)
def test_folded_typography_is_named(
    judge: Any, source: str, quote: str, start: int, end: int, differences: tuple[str, ...]
) -> None:
    verdict = judge(source, quote, {"unit": "codepoint", "start": start, "end": end})
    assert verdict.selection.outcome is SelectionOutcome.EQUAL_FOLDED
    assert verdict.selection.differences == differences
    assert verdict.headline is Headline.FOUND
    assert "folded" in {warning.code for warning in verdict.warnings}


def test_an_end_that_is_one_short_disagrees_even_where_only_a_full_stop_is_lost(judge: Any) -> None:
    verdict = judge("Rome is old. It has ruins.", "Rome is old.", {"unit": "codepoint", "start": 0, "end": 11})
    assert verdict.headline is Headline.RANGE_DISAGREES


def test_punctuation_inside_the_run_does_not_make_the_range_disagree(judge: Any) -> None:
    verdict = judge("It was cold, wet and late.", "cold wet and late", {"unit": "codepoint", "start": 7, "end": 25})
    assert verdict.selection.outcome is SelectionOutcome.DIFFERS
    assert verdict.headline is Headline.FOUND


def test_half_a_word_that_the_range_selects_is_neither_passed_nor_called_absent(judge: Any) -> None:
    verdict = judge("caches keep copies", "ache", {"unit": "codepoint", "start": 1, "end": 5})
    assert verdict.headline is Headline.QUOTE_NOT_CHECKABLE


class TestIntegrity:
    def test_both_digests_agree(self, judge: Any) -> None:
        assert judge(TEXT, "READY").integrity.outcome is IntegrityOutcome.VERIFIED

    @pytest.mark.parametrize("part", ["raw", "text"])
    def test_a_digest_that_disagrees_stops_the_check(self, build: Any, part: str) -> None:
        snapshot = build.snapshot(TEXT)
        hashes = {"raw": snapshot.snapshot_id, "text": build.digest(TEXT)} | {part: build.digest("other")}
        verdict = verdict_of(
            build.bundle([build.record(source=snapshot, quote="READY", hashes=hashes)], snapshots=[snapshot])
        )
        assert verdict.integrity.outcome is IntegrityOutcome.MISMATCH
        assert verdict.headline is Headline.COULD_NOT_CHECK
        assert verdict.quote is None

    def test_an_edited_text_is_noticed_without_help_from_the_record(self, build: Any) -> None:
        snapshot = build.snapshot(TEXT)
        folder = build.bundle([build.record(source=snapshot, quote="READY", hashes=None)], snapshots=[snapshot])
        text = build.snapshot_folder(folder / "snapshots", snapshot.snapshot_id) / "text"
        text.write_text(TEXT.replace("not", "now"), encoding="utf-8")
        assert verdict_of(folder).integrity.outcome is IntegrityOutcome.MISMATCH

    def test_a_missing_snapshot_could_not_be_checked(self, build: Any) -> None:
        verdict = verdict_of(build.bundle([build.record(source=TEXT, quote="READY")]))
        assert verdict.integrity.outcome is IntegrityOutcome.SNAPSHOT_MISSING
        assert verdict.label.startswith("Could not check the source. ")

    def test_digests_that_nobody_recorded_are_said_to_be_missing(self, build: Any) -> None:
        snapshot = build.snapshot(TEXT, hashes=None)
        verdict = verdict_of(
            build.bundle([build.record(source=snapshot, quote="READY", hashes=None)], snapshots=[snapshot])
        )
        assert verdict.integrity.outcome is IntegrityOutcome.NOT_RECORDED
        assert "digest-not-recorded" in {warning.code for warning in verdict.warnings}


class TestAnswerSide:
    ANSWER = "A🚀 the fox is quick."

    def verdict(self, build: Any, **fields: Any) -> Verdict:
        record = build.record(url="https://example.com", answerId="a-1", **fields)
        return verdict_of(build.bundle([record], [build.answer(self.ANSWER)]))

    def test_a_range_in_the_answer_alone_is_range_only(self, build: Any) -> None:
        verdict = self.verdict(build, answerSelector={"position": {"unit": "utf16", "start": 4, "end": 11}})
        assert verdict.headline is Headline.RANGE_ONLY
        assert verdict.answer_selection.text == "the fox"
        assert verdict.range.outcome is RangeOutcome.NOT_SUPPLIED

    def test_a_range_that_is_none_of_the_answer_is_invalid(self, build: Any) -> None:
        verdict = self.verdict(build, answerSelector={"position": {"unit": "utf16", "start": 2, "end": 11}})
        assert verdict.label == "Range is invalid: cuts a character"

    def test_words_of_the_answer_that_the_range_misses_disagree(self, build: Any) -> None:
        selector = {"position": {"unit": "codepoint", "start": 2, "end": 9}, "quote": {"exact": "the fox"}}
        assert self.verdict(build, answerSelector=selector).headline is Headline.RANGE_DISAGREES

    def test_equal_words_of_the_answer_are_no_pass_of_the_source(self, build: Any) -> None:
        selector = {"position": {"unit": "codepoint", "start": 3, "end": 10}, "quote": {"exact": "the fox"}}
        verdict = self.verdict(build, answerSelector=selector)
        assert verdict.answer_selection.outcome is SelectionOutcome.EQUAL
        assert verdict.headline is Headline.RANGE_ONLY

    def test_a_url_alone_has_no_range(self, build: Any) -> None:
        assert self.verdict(build).headline is Headline.NO_RANGE


class TestChunk:
    SOURCE = "😀 intro. The chunk says READY now. Tail READY."
    CHUNK = "The chunk says READY now."

    def verdict(self, build: Any, start: int, end: int, origin: Any, chunk: str = CHUNK) -> Verdict:
        return verdict_of(
            build.case(
                self.SOURCE,
                "READY",
                {"unit": "codepoint", "start": start, "end": end},
                chunk={"id": "k", "text": chunk, "origin": origin},
            )
        )

    def test_a_range_is_resolved_in_the_chunk_and_moved(self, build: Any) -> None:
        verdict = self.verdict(build, 15, 20, {"unit": "utf16", "offset": 10})
        assert verdict.headline is Headline.FOUND
        assert verdict.range.span == (24, 29)

    @pytest.mark.parametrize("offset", [0, 9, 11, 400, 1])
    def test_a_chunk_that_is_not_at_its_origin_invalidates_the_range(self, build: Any, offset: int) -> None:
        verdict = self.verdict(build, 15, 20, {"unit": "utf16", "offset": offset})
        assert verdict.label == "Range is invalid: chunk not at its origin"

    def test_an_origin_without_a_unit_is_not_guessed(self, build: Any) -> None:
        assert self.verdict(build, 15, 20, 10).range.outcome is RangeOutcome.UNIT_NOT_DECLARED

    def test_a_range_past_the_chunk_is_out_of_bounds_although_the_source_goes_on(self, build: Any) -> None:
        verdict = self.verdict(build, 15, 40, {"unit": "utf16", "offset": 10})
        assert verdict.range.outcome is RangeOutcome.OUT_OF_BOUNDS


@pytest.mark.parametrize(
    ("convention", "start", "end"),
    [("exclusive", 4, 13), ("inclusive", 4, 12), ("length", 4, 9)],
)
def test_a_declared_end_convention_is_followed(judge: Any, convention: str, start: int, end: int) -> None:
    declared = {"unit": "codepoint", "start": start, "end": end, "endConvention": convention}
    assert judge("one two three four", "two three", declared).headline is Headline.FOUND


def test_a_declared_origin_is_followed(judge: Any) -> None:
    declared = {"unit": "codepoint", "start": 5, "end": 14, "origin": 1}
    assert judge("one two three four", "two three", declared).headline is Headline.FOUND


def test_claimed_matches_are_compared_and_not_believed(judge: Any) -> None:
    verdict = judge(TEXT, "READY", matches=1)
    assert verdict.label == "Quote found ×2"
    assert "matches-differ" in {warning.code for warning in verdict.warnings}


def test_a_boundary_inside_a_cluster_keeps_the_span_and_warns(judge: Any) -> None:
    verdict = judge("nai\u0308ve words", None, {"unit": "codepoint", "start": 0, "end": 3})
    assert verdict.range.outcome is RangeOutcome.VALID
    assert verdict.range.units is not None
    assert verdict.range.units["grapheme"] == (0, None)  # type: ignore[index]
    assert "cuts-grapheme" in {warning.code for warning in verdict.warnings}


class TestContext:
    TEXT = "First READY here. Then READY there."

    def verdict(self, build: Any, **around: str) -> Verdict:
        snapshot = build.snapshot(self.TEXT)
        selector = {"quote": {"exact": "READY", **around}}
        return verdict_of(build.bundle([build.record(source=snapshot, selector=selector)], snapshots=[snapshot]))

    def test_prefix_and_suffix_choose_among_several_places(self, build: Any) -> None:
        assert [tuple(match) for match in self.verdict(build, prefix="Then ").chosen] == [(23, 28)]
        assert [tuple(match) for match in self.verdict(build, suffix=" here").chosen] == [(6, 11)]
        assert self.verdict(build, prefix="Then ").highlight == (23, 28)

    def test_without_them_no_place_is_the_place(self, build: Any) -> None:
        assert len(self.verdict(build).chosen) == 2

    def test_context_that_fits_nowhere_chooses_nothing_and_warns(self, build: Any) -> None:
        verdict = self.verdict(build, prefix="Never ")
        assert verdict.chosen == ()
        assert verdict.headline is Headline.FOUND
        assert "context-differs" in {warning.code for warning in verdict.warnings}
