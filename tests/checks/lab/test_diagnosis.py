"""The whole export: a known corruption must come out on top."""

from __future__ import annotations

import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.checks.lab.diagnosis import Diagnosis, RangeState, diagnose
from citeview.checks.lab.subjects import Subject, Subjects
from citeview.checks.lab.tally import bits_of, numbers_of
from citeview.cli.main import main
from citeview.session import open_export

WORDS = [
    "the",
    "origin",
    "serves",
    "one",
    "request",
    "café",
    "🚀",
    "日本",
    "data",
    "edge",
    "😀",
    "hit",
    "ratio",
    "**bold**",
    "&amp;",
    "naïve",
]


def source_text(rng: random.Random, words: list[str] = WORDS, lines: int = 12) -> str:
    return "\r\n".join(" ".join(rng.choice(words) for _ in range(8)) for _ in range(lines))


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def counted(unit: str, text: str, start: int, end: int) -> tuple[int, int]:
    length: Callable[[str], int] = {"codepoint": len, "utf16": utf16, "utf8": lambda part: len(part.encode())}[unit]
    return length(text[:start]), length(text[:end])


def run(subjects: Iterator[Subject] | list[Subject], **more: Any) -> Diagnosis:
    return diagnose(subjects, importer="test", citations=1_000, **more)


def words_of(rng: random.Random, text: str) -> tuple[int, int]:
    """Choose some whole words in the second half of a text."""
    found = [word.span() for word in re.finditer(r"\S+", text)]
    first = rng.randrange(len(found) // 2, len(found) - 6)
    return found[first][0], found[first + 5][1]


def corrupted(
    subject: Any,
    declare: str,
    corrupt: Callable[[str, int, int], tuple[int, int]],
    *,
    seed: int,
    ranges: int = 60,
    right: int = 6,
) -> list[Subject]:
    """Return ranges that declare one unit and count in another way, and a few that count as declared."""
    rng = random.Random(seed)  # noqa: S311  # the same on every run
    subjects = []
    text = ""
    for index in range(ranges):
        if index % 15 == 0:
            text = source_text(rng)
        start, end = words_of(rng, text)
        quote = text[start:end]
        numbers = counted(declare, text, start, end) if index < right else corrupt(text, start, end)
        name = f"source {index // 15}"
        subjects.append(subject(text, quote, *numbers, declare, index=index, source_id=name, source_name=name))
    return subjects


def lf(text: str, start: int, end: int) -> tuple[int, int]:
    return len(text[:start].replace("\r\n", "\n")), len(text[:end].replace("\r\n", "\n"))


def nfd(text: str, start: int, end: int) -> tuple[int, int]:
    return len(unicodedata.normalize("NFD", text[:start])), len(unicodedata.normalize("NFD", text[:end]))


def decoded(text: str, start: int, end: int) -> tuple[int, int]:
    return len(text[:start].replace("&amp;", "&")), len(text[:end].replace("&amp;", "&"))


CORRUPTIONS: dict[str, tuple[str, Callable[[str, int, int], tuple[int, int]], str]] = {
    "code points as UTF-16": ("utf16", lambda text, start, end: (start, end), "read as code points"),
    "UTF-16 as code points": ("codepoint", lambda *at: counted("utf16", *at), "read as UTF-16 units"),
    "bytes as code points": ("codepoint", lambda *at: counted("utf8", *at), "read as UTF-8 bytes"),
    "bytes as UTF-16": ("utf16", lambda *at: counted("utf8", *at), "read as UTF-8 bytes"),
    "from 1": ("codepoint", lambda _, start, end: (start + 1, end + 1), "read as code points, counted from 1"),
    "inclusive": ("codepoint", lambda _, start, end: (start, end - 1), "read as code points, with the end included"),
    "from 1, inclusive": (
        "codepoint",
        lambda _, start, end: (start + 1, end),
        "read as code points, counted from 1 and with the end included",
    ),
    "length": (
        "codepoint",
        lambda _, start, end: (start, end - start),
        "read as code points, with the second number as a length",
    ),
    "LF": ("codepoint", lf, "read as code points on the text after CR LF became LF"),
    "NFD": ("codepoint", nfd, "read as code points on the text in Unicode normal form NFD"),
    "entities": ("codepoint", decoded, "read as code points on the text after HTML entities were decoded"),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_known_corruption_is_named_first(subject: Any, name: str, seed: int) -> None:
    declare, corrupt, sentence = CORRUPTIONS[name]
    diagnosis = run(corrupted(subject, declare, corrupt, seed=seed))
    first = diagnosis.readings[0]
    assert diagnosis.failing >= 30
    assert first.sentence == sentence
    assert first.explains == diagnosis.failing
    assert diagnosis.unexplained == ()
    said = f"All {diagnosis.failing} failing ranges of 60 select their quotes if {sentence}; no other single reading"
    assert diagnosis.sentence.startswith(said)
    assert all(row.explains <= first.explains for row in diagnosis.readings)
    assert sum(row.adds for row in diagnosis.readings) == diagnosis.failing


CAUSES = {
    "constant": (lambda text, start: 7, "every start and end is 7 too large"),
    "line": (lambda text, start: 2 * text.count("\n", 0, start), "+2 per line end before the span"),
    "non-bmp": (
        lambda text, start: 3 * sum(character > "\uffff" for character in text[:start]),
        "+3 per emoji before the span",
    ),
    "entity": (lambda text, start: -2 * text.count("&amp;", 0, start), "−2 per HTML entity before the span"),
    "markdown": (lambda text, start: 5 * text.count("**", 0, start), "+5 per Markdown marker before the span"),
    "non-ascii": (
        lambda text, start: 4 * sum(character > "\x7f" for character in text[:start]) + 1,
        "+4 per non-ASCII character before the span and +1 everywhere",
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_a_shift_that_no_reading_explains_is_fitted(subject: Any, name: str) -> None:
    shift, sentence = CAUSES[name]

    def corrupt(text: str, start: int, end: int) -> tuple[int, int]:
        return start + shift(text, start), end + shift(text, start)

    rng = random.Random(5)  # noqa: S311  # the same on every run
    subjects = []
    for index in range(14):
        text = source_text(rng, [*WORDS, "plain", "words"])
        start = rng.randrange(len(text) // 3, len(text) // 2)
        start += not shift(text, start)
        quote = text[start : start + 30]
        subjects.append(subject(text, quote, *corrupt(text, start, start + 30), index=index))
    diagnosis = run(subjects)
    assert diagnosis.causes[0].feature == name
    assert diagnosis.causes[0].sentence == f"{sentence}, {diagnosis.failing} of {diagnosis.failing}"
    assert diagnosis.causes[0].explains == diagnosis.failing >= 12
    assert sentence in diagnosis.sentence
    assert diagnosis.sentence.startswith("No single reading explains ")


def test_the_evidence_of_the_issue(subject: Any) -> None:
    texts = ["🚀 " * count + "the origin serves one request" for count in range(1, 15)]
    subjects = []
    for index, text in enumerate(texts):
        start = text.index("origin")
        subjects.append(subject(text, "origin", *counted("utf16", text, start, start + 6), index=index))
    diagnosis = run(subjects)
    assert diagnosis.causes[0].sentence == "+1 per emoji before the span, 14 of 14"
    assert diagnosis.sentence == (
        "All 14 failing ranges of 14 select their quotes if read as UTF-16 units; "
        "no other single reading explains more than 1."
    )


def test_contradictions(subject: Any) -> None:
    text = "🚀 café the origin serves one request"
    start = text.index("origin")
    subjects = [
        subject(
            text,
            "origin",
            *counted(unit, text, start, start + 6),
            "codepoint",
            index=index,
            source_name="s",
            source_id="s",
        )
        for index, unit in enumerate(["utf16"] * 5 + ["utf8"] * 2 + ["codepoint"] * 3)
    ]
    diagnosis = run(subjects)
    assert diagnosis.sentence.startswith("5 of the 7 failing ranges of 10 select their quotes if read as UTF-16 units;")
    assert diagnosis.sentence.endswith("no other single reading explains more than 2.")
    assert [row.breaks for row in diagnosis.readings] == [3, 3]
    assert [one.sentence for one in diagnosis.contradictions] == [
        "5 failing ranges select their quotes if read as UTF-16 units, "
        "and 3 that select their quotes as declared would then fail.",
        "5 ranges select their quotes if read as UTF-16 units and not if read as UTF-8 bytes, "
        "and 2 the other way round.",
    ]
    assert diagnosis.contradictions[1].ranges == (0, 1, 2, 3, 4, 5, 6)


def test_units_that_agree_are_named_together(subject: Any) -> None:
    diagnosis = run([subject("é ab", "ab", 2, 4, "utf8", index=index) for index in range(3)])
    assert diagnosis.sentence == (
        "All 3 failing ranges of 3 select their quotes if read as code points or as UTF-16 units; "
        "no other single reading explains any of them."
    )
    assert diagnosis.also > 0


def test_undeclared_units_are_counted_by_themselves(subject: Any) -> None:
    subjects = [subject("🚀 ab", "ab", 3, 5, None, index=index) for index in range(4)]
    diagnosis = run(subjects)
    assert (diagnosis.failing, diagnosis.undeclared) == (0, 4)
    assert {one.state for one in diagnosis.ranges} == {RangeState.UNDECLARED}
    assert diagnosis.sentence.startswith(
        "All 4 ranges without a declared unit select their quotes if read as UTF-16 units;"
    )
    both = run([*subjects, subject("🚀 ab", "ab", 3, 5, "codepoint", index=9)])
    assert both.sentence.startswith("The one failing range of 5 selects its quote if read as UTF-16 units;")
    assert "; all 4 ranges without a declared unit select their quotes if read as UTF-16 units;" in both.sentence


@pytest.mark.parametrize(
    ("ranges", "sentence"),
    [
        ([], "No range in this export has a quote to compare it with."),
        ([("ab", None, 0, 2)], "No range in this export has a quote to compare it with."),
        ([("ab", "ab", 0, 2)], "The one range with a quote selects its quote as declared."),
        ([("ab", "ab", 0, 2)] * 3, "All 3 ranges with a quote select their quotes as declared."),
        ([("ab cd", "zz", 0, 2)], "No reading explains the one failing range of 1."),
        ([("“ab” cd", '"ab"', 0, 4)] * 2, "All 2 ranges with a quote select their quotes as declared."),
    ],
)
def test_the_sentence_when_there_is_little_to_say(subject: Any, ranges: list[tuple[Any, ...]], sentence: str) -> None:
    assert run([subject(*one, index=index) for index, one in enumerate(ranges)]).sentence == sentence


def test_what_no_reading_explains_is_listed_with_what_was_seen(subject: Any) -> None:
    diagnosis = run([subject("one two three", "two", -1, 2), subject("one two three", "four", 0, 3, index=1)])
    assert [diagnosis.ranges[number].citation_id for number in diagnosis.unexplained] == ["c-0", "c-1"]
    assert {finding.code: finding.count for finding in diagnosis.findings} == {"not-found": 1, "absent": 1}


def test_a_cancelled_diagnosis_says_so_and_speaks_of_what_it_saw(subject: Any) -> None:
    asked = iter([False, False, True])
    seen: list[tuple[int, int]] = []
    subjects = (subject("é ab", "ab", 2, 4, "utf8", index=index) for index in range(50))
    diagnosis = run(subjects, cancelled=lambda: next(asked), progress=lambda done, total: seen.append((done, total)))
    assert not diagnosis.complete
    assert len(diagnosis.ranges) == 2
    assert diagnosis.sentence.startswith("Stopped after 2 ranges: all 2 failing ranges of 2")
    assert (1_000, 1_000) not in seen


def test_progress_ends_at_the_number_of_citations(subject: Any) -> None:
    seen: list[tuple[int, int]] = []
    run([subject("ab", "ab", 0, 2, index=index) for index in range(60)], progress=lambda *at: seen.append(at))
    assert seen == [(0, 1_000), (25, 1_000), (50, 1_000), (1_000, 1_000)]


def test_groups_are_of_importer_side_extractor_and_source(subject: Any) -> None:
    subjects = [
        subject("é ab", "ab", 2, 4, "utf8", index=0, extractor="x@1", source_id="s1", source_name="one"),
        subject("é ab", "ab", 2, 4, "codepoint", index=1, extractor="x@2", source_id="s2", source_name="two"),
        subject("é ab", "ab", 3, 5, "codepoint", index=2, extractor="x@1", source_id="s1", source_name="one"),
    ]
    groups = {(group.kind, group.name): group for group in run(subjects).groups}
    assert set(groups) == {("importer", "test"), ("side", "source"), ("extractor", "x@1"), ("source", "one")}
    assert (groups["source", "one"].ranges, groups["source", "one"].failing) == (2, 2)
    assert (groups["importer", "test"].ranges, groups["importer", "test"].failing) == (3, 2)


@given(st.sets(st.integers(0, 200)))
def test_sets_as_bits(numbers: set[int]) -> None:
    assert list(numbers_of(bits_of(numbers))) == sorted(numbers)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["utf8", "utf16", "codepoint", None])),
        max_size=12,
    )
)
def test_counts_agree_with_each_other(cases: list[tuple[int, int, str | None]]) -> None:
    from citeview.checks.lab.subjects import source_subject
    from citeview.records.selectors import DeclaredRange, QuoteSelector
    from citeview.text.representation import Representation
    from citeview.text.units import Unit

    shown = Representation("é😀\r\nab é", "text")
    subjects = [
        source_subject(DeclaredRange(start, end, Unit(unit) if unit else None), QuoteSelector("ab"), shown, index=index)
        for index, (start, end, unit) in enumerate(cases)
    ]
    diagnosis = run(subjects)
    states = [one.state for one in diagnosis.ranges]
    assert states.count(RangeState.FAILS) == diagnosis.failing
    assert states.count(RangeState.UNDECLARED) == diagnosis.undeclared
    if diagnosis.failing:
        covered = sum(row.adds for row in diagnosis.readings)
        assert covered + len(diagnosis.unexplained) == diagnosis.failing
    assert all(row.explains <= diagnosis.failing or not diagnosis.failing for row in diagnosis.readings)


def bundle(build: Any) -> Any:
    source = build.snapshot("🚀 The origin serves one request in ten.")
    parts = ["First part. ", "Second 🚀 part."]
    answer = build.answer(parts, "a-1")
    right = build.position(source.text, "origin", unit="utf16")
    wrong = {**build.position(source.text, "origin", unit="utf16"), "unit": "codepoint"}
    records = [
        build.record("c-1", source=source, selector={"position": right, "quote": {"exact": "origin"}}),
        build.record("c-2", source=source, selector={"position": wrong, "quote": {"exact": "origin"}}),
        build.record(
            "c-3",
            answerId="a-1",
            part=1,
            answerSelector={
                "position": {"unit": "codepoint", "start": 12, "end": 18},
                "quote": {"exact": "Second"},
            },
        ),
        build.record("c-4", source=source),
        {"citationId": "c-5", "selector": 7},
    ]
    return build.bundle(records, [answer], [source])


def test_both_sides_of_an_export(build: Any) -> None:
    with open_export(bundle(build)) as session:
        diagnosis = diagnose(Subjects(session), importer=session.export.format_name, citations=len(session))
    assert [(one.citation_id, one.side.value, one.state.value) for one in diagnosis.ranges] == [
        ("c-1", "source", "passes"),
        ("c-2", "source", "fails"),
        ("c-3", "answer", "fails"),
    ]
    sentences = {row.sentence for row in diagnosis.readings}
    assert "read as UTF-16 units" in sentences
    assert "read as code points in the whole answer" in sentences


def test_the_command(build: Any, capsys: pytest.CaptureFixture[str]) -> None:
    folder = bundle(build)
    assert main(["diagnose", str(folder), "--format", "json"]) == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["ranges"], value["failing"], value["complete"]) == (3, 2, True)
    assert value["readings"][0]["explains"] == 1
    assert {row["unit"] for row in value["readings"]} >= {"utf16"}
    assert main(["diagnose", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert value["sentence"].split(";")[0] in " ".join(printed.split())
    assert "read as UTF-16 units" in printed


def test_the_command_is_content_with_a_good_export(build: Any, capsys: pytest.CaptureFixture[str]) -> None:
    source = build.snapshot()
    assert main(["diagnose", str(build.bundle([build.record(source=source, quote="fox")], [], [source]))]) == 0
    assert "selects its quote as declared" in capsys.readouterr().out


def test_the_command_refuses_what_it_cannot_read(build: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagnose", str(build.export_file("{nonsense"))]) == 2
    assert capsys.readouterr().err.startswith("citeview: ")
