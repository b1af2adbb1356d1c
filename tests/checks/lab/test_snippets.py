"""Conversion snippets, run by the interpreters that are on this machine."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citeview.checks.lab.snippets import LANGUAGES, NoSnippetError, snippet
from citeview.records.selectors import ABSENT, Base, DeclaredRange, EndConvention
from citeview.text.boundaries import BoundaryMap
from citeview.text.units import OffsetError, Unit

BY_NAME = {language.name: language for language in LANGUAGES}
UNITS = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME)


def in_python(programs: list[tuple[str, str]]) -> list[Any]:
    """Run snippets in this interpreter: (text, code) to [start, end, selected] or None where it refuses."""
    results: list[Any] = []
    for text, code in programs:
        names: dict[str, Any] = {"text": text}
        try:
            exec(code, names)  # noqa: S102  # our own template is what is tested
        except ValueError:
            results.append(None)
        else:
            results.append([names["start"], names["end"], names["selected"]])
    return results


def in_node(programs: list[tuple[str, str]]) -> list[Any]:
    """Run snippets in one Node process."""
    script = "const results = [];\n"
    for text, code in programs:
        script += (
            f"try {{ results.push(((text) => {{\n{code}\nreturn [start, end, selected]; }})({json.dumps(text)})); }}\n"
            "catch (error) { if (!(error instanceof RangeError)) throw error; results.push(null); }\n"
        )
    script += "process.stdout.write(JSON.stringify(results));"
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run([node, "-"], input=script.encode(), capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _halves(code: str) -> tuple[str, str]:
    """Divide a snippet into its function and the lines that use it."""
    function, _, use = code.partition("\n}\n")
    return function + "\n}\n", use


def in_java(programs: list[tuple[str, str]]) -> list[Any]:
    """Run snippets in one Java program."""
    classes = runs = ""
    for number, (text, code) in enumerate(programs):
        function, use = _halves(code)
        classes += (
            f"static class P{number} {{\n{function}static String run(String text) {{\n{use}"
            'return start + " " + end + " " + selected.codePoints().boxed().toList(); } }\n'
        )
        quoted = "".join(f"\\u{unit:04x}" for unit in _units(text))
        # A line end may not stand in a literal, not even as an escape, which Java reads before anything else.
        quoted = quoted.replace("\\u000d", "\\r").replace("\\u000a", "\\n")
        runs += f'try {{ System.out.println(P{number}.run("{quoted}")); }}\n'
        runs += 'catch (IndexOutOfBoundsException error) { System.out.println("null"); }\n'
    source = f"public class Main {{\n{classes}public static void main(String[] given) {{\n{runs}}}\n}}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Main.java"
        path.write_text(source, encoding="utf-8")
        done = subprocess.run(["java", str(path)], capture_output=True, check=True, timeout=120)
    return [_parsed(line) for line in done.stdout.decode().splitlines()]


def in_rust(programs: list[tuple[str, str]]) -> list[Any]:
    """Run snippets in one Rust program."""
    modules = runs = ""
    for number, (text, code) in enumerate(programs):
        function, use = _halves(code)
        modules += (
            f"mod p{number} {{\n{function}pub fn run(text: &str) -> Result<String, &'static str> {{\n{use}"
            'Ok(format!("{} {} {:?}", start, end, selected.chars().map(|c| c as u32).collect::<Vec<_>>())) } }\n'
        )
        quoted = "".join(f"\\u{{{ord(character):x}}}" for character in text)
        runs += f'println!("{{}}", p{number}::run("{quoted}").unwrap_or("null".to_string()));\n'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "main.rs"
        path.write_text(f"{modules}fn main() {{\n{runs}}}\n", encoding="utf-8")
        program = Path(folder) / "main"
        subprocess.run(["rustc", "-o", str(program), str(path)], capture_output=True, check=True, timeout=120)
        done = subprocess.run([str(program)], capture_output=True, check=True, timeout=60)
    return [_parsed(line) for line in done.stdout.decode().splitlines()]


def _units(text: str) -> list[int]:
    data = text.encode("utf-16-be")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def _parsed(line: str) -> Any:
    if line == "null":
        return None
    start, end, points = line.split(" ", 2)
    return [int(start), int(end), "".join(map(chr, json.loads(points)))]


def _java_version() -> int:
    """Return the main version of Java; 0 where there is none, or only a stub that would offer to install it."""
    if not shutil.which("java"):
        return 0
    done = subprocess.run(["java", "--version"], capture_output=True, check=False, timeout=60)
    found = re.match(rb"\w+ (\d+)", done.stdout)
    return int(found.group(1)) if found else 0


INTERPRETERS: dict[str, Callable[[list[tuple[str, str]]], list[Any]]] = {"python": in_python}
if shutil.which("node"):
    INTERPRETERS["javascript"] = in_node
if _java_version() >= 17:
    INTERPRETERS["java"] = in_java
if shutil.which("rustc") and not subprocess.run(["rustc", "--version"], capture_output=True, check=False).returncode:
    INTERPRETERS["rust"] = in_rust


def units_of(language: str) -> tuple[Unit, ...]:
    """Return the units that can be run: the others need a library that is not on every machine."""
    return UNITS[:3] if language == "rust" else UNITS


def native(language: str, text: str, codepoint: int) -> int:
    unit = BY_NAME[language].unit
    assert unit is not None
    return BoundaryMap(text).convert(codepoint, Unit.CODEPOINT, unit)


READY = [
    ("A|READY", "READY", (2, 2, 2, 2)),
    ("A🚀|READY", "READY", (6, 3, 4, 3)),
    ("A🚀e\u0301|READY", "READY", (9, 5, 6, 4)),
    ("A🚀é|READY", "READY", (8, 4, 5, 4)),
    ("A😀B.", "B", (5, 2, 3, 2)),
    ("👩\u200d🚒\r\nB.", "B", (13, 5, 7, 2)),
]


@pytest.mark.parametrize("language", INTERPRETERS)
def test_every_unit_reaches_the_same_text(language: str) -> None:
    programs, expected = [], []
    for text, quote, starts in READY:
        for unit, start in list(zip(UNITS, starts, strict=True))[: len(units_of(language))]:
            for declared in (
                DeclaredRange(start, start + len(quote), unit),
                DeclaredRange(start + 1, start + len(quote), unit, origin=1, end_convention=EndConvention.INCLUSIVE),
                DeclaredRange(start, len(quote), unit, end_convention=EndConvention.LENGTH),
            ):
                programs.append((text, snippet(BY_NAME[language], declared)))
                at = text.index(quote)
                expected.append([native(language, text, at), native(language, text, at + len(quote)), quote])
    assert INTERPRETERS[language](programs) == expected


@pytest.mark.parametrize("language", INTERPRETERS)
def test_every_boundary_of_a_text_is_converted_or_refused(language: str) -> None:
    text = "aé日😀e\u0301\r\n👩\u200d🚒🇩🇪z"
    boundaries = BoundaryMap(text)
    programs, expected = [], []
    for unit in units_of(language):
        for offset in range(boundaries.length(unit) + 3):
            programs.append((text, snippet(BY_NAME[language], DeclaredRange(offset, offset, unit))))
            try:
                at = native(language, text, boundaries.convert(offset, unit, Unit.CODEPOINT))
                expected.append([at, at, ""])
            except OffsetError:
                expected.append(None)
    assert INTERPRETERS[language](programs) == expected


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
@pytest.mark.parametrize("unit", UNITS)
def test_every_language_has_every_unit(language: Any, unit: Unit) -> None:
    code = snippet(language, DeclaredRange(39, 76, unit, origin=1, base=Base.CHUNK))
    assert "{{" not in code
    assert f"Declared: start 39, end 76 in {unit.label}, counted from 1, end excluded." in code
    assert f"[38, 75) in {unit.label}" in code
    assert "the text of the chunk" in code
    assert code.count("38") >= 2
    assert code.endswith("\n")
    assert max(map(len, code.splitlines())) <= 140


@pytest.mark.parametrize(
    "declared",
    [
        DeclaredRange(1, 2, None),
        DeclaredRange(True, 2, Unit.UTF8),
        DeclaredRange("1", 2, Unit.UTF8),
        DeclaredRange(ABSENT, 2, Unit.UTF8),
        DeclaredRange(-1, 2, Unit.UTF8),
        DeclaredRange(3, 2, Unit.UTF8),
    ],
)
def test_no_snippet_for_what_is_no_range(declared: DeclaredRange) -> None:
    with pytest.raises(NoSnippetError, match=r"^The range .*\.$"):
        snippet(LANGUAGES[0], declared)


def test_python_snippets_run_alone() -> None:
    code = snippet(BY_NAME["python"], DeclaredRange(4, 9, Unit.UTF16))
    done = subprocess.run(
        [sys.executable, "-c", f"text = 'A\\U0001f680|READY'\n{code}\nprint(selected)"],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == b"READY"
