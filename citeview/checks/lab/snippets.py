"""Code to take away: convert a declared range to a language's own index, strictly.

Knows the languages and their templates (`resources/snippets/<language>/<unit>.txt`). Must not know how a citation is
checked.
"""

from __future__ import annotations

from dataclasses import dataclass

from citeview.assets import asset_path
from citeview.checks.ranges import half_open
from citeview.records.selectors import Base, DeclaredRange, EndConvention
from citeview.text.units import Unit


@dataclass(frozen=True, slots=True)
class Language:
    """Name a programming language."""

    name: str
    title: str
    unit: Unit | None
    """What its strings count; None where an index is no number."""


LANGUAGES: tuple[Language, ...] = (
    Language("python", "Python", Unit.CODEPOINT),
    Language("javascript", "JavaScript", Unit.UTF16),
    Language("java", "Java", Unit.UTF16),
    Language("go", "Go", Unit.UTF8),
    Language("rust", "Rust", Unit.UTF8),
    Language("swift", "Swift", None),
    Language("csharp", "C#", Unit.UTF16),
)

_TEXT = {
    Base.DOCUMENT: "the text of the source",
    Base.PART: "the part of the answer",
    Base.CHUNK: "the text of the chunk",
}
_END = {
    EndConvention.EXCLUSIVE: "end excluded",
    EndConvention.INCLUSIVE: "end included",
    EndConvention.LENGTH: "the second number is a length",
}


class NoSnippetError(ValueError):
    """Report in one sentence why there is no snippet."""


def snippet(language: Language, declared: DeclaredRange) -> str:
    """Return code that converts `declared` to the language's own index and cuts the selection out of `text`.

    Raises:
        NoSnippetError: where the range has no unit or no whole numbers, or where the installation lacks the templates.

    """
    unit, start, end = declared.unit, declared.start, declared.end
    if unit is None:
        raise NoSnippetError("The range declares no unit, so there is nothing to convert from.")
    if type(start) is not int or type(end) is not int:
        raise NoSnippetError("The range has no whole numbers, so there is nothing to convert.")
    first, last = half_open(start, end, declared.origin, declared.end_convention)
    if first < 0 or last < first:
        raise NoSnippetError("The range is reversed or begins before the text, so no conversion of it is right.")
    path = asset_path("snippets", language.name, f"{unit.value}.txt")
    if path is None:
        raise NoSnippetError(f"This installation lacks the template snippets/{language.name}/{unit.value}.txt.")
    second = "length" if declared.end_convention is EndConvention.LENGTH else "end"
    values = {
        "said": f"Declared: start {start}, {second} {end} in {unit.label}, counted from {declared.origin}, "
        f"{_END[declared.end_convention]}.",
        "start": str(first),
        "end": str(last),
        "unit": unit.label,
        "text": _TEXT[declared.base],
    }
    code = path.read_text(encoding="utf-8")
    for name, value in values.items():
        code = code.replace(f"{{{{{name}}}}}", value)
    return code
