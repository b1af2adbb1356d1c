"""Our own records: what each key becomes, and what is said where one is wrong."""

import json

import pytest

from citeview.formats.registry import read_export
from citeview.records.citation import Citation, Hashes, UnreadableRecord
from citeview.records.places import ExportError
from citeview.records.selectors import ABSENT, Base, Chunk, DeclaredRange, EndConvention, Evidence, QuoteSelector
from citeview.text.units import Unit

# DESIGN section 7, to the letter but for the digests, which are cut there.
EXAMPLE = {
    "citationId": "c-7f3a",
    "snapshotId": "sha256:" + "9b1e" * 16,
    "fetchedAt": "2026-11-05T14:02:11Z",
    "url": "https://example.com/cdn",
    "extractor": "html-text@3.2",
    "normalizer": "tok-nfkc-lower@2",
    "hashes": {"raw": "sha256:" + "1" * 64, "text": "sha256:" + "2" * 64, "norm": "sha256:" + "3" * 64},
    "selector": {
        "position": {"unit": "utf16", "start": 38, "end": 76},
        "quote": {
            "exact": "the origin serves only 1 request in 10",
            "prefix": "90 percent means ",
            "suffix": ".",
        },
    },
    "matches": 1,
}


@pytest.fixture
def read(build):
    def read(data, name="export.json"):
        return read_export(build.memory(data, name))

    return read


@pytest.fixture
def one(read):
    """Read one record given as keys, beside one that is right and must survive."""

    def one(**fields):
        export = read({"citations": [{"citationId": "c-1", **fields}, {"citationId": "bystander"}]})
        assert isinstance(export.citations[-1], Citation)
        assert export.citations[-1].citation_id == "bystander"
        return export.citations[0]

    return one


@pytest.fixture
def said(one):
    """Read one wrong record and return the sentence about it."""

    def said(**fields):
        record = one(**fields)
        assert isinstance(record, UnreadableRecord)
        return f"{record.place}: {record.problem}"

    return said


def test_the_example_of_the_design(read):
    (citation,) = read(EXAMPLE).citations
    assert citation == Citation(
        citation_id="c-7f3a",
        place=citation.place,
        snapshot_id="sha256:" + "9b1e" * 16,
        fetched_at="2026-11-05T14:02:11Z",
        url="https://example.com/cdn",
        extractor="html-text@3.2",
        normalizer="tok-nfkc-lower@2",
        hashes=Hashes("sha256:" + "1" * 64, "sha256:" + "2" * 64, "sha256:" + "3" * 64),
        selector=citation.selector,
        declared_matches=1,
        raw=EXAMPLE,
    )
    assert citation.selector.position == DeclaredRange(38, 76, Unit.UTF16, "utf16")
    assert citation.selector.quote == QuoteSelector("the origin serves only 1 request in 10", "90 percent means ", ".")


@pytest.mark.parametrize(
    ("data", "name", "places"),
    [
        (json.dumps(EXAMPLE), "e.json", ["e.json"]),
        (json.dumps([EXAMPLE, EXAMPLE]), "e.json", ["e.json: [0]", "e.json: [1]"]),
        (json.dumps(EXAMPLE) + "\n" + json.dumps(EXAMPLE), "e.jsonl", ["e.jsonl, line 1", "e.jsonl, line 2"]),
        (
            json.dumps({"answers": [], "citations": [EXAMPLE, EXAMPLE]}),
            "e.json",
            ["e.json: citations[0]", "e.json: citations[1]"],
        ),
        (
            json.dumps({"citations": [EXAMPLE]}) + "\n" + json.dumps(EXAMPLE),
            "e.jsonl",
            ["e.jsonl, line 1: citations[0]", "e.jsonl, line 2"],
        ),
    ],
)
def test_every_shape_of_an_export_is_read_with_its_places(read, data, name, places):
    export = read(data, name)
    assert [str(citation.place) for citation in export.citations] == places
    assert {citation.raw["citationId"] for citation in export.citations} == {"c-7f3a"}


def test_an_empty_list_and_an_empty_export_are_exports_of_nothing(read):
    assert (
        read([]).citations == read({"citations": []}).citations == read({"answers": None, "citations": None}).citations
    )


def test_unknown_keys_are_kept_everywhere(read):
    record = {**EXAMPLE, "score": 0.25, "\ud83d": [None], "selector": {"quote": {"exact": "x", "kind": "mine"}}}
    export = read({"version": 3, "answers": [{"answerId": "a", "text": "t", "model": "m"}], "citations": [record]})
    assert export.citations[0].raw == record
    assert export.answers["a"].extra == {"model": "m"}
    assert export.extra == {"version": 3}


def test_null_means_absent(one):
    keys = ("answerId", "part", "answerSelector", "selector", "snapshotId", "url", "title", "fetchedAt", "extractor")
    more = ("normalizer", "hashes", "chunk", "transformations", "references")
    absent, null = one(), one(**dict.fromkeys((*keys, *more)))
    assert [getattr(null, name) for name in Citation.__slots__ if name != "raw"] == [
        getattr(absent, name) for name in Citation.__slots__ if name != "raw"
    ]
    assert one(selector={"position": None, "quote": None}).selector.position is None
    assert one(hashes={"raw": None}).hashes == Hashes()


def test_missing_is_not_empty(one):
    assert one(selector={"quote": {"exact": ""}}).selector.quote == QuoteSelector("")
    assert one(selector={}).selector.quote is None
    assert one().declared_matches is ABSENT
    assert one(matches=None).declared_matches is None


@pytest.mark.parametrize("value", [True, 3.0, "3", None, -1, 10**500, [1], {"a": 1}])
def test_an_offset_of_any_kind_is_kept_as_it_stands(one, value):
    position = one(selector={"position": {"unit": "utf8", "start": value}}).selector.position
    assert position.start == value
    assert type(position.start) is type(value)
    assert position.end is ABSENT


@pytest.mark.parametrize(
    ("given", "unit"),
    [("utf8", Unit.UTF8), ("codepoint", Unit.CODEPOINT), ("utf16", Unit.UTF16), ("grapheme", Unit.GRAPHEME)],
)
def test_units_have_four_names(one, given, unit):
    position = one(selector={"position": {"unit": given}}).selector.position
    assert (position.unit, position.unit_as_given, position.evidence) == (unit, given, Evidence.DECLARED)


@pytest.mark.parametrize("given", ["UTF16", "utf-16", "bytes", "", " utf8", None, 8, ["utf8"], {}, "\ud83d"])
def test_any_other_unit_is_not_declared_and_never_guessed(one, given):
    position = one(selector={"position": {"unit": given, "start": 0, "end": 1}}).selector.position
    assert (position.unit, position.unit_as_given, position.evidence) == (None, given, Evidence.UNKNOWN)


def test_a_unit_that_is_not_there_is_absent(one):
    assert one(selector={"position": {"start": 0}}).selector.position.unit_as_given is ABSENT


def test_origin_and_end_convention(one):
    position = one(selector={"position": {"origin": 1, "endConvention": "inclusive"}}).selector.position
    assert (position.origin, position.end_convention) == (1, EndConvention.INCLUSIVE)
    position = one(selector={"position": {"origin": None, "endConvention": None}}).selector.position
    assert (position.origin, position.end_convention) == (0, EndConvention.EXCLUSIVE)


@pytest.mark.parametrize(
    ("chunk", "base", "expected"),
    [
        (None, None, Base.DOCUMENT),
        ({"text": "x"}, None, Base.CHUNK),
        ({"text": "x"}, "document", Base.DOCUMENT),
        ({"id": "k"}, None, Base.DOCUMENT),
        ({"text": ""}, None, Base.DOCUMENT),
        ({"id": "k"}, "chunk", Base.CHUNK),
    ],
)
def test_a_range_counts_in_the_chunk_where_there_is_one_with_text(one, chunk, base, expected):
    citation = one(chunk=chunk, selector={"position": {"base": base}}, answerSelector={"position": {}})
    assert citation.selector.position.base is expected
    assert citation.answer_selector.position.base is Base.PART


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ({"unit": "utf8", "offset": 7}, Chunk("k", "t", 7, Unit.UTF8)),
        ({"unit": "runes", "offset": 7}, Chunk("k", "t", 7, None)),
        ({"offset": None}, Chunk("k", "t", None, None)),
        ({}, Chunk("k", "t", ABSENT, None)),
        (7, Chunk("k", "t", 7, None)),
        (True, Chunk("k", "t", True, None)),
        ([7], Chunk("k", "t", [7], None)),
    ],
)
def test_a_chunks_origin_has_a_unit_of_its_own(one, origin, expected):
    assert one(chunk={"id": "k", "text": "t", "origin": origin}).chunk == expected
    assert one(chunk={"id": "k", "text": "t"}).chunk.origin is ABSENT


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"selector": {"quote": {"exact": ["x"]}}}, "selector.quote.exact: expected text, got a list"),
        ({"selector": {"quote": {"exact": None}}}, "selector.quote.exact: expected text, got null"),
        ({"selector": {"quote": {"prefix": "x"}}}, "selector.quote.exact: expected text, got nothing"),
        ({"selector": {"quote": "x"}}, "selector.quote: expected an object, got text"),
        ({"selector": [1]}, "selector: expected an object, got a list"),
        ({"selector": {"position": [0, 1]}}, "selector.position: expected an object, got a list"),
        ({"selector": {"position": {"origin": 2}}}, "selector.position.origin: expected 0 or 1, got the number 2"),
        ({"selector": {"position": {"origin": True}}}, "selector.position.origin: expected a whole number, got true"),
        (
            {"selector": {"position": {"origin": 0.0}}},
            "selector.position.origin: expected a whole number, got the number 0.0",
        ),
        (
            {"selector": {"position": {"endConvention": "open"}}},
            'selector.position.endConvention: expected "exclusive", "inclusive" or "length", got the text \'open\'',
        ),
        (
            {"selector": {"position": {"base": "part"}}},
            'selector.position.base: expected "document" or "chunk", got the text \'part\'',
        ),
        (
            {"answerSelector": {"position": {"base": "\ud83d"}}},
            "answerSelector.position.base: expected \"part\", got the text '\\ud83d'",
        ),
        ({"part": True}, "part: expected a whole number, got true"),
        ({"part": "0"}, "part: expected a whole number, got text"),
        ({"part": -1}, "part: expected a whole number that is not negative, got the number -1"),
        ({"url": 5}, "url: expected text, got the number 5"),
        ({"hashes": {"raw": {}}}, "hashes.raw: expected text, got an object"),
        ({"chunk": "x"}, "chunk: expected an object, got text"),
        ({"transformations": "x"}, "transformations: expected a list, got text"),
        ({"references": {"url": "x"}}, "references: expected a list, got an object"),
    ],
)
def test_a_wrong_value_is_named_with_its_path(said, fields, sentence):
    assert said(**fields) == f"export.json: citations[0].{sentence}"


@pytest.mark.parametrize(
    ("record", "sentence", "name"),
    [
        ({}, "citations[0].citationId: expected text, got nothing", "citations[0]"),
        ({"citationId": 5}, "citations[0].citationId: expected text, got the number 5", "citations[0]"),
        (
            {"citationId": ""},
            "citations[0].citationId: expected text that is not empty, got an empty one",
            "citations[0]",
        ),
        ("x", "citations[0]: expected an object, got text", "citations[0]"),
        (None, "citations[0]: expected an object, got null", "citations[0]"),
        ({"citationId": "mine", "url": []}, "citations[0].url: expected text, got a list", "mine"),
    ],
)
def test_a_record_without_a_usable_id_is_listed_by_its_place(read, record, sentence, name):
    unreadable, other = read({"citations": [record, {"citationId": "b"}]}).citations
    assert (str(unreadable.place) + ": " + unreadable.problem, unreadable.citation_id, unreadable.raw) == (
        f"export.json: {sentence}",
        name,
        record,
    )
    assert isinstance(other, Citation)


def test_bad_lines_are_listed_by_their_numbers(read):
    export = read(
        '{"citationId": "a"}\n{"citationId": "b", "part": true}\n{"citationId": "c"\n\n{"url": "x"}\n', "e.jsonl"
    )
    assert [(record.citation_id, str(record.place)) for record in export.citations] == [
        ("a", "e.jsonl, line 1"),
        ("b", "e.jsonl, line 2: part"),
        ("line 3", "e.jsonl, line 3"),
        ("line 5", "e.jsonl, line 5: citationId"),
    ]


def test_a_record_with_a_key_twice_or_a_nan_hides_no_other(read):
    records = '{"citationId": "a", "x": {"k": 1, "k": 2}}, {"citationId": "b", "s": NaN}, {"citationId": "c"}'
    data = f'{{"citations": [{records}]}}'
    first, second, third = read(data).citations
    assert (str(first.place), first.problem) == (
        "export.json: citations[0].x",
        'the key "k" stands twice in one object',
    )
    assert (str(second.place), second.problem) == ("export.json: citations[1].s", "NaN is not JSON")
    assert isinstance(third, Citation)


def test_ids_that_stand_twice_are_kept_and_reported(read):
    export = read([{"citationId": "a", "url": "1"}, {"citationId": "b"}, {"citationId": "a", "url": "2"}])
    assert [citation.citation_id for citation in export.citations] == ["a", "b", "a"]
    assert [citation.url for citation in export.citations] == ["1", None, "2"]
    assert export.problems == (
        "export.json: [2]: the citationId 'a' stands on another record too ([0]); both are listed",
    )


def test_a_list_of_problems_has_an_end(read):
    export = read([{"citationId": "a"}] * 1000)
    assert len(export.problems) == 201
    assert export.problems[-1] == "799 more problems are not listed"


def test_answers_of_one_text_and_of_parts(read):
    parts = ["one", {"id": "p", "text": "two"}]
    export = read({"answers": [{"answerId": "a", "title": "T", "text": "x"}, {"answerId": "b", "parts": parts}]})
    assert [(part.text, part.part_id) for part in export.answers["a"].parts] == [("x", None)]
    assert [(part.text, part.part_id) for part in export.answers["b"].parts] == [("one", None), ("two", "p")]
    assert export.answers["a"].title == "T"


def test_answers_stand_among_citations_in_lists_and_lines(read):
    rows = [{"answerId": "a", "text": "x"}, {"citationId": "c", "answerId": "a"}, {"answerId": "b", "parts": []}]
    for export in (read(rows), read("\n".join(map(json.dumps, rows)), "e.jsonl")):
        assert list(export.answers) == ["a", "b"]
        assert [citation.citation_id for citation in export.citations] == ["c"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"answerId": "a"}, "answers[0].text: expected text, got nothing"),
        ({"answerId": "a", "text": 5}, "answers[0].text: expected text, got the number 5"),
        ({"answerId": "a", "text": "x", "parts": []}, "answers[0]: expected either text or parts, got both"),
        ({"answerId": "a", "parts": ["x", 5]}, "answers[0].parts[1]: expected text or an object, got the number 5"),
        ({"answerId": "a", "parts": [{"id": "x"}]}, "answers[0].parts[0].text: expected text, got nothing"),
        ({"text": "x"}, "answers[0].answerId: expected text, got nothing"),
        ("x", "answers[0]: expected an object, got text"),
    ],
)
def test_a_broken_answer_is_a_problem_and_hides_nothing(read, answer, problem):
    export = read(
        {"answers": [answer, {"answerId": "b", "text": "y"}], "citations": [{"citationId": "c", "answerId": "a"}]}
    )
    assert export.problems == (f"export.json: {problem}",)
    assert list(export.answers) == ["b"]
    assert isinstance(export.citations[0], Citation)


def test_two_answers_of_one_id_are_reported_and_the_first_is_kept(read):
    rows = [{"answerId": "a", "text": "one"}, {"answerId": "a", "text": "two"}, {"answerId": "a", "text": "one"}]
    export = read({"answers": rows})
    assert export.answers["a"].parts[0].text == "one"
    assert export.problems == ("export.json: answers[1]: another answer has the id 'a'; the first one is shown",)


def test_references_become_one_citation_each(read):
    record = {
        "citationId": "s",
        "answerId": "a",
        "part": 1,
        "answerSelector": {"position": {"unit": "utf8", "start": 0, "end": 4}},
        "normalizer": "n@1",
        "fetchedAt": "then",
        "references": [
            {
                "url": "u1",
                "snapshotId": "sha256:" + "a" * 64,
                "selector": {"quote": {"exact": "q"}},
                "fetchedAt": "now",
            },
            {"citationId": "own", "title": "t2", "chunk": {"text": "k"}, "matches": 2},
        ],
    }
    first, second = read([record]).citations
    assert [(c.citation_id, c.segment, str(c.place)) for c in (first, second)] == [
        ("s#1", "s", "export.json: [0].references[0]"),
        ("own", "s", "export.json: [0].references[1]"),
    ]
    assert first.answer_selector == second.answer_selector
    assert (first.part, first.answer_id, second.part, second.answer_id) == (1, "a", 1, "a")
    assert (first.normalizer, second.normalizer, first.fetched_at, second.fetched_at) == ("n@1", "n@1", "now", "then")
    assert (first.url, first.selector.quote.exact, first.chunk) == ("u1", "q", None)
    assert (second.url, second.selector, second.snapshot_id, second.title) == (None, None, None, "t2")
    assert (first.declared_matches, second.declared_matches) == (ABSENT, 2)
    assert first.raw == second.raw == record


def test_one_broken_reference_hides_no_other(read):
    record = {"citationId": "s", "references": [{"url": "u"}, 5, {"citationId": "k", "url": 5}, {"citationId": "m"}]}
    records = read([record]).citations
    assert [(r.citation_id, isinstance(r, Citation), str(r.place)) for r in records] == [
        ("s#1", True, "export.json: [0].references[0]"),
        ("s#2", False, "export.json: [0].references[1]"),
        ("k", False, "export.json: [0].references[2].url"),
        ("m", True, "export.json: [0].references[3]"),
    ]


def test_a_source_beside_the_references_is_one_of_them(read):
    records = read([{"citationId": "s", "url": "own", "references": [{"url": "other"}]}]).citations
    assert [(r.citation_id, r.url, r.segment) for r in records] == [("s", "own", "s"), ("s#1", "other", "s")]


def test_an_empty_list_of_references_is_none(read):
    (record,) = read([{"citationId": "s", "url": "u", "references": []}]).citations
    assert (record.citation_id, record.url, record.segment) == ("s", "u", None)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"citations": {}}, "citations: expected a list, got an object"),
        ({"citations": "x", "answers": []}, "citations: expected a list, got text"),
        ({"answers": 5}, "answers: expected a list, got the number 5"),
        ('{"citations": [], "citations": []}', 'the key "citations" stands twice in one object'),
    ],
)
def test_a_broken_frame_is_refused_as_a_whole(read, data, sentence):
    with pytest.raises(ExportError) as caught:
        read(data)
    assert str(caught.value).removeprefix("folder/export.json: ") == sentence


def test_broken_answers_do_not_hide_the_citations(read):
    export = read({"answers": 5, "citations": [{"citationId": "a"}]})
    assert export.problems == ("export.json: answers: expected a list, got the number 5",)
    assert isinstance(export.citations[0], Citation)


def test_a_nan_beside_the_lists_is_a_problem_alone(read):
    export = read('{"score": [NaN], "citations": [{"citationId": "a"}]}')
    assert export.problems == ("export.json: score[0]: NaN is not JSON",)
    assert export.extra == {}
    assert isinstance(export.citations[0], Citation)
