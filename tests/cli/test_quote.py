"""`citeview quote` and `citeview rules`."""

from __future__ import annotations

import json
from typing import Any

REFERENCE = ("--rules", "tok-nfkc-lower@2")


def lines(ran: Any) -> list[Any]:
    return [json.loads(line) for line in ran.out.splitlines()]


def test_one_result_line_for_each_input_line(run: Any) -> None:
    pairs = [
        {"quote": "READY", "source": "A🚀|READY."},
        {"quote": "the 5 blue cats", "source": "the 6 blue cats and the 5 blue dogs"},
        {"quote": "5", "source": "a 5 % loss"},
        {"quote": "end", "source": "\ud83d end"},
    ]
    ran = run("quote", "--jsonl", *REFERENCE, stdin="".join(json.dumps(pair) + "\n" for pair in pairs))
    found, closest, refused, surrogate = lines(ran)
    assert ran.code == 0
    assert (found["found"], found["start"], found["end"], found["start_utf16"], found["end_utf16"]) == (
        True,
        3,
        8,
        4,
        9,
    )
    assert found["matches"] == 1
    assert found["closest"] is None
    assert closest["found"] is False
    assert closest["closest"] == {"num": 3, "den": 4, "text": "the 6 blue cats"}
    assert refused["reason"] == "could not check: numeric context"
    assert (surrogate["start"], surrogate["end"]) == (2, 5)


def test_a_line_that_is_no_pair_is_answered_and_the_rest_goes_on(run: Any) -> None:
    given = 'nonsense\n{"quote": 5, "source": "x"}\n[]\n\n{"quote": "x", "source": "x"}\n'
    ran = run("quote", "--jsonl", *REFERENCE, stdin=given)
    answers = lines(ran)
    assert ran.code == 2
    assert [answer["found"] for answer in answers] == [False, False, False, True]
    assert "line 1" in answers[0]["error"]
    assert "Traceback" not in ran.err


def test_line_separators_inside_a_string_do_not_end_a_line(run: Any) -> None:
    given = '{"quote": "a b", "source": "a\u2028b\x85c"}\n'
    assert len(lines(run("quote", "--jsonl", *REFERENCE, stdin=given))) == 1


def test_one_quote_on_one_file(run: Any, tmp_path: Any) -> None:
    source = tmp_path / "source.txt"
    source.write_text("A cache hit ratio of 90 percent.", encoding="utf-8")
    assert run("quote", "--quote", "hit ratio", "--source", source).code == 0
    missing = run("quote", "--quote", "miss ratio", "--source", source)
    assert missing.code == 1
    assert run("quote", "--quote", "x").code == 2


def test_rules_are_listed_with_versions(run: Any) -> None:
    listed = {row["name"]: row for row in run("rules", "--format", "json").json}
    assert listed["tok-nfkc-lower@2"]["version"] == "2"
    assert listed["tok-nfkc-lower@2"]["unicode"]
    assert "tok-nfkc-lower@2" in run("rules").out


def test_unknown_rules_are_refused(run: Any) -> None:
    assert run("quote", "--jsonl", "--rules", "mine@9", stdin="").code == 2


def test_a_quote_is_explained(run: Any, tmp_path: Any) -> None:
    source = tmp_path / "source.txt"
    source.write_text("it fell –5 items", encoding="utf-8")
    ran = run("quote", "--quote", "5 items", "--source", source, "--rules", "citeview@1", "--explain")
    assert ran.code == 1
    assert "context: touches a sign" in ran.out
    explained = run(
        "quote", "--quote", "5 items", "--source", source, "--rules", "citeview@1", "--explain", "--format", "json"
    ).json
    assert explained["outcome"] == "could not check"
    assert any("touches a sign" in line for line in explained["explanation"])
