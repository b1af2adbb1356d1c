"""Write the JSON Schema of citeview's own export format, from the types that decode it.

    python resources/schema/make_schema.py          writes citeview-export.schema.json beside this script
    python resources/schema/make_schema.py --check  exits 1 where the file is not what the types say

The schema says what a right export is. Decoding is as strict about types and more lenient about what the checks judge
(offsets, units, digests), so that a wrong one is shown in the window and not refused at the door.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from citeview.formats import wire

TARGET = Path(__file__).with_name("citeview-export.schema.json")
ROOTS = (wire.ExportRecord, wire.CitationRecord, wire.AnswerRecord)


def schema() -> dict[str, Any]:
    """Return the schema: an export, one record, or a list of records. In JSON Lines each line is one record."""
    # Origin is typed as anything, because a bare number is read too; the schema describes both.
    (export, citation, answer, origin), definitions = msgspec.json.schema_components(
        [*ROOTS, wire.OriginRecord], ref_template="#/$defs/{name}"
    )
    definitions["ChunkRecord"]["properties"]["origin"] = {
        "anyOf": [origin, {"type": "integer"}],
        "description": "Where the chunk's first character stands; a bare number has a unit that is not declared.",
    }
    # Every key of an export may be missing, but not all: without this any object at all would be one.
    definitions["ExportRecord"]["anyOf"] = [{"required": ["citations"]}, {"required": ["answers"]}]
    definitions["AnswerRecord"]["oneOf"] = [{"required": ["text"]}, {"required": ["parts"]}]
    record = {"anyOf": [citation, answer]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "citeview export",
        "description": "Answers and their citations: an object of lists, one record, or a list of records.",
        "anyOf": [export, *record["anyOf"], {"type": "array", "items": record}],
        "$defs": {name: _tidy(definition) for name, definition in sorted(definitions.items())},
    }


def text() -> str:
    """Return the schema as it stands in the file."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _tidy(node: Any) -> Any:
    """Drop defaults and empty lists: that a key may be left out or null is in the types already."""
    if isinstance(node, dict):
        return {
            key: _tidy(value) for key, value in node.items() if key != "default" and (key, value) != ("required", [])
        }
    if isinstance(node, list):
        return [_tidy(value) for value in node]
    return node


def main() -> int:
    current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
    if "--check" in sys.argv[1:]:
        return int(current != text())
    TARGET.write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
