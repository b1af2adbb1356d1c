"""Two snapshots of one address: in their order, what changed, and what became of a quote."""

import pytest

from citeview.snapshots.store import FolderStore
from citeview.snapshots.versions import compare_texts, day, versions_of, was_and_is
from citeview.snapshots.writing import write_snapshot

URL = "https://example.com/page"


@pytest.fixture
def two(build):
    def two(older, newer, times=("2026-11-05T14:02:11Z", "2026-11-20T09:00:00Z")):
        store = build.folder()
        for text, at in zip((newer, older), reversed(times), strict=True):
            write_snapshot(store, f"{at}{text}".encode(), text, {"url": URL, **({"fetchedAt": at} if at else {})})
        write_snapshot(store, b"elsewhere", "x", {"url": "https://example.com/other"})
        reader = FolderStore(store)
        return [reader.read(version.snapshot_id) for version in versions_of(reader, f"{URL}#part")]

    return two


@pytest.mark.parametrize(
    ("older", "newer", "sentence"),
    [
        (
            "we serve 1 request in 10",
            "gone",
            "The quote was on the page on 5 November 2026, and is not on it on 20 November 2026.",
        ),
        (
            "gone",
            "we serve 1 request in 10",
            "The quote was not on the page on 5 November 2026, but is on it on 20 November 2026.",
        ),
        (
            "1 request in 10",
            "1 request in 10, still",
            "The quote is on the page on 5 November 2026, and is on 20 November 2026.",
        ),
        ("a", "b", "The quote is not on the page on 5 November 2026, and is not on 20 November 2026."),
    ],
)
def test_what_became_of_a_quote(two, older, newer, sentence):
    first, second = two(older, newer)
    assert (first.text, second.text) == (older, newer)
    assert was_and_is("1 request in 10", first, second).sentence == sentence


def test_a_quote_that_cannot_be_checked_is_neither(two):
    found = was_and_is("", *two("a", "b"))
    assert (found.older_found, found.newer_found) == (None, None)
    assert found.sentence == "The quote could not be checked on the page on 5 November 2026."


def test_the_same_day_has_times_and_no_day_has_none(two):
    same = was_and_is("a", *two("a", "b", ("2026-11-05T08:00:00Z", "2026-11-05T09:30:00Z")))
    assert "on 5 November 2026 at 08:00:00, and is not on it on 5 November 2026 at 09:30:00" in same.sentence
    none = was_and_is("a", *two("a", "b", ("2026-11-05T08:00:00Z", None)))
    assert none.sentence == "The quote was on the page on 5 November 2026, and is not on it in the newer snapshot."
    assert day("yesterday") is None


def test_lines_that_changed():
    older, newer = "a\nb\nc", "a\nB\nc\nd"
    changes = compare_texts(older, newer)
    assert [(older[slice(*each.older)], newer[slice(*each.newer)]) for each in changes] == [("b\n", "B\n"), ("", "d")]
    assert compare_texts("a", "a") == ()
    assert compare_texts("\n" * 30_000, "a") is None
