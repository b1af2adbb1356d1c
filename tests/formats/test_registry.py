"""Recognition by content, and the one way to read an export."""

import contextlib
import gc
import hashlib
import json

import pytest

from citeview.formats import registry
from citeview.formats.importer import Content, Importer, Recognition
from citeview.formats.registry import UnknownImporterError, importer, importers, read_export, recognise
from citeview.records.jsontext import JsonDocument
from citeview.records.limits import Limits
from citeview.records.places import ExportError


def test_our_own_format_is_registered_with_its_contract():
    own = importers()[0]
    assert (own.name, own.title) == ("citeview", "citeview's own records")
    assert {row.field for row in own.contract} == {"selector.position", "answerSelector.position", "chunk.origin"}
    assert importer("citeview") is own


def test_an_unknown_importer_is_named_with_those_there_are():
    with pytest.raises(UnknownImporterError, match="no importer is called 'x\\\\u202e'; there are: citeview"):
        importer("x\u202e")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "an empty list"),
        ([5, {"citationId": "a"}], "a list that holds a citation with citationId"),
        ({"citationId": 5}, "a citation with citationId"),
        ({"snapshotId": "x", "selector": {}}, "a citation with selector, snapshotId"),
        ({"answerId": "a", "text": ""}, "an answer with its answerId"),
        ({"answers": 5}, "an object of answers alone"),
        ({"v": 1, "answers": [], "citations": []}, "an object of both answers and citations"),
        ({"v": 1, "citations": [1, {"citationId": "a"}]}, "an export that holds a citation with citationId"),
        ({"v": 1, "answers": [{"answerId": "a", "parts": []}]}, "an export that holds an answer with its answerId"),
    ],
)
def test_our_own_records_are_recognised_with_a_reason(value, reason):
    ((found, recognition),) = recognise(JsonDocument(value, odd=False))
    assert (found.name, recognition.reason) == ("citeview", reason)


@pytest.mark.parametrize(
    ("value", "description"),
    [
        (
            {"id": "x", "choices": [], "citations": ["https://example.com"]},
            "an object with the keys 'id', 'choices', 'citations'",
        ),
        ({"text": "x", "citations": [{"start": 1, "end": 2}]}, "an object with the keys 'text', 'citations'"),
        ({"answer": {}}, "an object with the keys 'answer'"),
        ({"url": "x"}, "an object with the keys 'url'"),
        ({"\u202e": 1}, "an object with the keys '\\u202e'"),
        ({}, "an object without keys"),
        ([1, {}], "a list of 2 values, none of which is a citation or an answer"),
        ("x", "text"),
        (None, "null"),
        (5, "the number 5"),
    ],
)
def test_what_is_not_ours_is_described(build, value, description):
    with pytest.raises(ExportError) as caught:
        read_export(build.memory(json.dumps(value)))
    assert str(caught.value) == f"folder/export.json: not an export that is known: {description}"


def test_an_export_says_what_was_read(build):
    data = b'\xef\xbb\xbf{"answers": [], "citations": [], "by": "me"}'
    export = read_export(build.memory(data, "x.json"))
    assert (export.path, export.format_name, export.digest) == (
        "folder/x.json",
        "citeview",
        "sha256:" + hashlib.sha256(data).hexdigest(),
    )
    assert (export.notes, export.extra, export.problems) == (
        ("The file begins with a byte order mark.",),
        {"by": "me"},
        (),
    )


def test_lines_that_are_all_broken_are_no_export(build):
    with pytest.raises(ExportError) as caught:
        read_export(build.memory("oops\nouch\n", "x.jsonl"))
    assert str(caught.value).startswith("folder/x.jsonl, line 1: not JSON at column 1: expected a value")


def test_a_limit_that_is_lowered_holds(build):
    with pytest.raises(ExportError, match="larger than 100 bytes"):
        read_export(build.memory([build.record(title="x" * 100)]), limits=Limits(document_bytes=100))


def another(name):
    return Importer(
        name=name,
        title=name,
        recognise=lambda value: Recognition("it has a y") if isinstance(value, dict) and "y" in value else None,
        read=lambda content, place: Content({}, [], (f"read by {name}",)),
        contract=(),
    )


def test_the_importer_that_recognises_a_file_reads_it(build, monkeypatch):
    ours = importers()
    monkeypatch.setattr(registry, "importers", lambda: (*ours, another("theirs")))
    assert read_export(build.memory({"y": 1})).format_name == "theirs"
    assert read_export(build.memory('{"x": 1}\n{"y": 1}\n')).format_name == "theirs"
    assert read_export(build.memory([{"citationId": "a"}])).format_name == "citeview"
    assert read_export(build.memory([{"citationId": "a"}]), importer_name="theirs").problems == ("read by theirs",)


def test_where_two_could_take_it_the_person_chooses(build, monkeypatch):
    ours = importers()
    monkeypatch.setattr(registry, "importers", lambda: (*ours, another("theirs")))
    record = {"citationId": "a", "y": 1}
    with pytest.raises(ExportError) as caught:
        read_export(build.memory(record))
    assert str(caught.value) == (
        "folder/export.json: more than one importer could take this file: citeview (a citation with citationId) "
        "and theirs (it has a y); name the one to use"
    )
    assert read_export(build.memory(record), importer_name="citeview").format_name == "citeview"


def test_the_collector_is_on_again_whatever_happened(build):
    for data in ("[]", "oops"):
        with contextlib.suppress(ExportError):
            read_export(build.memory(data))
        assert gc.isenabled()
