"""Where in a file something stands, and the error that says so.

Knows files, lines, records and paths inside a record; must not know any format.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Name one place in an export: the file, the record or line in it, and the path inside the record."""

    file: str
    line: int | None = None
    """1-based line, for line-oriented files."""
    path: str = ""
    """Path inside the record, as `citations[3].selector.position.start`."""

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line is not None else ""
        path = f": {self.path}" if self.path else ""
        return f"{self.file}{line}{path}"

    def at(self, path: str) -> Place:
        """Return the same place with `path` appended (a key with its dot, an index in brackets; empty stays here)."""
        joined = path if not path or not self.path or path.startswith("[") else f".{path}"
        return Place(self.file, self.line, f"{self.path}{joined}")


class ExportError(ValueError):
    """Report that a whole file cannot be read: one sentence, with the place.

    Attributes:
        place: where it was noticed.
        problem: the sentence without the place.
    """

    def __init__(self, place: Place, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class RecordError(ExportError):
    """Report that one record cannot be read; the others can."""
