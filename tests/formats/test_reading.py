"""A file is one JSON document or JSON Lines by its content, and whatever else it is, one sentence says so."""

import hashlib
import io
import json

import pytest

from citeview.formats.reading import JsonLines, Tally, read_json
from citeview.records.jsontext import JsonDocument
from citeview.records.limits import Limits
from citeview.records.places import ExportError, Place

A, B = '{"citationId": "a"}', '{"citationId": "b"}'


def content(data, name="export.json", limits=None):
    data = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    limits = limits or Limits()
    found, notes = read_json(Tally(io.BytesIO(data), Place(name), limits.export_bytes), name, limits)
    return (list(found.lines) if isinstance(found, JsonLines) else found), notes


def refusal(data, name="export.json", limits=None):
    with pytest.raises(ExportError) as caught:
        content(data, name, limits)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("[]", "export.json"),
        (A, "export.json"),
        (A + "\n", "export.jsonl"),
        (A + "\n\n \r\n", "export.json"),
        ("\n\n" + A, "export.json"),
        ('{\n"citationId": "a"}', "export.jsonl"),
        ('[\n{"a": 1}\n]', "export.jsonl"),
        ('{"a": [\n{"b": 1},\n{"b": 2}\n]}', "export.json"),
        ("5\n", "export.json"),
    ],
)
def test_one_value_is_a_document_whatever_the_file_is_called(data, name):
    found, _ = content(data, name)
    assert isinstance(found, JsonDocument)
    assert found.value == json.loads(data)


@pytest.mark.parametrize(
    ("data", "numbers"),
    [
        (f"{A}\n{B}", [1, 2]),
        (f"{A}\r\n{B}\r\n", [1, 2]),
        (f"\n{A}\n\n \n{B}\n", [2, 5]),
        (f'{{"cut": \n{B}\n', [1, 2]),
        (f"what is this\n{B}\n", [1, 2]),
        (f"{A}\nnot json\n{B}", [1, 2, 3]),
    ],
)
def test_a_value_a_line_is_json_lines_whatever_the_file_is_called(data, numbers):
    lines, _ = content(data, "saved.txt")
    assert [line.number for line in lines] == numbers


def test_a_file_named_so_is_json_lines_even_where_its_lines_are_broken():
    lines, _ = content("{cut\n{cut\n", "x.JSONL")
    assert [line.fault is None for line in lines] == [False, False]


def test_one_bad_line_hides_no_other():
    lines, _ = content(f'{A}\n{{"citationId": "cut\n[NaN]\n\x00\n{B}\n')
    assert [(line.number, line.fault) for line in lines] == [
        (1, None),
        (2, ("", "the JSON ends too early, at column 20: it is cut off")),
        (3, ("[0]", "NaN is not JSON")),
        (4, ("", 'not JSON at column 1: expected a value, got "\\u0000\\n"')),
        (5, None),
    ]
    assert lines[1].value == '{"citationId": "cut\n'


def test_a_line_that_is_not_utf8_hides_no_other():
    lines, _ = content(A.encode() + b'\n["\xff"]\n' + B.encode())
    assert [line.fault for line in lines] == [
        None,
        ("", "not UTF-8: byte 2 (hexadecimal ff) cannot be decoded"),
        None,
    ]


def test_lines_end_at_a_newline_and_nowhere_else():
    first = json.dumps({"citationId": "a\u2028b\u2029c\x85d\x0be"}, ensure_ascii=False).replace("\\u000b", "\\u000b")
    lines, _ = content(f"{first}\n{B}\n")
    assert [line.value["citationId"] for line in lines] == ["a\u2028b\u2029c\x85d\x0be", "b"]


def test_a_byte_order_mark_is_a_note_and_no_problem():
    found, notes = content(b"\xef\xbb\xbf[]")
    assert (found.value, notes) == ([], ("The file begins with a byte order mark.",))
    lines, notes = content(f"\ufeff{A}\n{B}\n")
    assert [line.fault for line in lines] == [None, None]
    assert notes
    assert content("[]")[1] == ()


@pytest.mark.parametrize("data", ["[1]", '{"a": 1}', A])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_named(data, encoding):
    name = encoding[:6].upper()
    assert refusal(data.encode(encoding)) == f"export.json: the file is {name}; JSON exports are UTF-8"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "export.json: the file is empty"),
        (b"\xef\xbb\xbf", "export.json: the file holds nothing but white space"),
        (b" \r\n\t\n", "export.json: the file holds nothing but white space"),
        (b"\n" * 20_000, "export.json: more than 10,000 blank lines stand together"),
        (A.encode() + b"\n" * 20_000, "export.json: more than 10,000 blank lines stand together"),
        (b"\x00\x00", 'export.json, line 1: not JSON at column 1: expected a value, got "\\u0000\\u0000"'),
    ],
)
def test_what_holds_nothing_is_one_sentence(data, sentence):
    assert refusal(data) == sentence


def test_a_document_over_the_limit_is_refused_and_one_at_it_is_read():
    limits = Limits(document_bytes=64)
    data = '["' + "x" * 60 + '"]'
    assert content(data, limits=limits)[0].value == ["x" * 60]
    assert refusal(data + " ", limits=limits) == (
        "export.json: the JSON document is larger than 64 bytes, the most that is read at once"
    )


def test_a_line_over_the_limit_is_one_bad_record():
    limits = Limits(line_bytes=40)
    long = json.dumps({"citationId": "x" * 100})
    for ending in ("\n", "\r\n"):
        data = ending.join([A, long, B, json.dumps("y" * 38), json.dumps("y" * 39)]) + ending
        lines, _ = content(data, limits=limits)
        assert [line.fault is None for line in lines] == [True, False, True, True, False]
        assert [line.number for line in lines] == [1, 2, 3, 4, 5]
        assert lines[1].fault == ("", "the line is longer than 40 bytes, the most that is read")


def test_a_first_line_over_the_limit_is_one_bad_record_in_a_file_named_so():
    lines, _ = content(json.dumps("x" * 100) + "\n" + A, "x.jsonl", Limits(line_bytes=40))
    assert [(line.number, line.fault is None) for line in lines] == [(1, False), (2, True)]


def test_a_whole_file_over_the_limit_is_refused_while_it_is_read():
    data = f"{A}\n" * 100
    assert refusal(data, limits=Limits(export_bytes=1000)) == (
        "export.json: the file is larger than 1000 bytes, the most that is read"
    )


def test_lines_are_read_as_they_are_asked_for():
    stream = io.BytesIO(f"{A}\n".encode() * 1000)
    found, _ = read_json(Tally(stream, Place("x"), 1 << 20), "x")
    assert stream.tell() < 21 * len(A) + 200
    assert sum(1 for _ in found.lines) == 1000


def test_the_lines_that_recognise_a_file_reach_past_the_broken_ones():
    data = "broken\n" + A + "\n" + "broken\n" * 100 + B + "\n"
    stream = io.BytesIO(data.encode())
    found, _ = read_json(Tally(stream, Place("x"), 1 << 20), "x.jsonl")
    assert [line.number for line in found.head if line.fault is None] == [2, 103]


def test_the_digest_is_that_of_the_files_bytes():
    for data in (f"\ufeff{A}\r\n{B}\n\n".encode(), b"\xef\xbb\xbf [1] \n"):
        tally = Tally(io.BytesIO(data), Place("x"), 1 << 20)
        found, _ = read_json(tally, "x")
        if isinstance(found, JsonLines):
            list(found.lines)
        assert tally.digest == "sha256:" + hashlib.sha256(data).hexdigest()


def test_a_read_that_fails_is_one_sentence():
    class Failing(io.BytesIO):
        def readline(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(ExportError) as caught:
        read_json(Tally(Failing(), Place("x.json"), 10), "x.json")
    assert str(caught.value) == "x.json: cannot be read: Input/output error"
