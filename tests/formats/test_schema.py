"""The JSON Schema is what the types say, and knows every key of the example in the design."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCHEMA = Path(__file__).parents[2] / "resources" / "schema"


@pytest.fixture
def schema():
    return json.loads((SCHEMA / "citeview-export.schema.json").read_text(encoding="utf-8"))


def test_the_schema_is_current():
    checked = subprocess.run([sys.executable, SCHEMA / "make_schema.py", "--check"], check=False)
    assert checked.returncode == 0, "run python resources/schema/make_schema.py"


def test_it_has_every_key_of_a_record(schema):
    keys = set(schema["$defs"]["CitationRecord"]["properties"])
    assert keys == {
        *("citationId", "answerId", "part", "answerSelector", "snapshotId", "fetchedAt", "url", "title", "extractor"),
        *(
            "normalizer",
            "hashes",
            "selector",
            "matches",
            "chunk",
            "transformations",
            "references",
            "sourceId",
            "locator",
        ),
    }
    assert schema["$defs"]["CitationRecord"]["required"] == ["citationId"]
    assert "answerId" not in schema["$defs"]["ReferenceRecord"]["properties"]


def test_it_states_what_the_decoder_leaves_to_the_checks(schema):
    position = schema["$defs"]["SourceRangeRecord"]["properties"]
    assert position["start"]["type"] == "integer"
    assert position["unit"]["enum"] == ["utf8", "codepoint", "utf16", "grapheme", None]
    assert position["base"]["anyOf"][0]["enum"] == ["chunk", "document"]
    assert schema["$defs"]["AnswerRangeRecord"]["properties"]["base"]["anyOf"][0]["enum"] == ["part"]


def test_not_every_object_is_an_export(schema):
    assert schema["$defs"]["ExportRecord"]["anyOf"] == [{"required": ["citations"]}, {"required": ["answers"]}]


def test_every_reference_inside_it_leads_somewhere(schema):
    text = json.dumps(schema)
    for name in {part.split('"')[0] for part in text.split("#/$defs/")[1:]}:
        assert name in schema["$defs"]
