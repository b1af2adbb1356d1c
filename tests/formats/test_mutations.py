"""A valid export, broken in one place: nothing but an `ExportError` is raised, and every other record survives."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.formats.registry import read_export
from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.places import ExportError

DIGEST = "sha256:" + "ab" * 32
CITATION = {
    "citationId": "c-0",
    "answerId": "a-1",
    "part": 0,
    "answerSelector": {"position": {"unit": "codepoint", "start": 0, "end": 4}, "quote": {"exact": "word"}},
    "snapshotId": DIGEST,
    "url": "https://example.com/",
    "hashes": {"raw": DIGEST, "text": DIGEST},
    "chunk": {"id": "k", "origin": {"unit": "utf8", "offset": 3}, "text": "words"},
    "selector": {
        "position": {"unit": "utf16", "start": 1, "end": 2, "origin": 0, "endConvention": "length", "base": "chunk"},
        "quote": {"exact": "w", "prefix": "", "suffix": "o"},
    },
    "transformations": ["trim"],
    "matches": 1,
}
VALID = {
    "answers": [{"answerId": "a-1", "text": "word"}, {"answerId": "a-2", "parts": ["one", {"id": "p", "text": "two"}]}],
    "citations": [
        CITATION,
        {"citationId": "c-1", "references": [{"url": "u", "selector": {"quote": {"exact": "x"}}}, {"citationId": "r"}]},
        {**CITATION, "citationId": "c-2"},
        {"citationId": "c-3", "selector": {"position": {"start": 0, "end": 1}}},
    ],
}
WRONG = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 2**63, -(10**30), 10**599, 3.0, 1e308, 0.5]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=4),
    st.sampled_from(["\ud83d", "utf8", "chunk", "\x00", "a" * 300]),
    st.lists(st.none() | st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3) | st.just("\ude00"), st.none() | st.text(max_size=2), max_size=2),
)


def paths(node, path=()):
    yield path
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield from paths(value, (*path, key))


def changed(path, value, *, drop):
    """Return the valid export with the value at `path` replaced, or dropped."""
    export = json.loads(json.dumps(VALID))
    if not path:
        return value
    node = export
    for key in path[:-1]:
        node = node[key]
    if drop:
        del node[path[-1]]
    else:
        node[path[-1]] = value
    return export


def outcome(file):
    """Return the export, or the sentence why there is none. Any other exception fails the test."""
    try:
        return read_export(file), ""
    except ExportError as error:
        return None, str(error)


@pytest.fixture(scope="module")
def valid(build):
    return {citation.citation_id: citation for citation in read_export(build.memory(VALID)).citations}


@given(st.sampled_from(list(paths(VALID))), WRONG, st.booleans())
@settings(max_examples=600, deadline=None)
def test_one_broken_value_hides_no_other_record(build, valid, path, value, drop):
    data = json.dumps(changed(path, value, drop=drop)).encode()
    export, refusal = outcome(build.memory(data))
    if export is None:
        assert "\n" not in refusal
        assert len(path) < 2, f"{path} must not hide the whole export"
        return
    at = path[1] if len(path) > 1 and path[0] == "citations" else None
    broken = None if at is None else VALID["citations"][at]["citationId"]
    survivors = {c.citation_id: c for c in export.citations if isinstance(c, Citation)}
    for citation_id, citation in valid.items():
        if len(path) > 1 and (citation.segment or citation_id) != broken:
            found = survivors[citation_id]
            # A dropped record moves the ones after it up: only their places change.
            assert (found.selector, found.raw, found.hashes) == (citation.selector, citation.raw, citation.hashes)
    for record in export.citations:
        if isinstance(record, UnreadableRecord):
            assert record.problem
            assert record.citation_id
            assert "\n" not in record.problem
            assert at is None or f"citations[{at}]" in str(record.place)
            # Every refusal is in our words; msgspec's own begin with a capital letter and have back quotes.
            assert "`" not in record.problem
            assert record.problem[0].islower()


@given(st.sampled_from(list(paths(VALID["citations"][0]))), WRONG, st.booleans())
@settings(max_examples=200, deadline=None)
def test_one_broken_line_hides_no_other_line(build, path, value, drop):
    if not path:
        broken = value
    else:
        export = changed(("citations", 0, *path), value, drop=drop)
        broken = export["citations"][0]
    lines = [json.dumps(line) for line in (VALID["citations"][3], broken, VALID["citations"][2])]
    export = read_export(build.memory("\n".join(lines), "e.jsonl"))
    assert export.citations[0].citation_id == "c-3"
    assert export.citations[-1].citation_id == "c-2"
    assert isinstance(export.citations[0], Citation)
    assert isinstance(export.citations[-1], Citation)


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\\n ab01eu.-', max_size=60).map(str.encode))
@settings(max_examples=500, deadline=None)
def test_any_bytes_are_read_or_refused_in_one_sentence(build, data):
    for name in ("e.json", "e.jsonl"):
        _, refusal = outcome(build.memory(data, name))
        assert "\n" not in refusal


@given(st.integers(0, len(json.dumps(VALID)) - 1))
@settings(max_examples=150, deadline=None)
def test_a_document_cut_anywhere_is_refused_in_one_sentence(build, length):
    with pytest.raises(ExportError) as caught:
        read_export(build.memory(json.dumps(VALID)[:length]))
    assert any(words in str(caught.value) for words in ("cut off", "is empty"))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_lines_cut_anywhere_lose_one_record_at_most(build, data):
    whole = "\n".join(json.dumps({"citationId": f"c-{number}", "title": "é\ud83d"}) for number in range(5)).encode()
    cut = data.draw(st.integers(whole.index(b"\n"), len(whole)))
    export = read_export(build.memory(whole[:cut], "e.jsonl"))
    readable = [record for record in export.citations if isinstance(record, Citation)]
    assert len(readable) >= whole[:cut].count(b"\n")
    assert len(export.citations) - len(readable) <= 1
