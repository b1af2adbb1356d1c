"""Write a report: which formats there are, and the one way to a whole file.

Knows the formats by their names and endings. Must not know how any of them is written; a format's module is imported
when it is asked for.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, cast

from citeview.reports.content import Options, ReportError
from citeview.session import Session

Writer = Callable[[Session, IO[bytes], Options], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Format:
    """Hold one format."""

    name: str
    ending: str
    title: str
    module: str
    function: str


FORMATS: tuple[Format, ...] = (
    Format("html", ".html", "acceptance report, one page", "citeview.reports.html_report", "write_html"),
    Format("pdf", ".pdf", "acceptance report for paper", "citeview.reports.pdf_report", "write_pdf"),
    Format("csv", ".csv", "flat table for spreadsheets", "citeview.reports.csv_report", "write_csv"),
    Format("json", ".json", "acceptance report for pipelines", "citeview.reports.json_report", "write_json"),
    Format("w3c", ".jsonld", "W3C Web Annotations, positions in code points", "citeview.reports.w3c", "write_w3c"),
    Format("records", ".jsonl", "our own records", "citeview.reports.records", "write_records"),
)


def format_of(path: Path, name: str | None = None) -> Format:
    """Return the format of that name, else the one that the file's ending names.

    Raises:
        ReportError: where there is none: one sentence that lists those there are.
    """
    ending = path.suffix.lower()
    for one in FORMATS:
        if one.name == name or (name is None and one.ending == ending):
            return one
    wanted = f"no format is called {name!a}" if name is not None else f"no format ends in {ending!a}"
    known = ", ".join(f"{one.ending} ({one.title})" for one in FORMATS)
    raise ReportError(f"The report cannot be written: {wanted}; there are: {known}.")


def write_report(session: Session, path: Path, options: Options, name: str | None = None) -> tuple[str, ...]:
    """Write a report of an export into a file, whole or not at all; return what a person should know about it.

    Args:
        session: the open export.
        path: the file; one that is there is replaced when the new one is whole.
        options: what the report is made with.
        name: the format; by default the file's ending names it.

    Raises:
        ReportError: where it cannot be written: one sentence; no half report is left.
        ReportCancelledError: where `options.cancelled` says so; nothing is left.
    """
    chosen = format_of(path, name)
    writer = cast("Writer", getattr(import_module(chosen.module), chosen.function))
    unfinished: Path | None = None
    try:
        # In the same folder, because only there the last step replaces the file at once.
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
            unfinished = Path(stream.name)
            notes = writer(session, cast("IO[bytes]", stream), options)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.chmod(0o666 & ~_umask())
        unfinished.replace(path)
        unfinished = None
    except OSError as error:
        raise ReportError(f"The report cannot be written: {error.strerror or error} ({path}).") from error
    finally:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
    return notes


def _umask() -> int:
    # A temporary file is its owner's alone; a report has the rights of any new file. There is no way to read the mask
    # but to set it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
