"""One JSON text: what is refused, where, and that nothing else is changed."""

import json
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.records.jsontext import JsonParser, check_shape, first_fault, join, json_name
from citeview.records.limits import Limits
from citeview.records.places import ExportError, Place

PLACE = Place("x.json")

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=25,
)


def refusal(data, limits=None):
    with pytest.raises(ExportError) as caught:
        JsonParser(limits or Limits()).parse(data if isinstance(data, bytes) else data.encode(), PLACE)
    return str(caught.value)


@given(JSON)
def test_values_come_back_as_they_went_in(value):
    parsed = JsonParser().parse(json.dumps(value).encode(), PLACE)
    assert parsed.value == value
    assert not parsed.odd


def test_a_lone_surrogate_survives():
    assert JsonParser().parse(rb'["\ud83d", "\ude00\ud83d"]', PLACE).value == ["\ud83d", "\ude00\ud83d"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("hello", 'x.json, line 1: not JSON at column 1: expected a value, got "hello"'),
        ('{"a": 1,\n  b: 2}', 'x.json, line 2: not JSON at column 3: expected a key in double quotes, got "b: 2}"'),
        ('{"a" 1}', 'x.json, line 1: not JSON at column 6: expected a colon, got "1}"'),
        ("[1 2]", 'x.json, line 1: not JSON at column 4: expected a comma, got "2]"'),
        ("[1]\n[2]", "x.json, line 2: not JSON at column 1: more follows after the end of the value"),
        ('["a\tb"]', "x.json, line 1: not JSON at column 4: a control character stands unescaped in a text"),
        (r'["\x"]', "x.json, line 1: not JSON at column 3: a backslash is followed by what it cannot escape"),
        (r'["\u12"]', "x.json, line 1: not JSON at column 4: \\u is not followed by four hexadecimal digits"),
        ('[\n{"a": "b', "x.json, line 2: the JSON ends too early, at column 9: it is cut off"),
        ("[\n[1,", "x.json, line 2: the JSON ends too early, at column 4: it is cut off"),
        ('{"a":\n\n', "x.json, line 1: the JSON ends too early, at column 6: it is cut off"),
        (b'["\xff"]', "x.json: not UTF-8: byte 2 (hexadecimal ff) cannot be decoded"),
        (b'["\xed\xa0\xbd"]', "x.json: not UTF-8: byte 2 (hexadecimal ed) cannot be decoded"),
    ],
)
def test_what_is_not_json_is_one_sentence_with_its_place(data, sentence):
    assert refusal(data) == sentence


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ('{"a": [1, {"b": NaN}]}', ("a[1].b", "NaN is not JSON")),
        ("[-Infinity]", ("[0]", "-Infinity is not JSON")),
        ('{"a": {"k": 1, "j": 2, "k": 3}}', ("a", 'the key "k" stands twice in one object')),
        ('{"k": 1, "k": 1}', ("", 'the key "k" stands twice in one object')),
        ("[1e999]", ("[0]", "the number 1e999 is too large to be held")),
        ("[-1e999]", ("[0]", "the number -1e999 is too large to be held")),
        ("[" + "9" * 5000 + "]", ("[0]", "a whole number of 5,000 digits is not read")),
        ('{"a b": [NaN]}', ('["a b"][0]', "NaN is not JSON")),
        ('{"one": NaN, "two": Infinity}', ("one", "NaN is not JSON")),
    ],
)
def test_what_the_standard_forbids_is_found_at_its_path(data, fault):
    parsed = JsonParser().parse(data.encode(), PLACE)
    assert parsed.odd
    assert first_fault(parsed.value) == fault
    json.dumps(parsed.value, allow_nan=False)  # what is kept of it can be written again


def test_a_parser_forgets_the_faults_of_the_text_before():
    parser = JsonParser()
    assert parser.parse(b"[NaN]", PLACE).odd
    assert not parser.parse(b'["NaN", 1.5, 1e308, 600]', PLACE).odd


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_a_hundred_thousand_levels_are_refused_without_recursion(opening):
    assert "nested deeper than 200 levels" in refusal(opening * 100_000)


@pytest.mark.parametrize(("depth", "refused"), [(199, False), (200, False), (201, True)])
def test_the_depth_is_counted_exactly(depth, refused):
    data = b"[" * depth + b"]" * depth
    if refused:
        assert refusal(data) == "x.json, line 1: nested deeper than 200 levels"
    else:
        JsonParser().parse(data, PLACE)


def test_the_line_where_it_becomes_too_deep_is_named():
    assert refusal("[\n[\n[\n[0]]]]", Limits(depth=3)).startswith("x.json, line 4: nested deeper than 3 levels")


@given(
    st.lists(st.sampled_from(['"', "\\", "\\\\", '\\"', "[", "]", "{", "}", "a", ",", "\n"]), max_size=60).map("".join)
)
def test_brackets_in_texts_do_not_count(inside):
    data = json.dumps([inside, [inside]]).encode()
    check_shape(data, PLACE, Limits(depth=2))
    with pytest.raises(ExportError):
        check_shape(data, PLACE, Limits(depth=1))


@given(JSON)
def test_the_depth_is_that_of_the_value(value):
    def depth(node):
        inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else None
        return 0 if inside is None else 1 + max(map(depth, inside), default=0)

    deep, data = depth(value), json.dumps(value).encode()
    check_shape(data, PLACE, Limits(depth=deep))
    if deep:
        with pytest.raises(ExportError):
            check_shape(data, PLACE, Limits(depth=deep - 1))


def test_too_many_values_are_refused():
    assert refusal("[" + "0," * 11 + "0]", Limits(values=10)) == (
        "x.json: holds more than 10 values, the most that are read at once"
    )
    many = "[" + "[]," * 11 + "[]]"
    assert refusal(many, Limits(containers=10, depth=3)) == (
        "x.json: holds more than 10 lists and objects, the most that are read at once"
    )


def test_a_depth_beyond_one_block_of_the_scan_is_found():
    wide = b"[" + b"[]," * 400_000
    assert len(array("b", wide)) > 1 << 20
    check_shape(wide + b"[]]", PLACE, Limits(depth=2))
    with pytest.raises(ExportError, match="deeper than 2"):
        check_shape(wide + b"[[]]]", PLACE, Limits(depth=2))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (3, "the number 3"),
        (3.0, "the number 3.0"),
        (-(10**50), "the number -" + "1" + "0" * 27 + "…"),
        ("3", "text"),
        ([], "a list"),
        ({}, "an object"),
    ],
)
def test_values_have_names(value, name):
    assert json_name(value) == name


@pytest.mark.parametrize(
    ("path", "key", "joined"),
    [
        ("", "a", "a"),
        ("a[0]", "b", "a[0].b"),
        ("a", "b c", 'a["b c"]'),
        ("", "\u202e", '["\\u202e"]'),
        ("a", "", 'a[""]'),
    ],
)
def test_a_path_holds_no_untrusted_character(path, key, joined):
    assert join(path, key) == joined


def test_a_long_key_is_cut():
    assert join("", "k" * 5000) == '["' + "k" * 39 + '…"]'
