"""`citeview snapshot`: add files to a store of snapshots, list, show, verify and export them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from citeview.cli.out import json_array, note, plain, say, to_json
from citeview.records.places import ExportError
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError

if TYPE_CHECKING:
    from citeview.snapshots.adding import AddedSnapshot
    from citeview.snapshots.store import FolderStore

_T = TypeVar("_T")
_SHORTEST = 6
"""Hexadecimal digits of an id that are looked up without the rest."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `snapshot` and their arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = _action(actions, "add", "store files with the text that is extracted from them")
    add.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="text, Markdown, HTML, PDF, DOCX, WARC or WACZ"
    )
    add.add_argument("--url", metavar="U", help="the address that the file is of; chooses the record of a web archive")
    add.add_argument("--media-type", metavar="T", help="what the file is; without it the bytes decide")
    add.add_argument("--charset", metavar="C", help="its encoding; without it the bytes decide")
    add.add_argument("--by", metavar="NAME", help="who attaches it")
    _action(actions, "list", "list the snapshots of a store").add_argument(
        "--url", metavar="U", help="only those of this address, the oldest first"
    )
    show = _action(actions, "show", "show one snapshot: what is recorded, what is measured")
    show.add_argument("id", metavar="ID", help="its id, or the beginning of it")
    show.add_argument("--text", action="store_true", help="print its text and nothing else")
    verify = _action(actions, "verify", "measure every digest again; exit 1 where one is wrong")
    verify.add_argument("ids", nargs="*", metavar="ID", help="only these snapshots")
    verify.add_argument("--extract", action="store_true", help="extract every text again and compare it as well")
    export = _action(actions, "export", "copy snapshots into another folder, laid out as a store")
    export.add_argument("ids", nargs="*", metavar="ID", help="only these snapshots")
    export.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the other store")


def run(options: argparse.Namespace) -> int:
    """Do one action; exit 0 where all is well, 1 where a snapshot is wrong, 2 where something cannot be done."""
    from citeview.snapshots.store import FolderStore, default_store_path

    path = options.store or default_store_path()
    try:
        return _ACTIONS[options.action](options, path, FolderStore(path))
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        note(f"citeview: {plain(str(error))}")
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        note(f"citeview: {plain(str(path))}: cannot be used: {plain(error.strerror or str(error))}")
        return 2


def _add(options: argparse.Namespace, path: Path, _: FolderStore) -> int:
    from citeview.snapshots.adding import add_file

    code = 0
    rows: list[dict[str, object]] = []
    for file in _with_progress(options.files, "Files"):
        try:
            added = add_file(
                path,
                file,
                url=options.url,
                media_type=options.media_type,
                charset=options.charset,
                attached_by=options.by,
            )
        except ExportError as error:
            code = 2
            rows.append({"file": str(file), "error": str(error)})
            note(f"citeview: {plain(str(error))}")
            continue
        rows.append(_added_row(file, added))
        if options.format != "json":
            _say_added(file, added)
    if options.format == "json":
        _say_array(rows)
    return code


def _say_added(file: Path, added: AddedSnapshot) -> None:
    made = added.extracted
    done = "stored" if added.created else "was stored before"
    say(f"{added.snapshot_id}  {plain(str(file))}: {done}, {len(made.text):,} characters by {made.extractor}")
    for warning in made.warnings:
        say(f"  note: {plain(warning)}")


def _added_row(file: Path, added: AddedSnapshot) -> dict[str, object]:
    made = added.extracted
    return {
        "file": str(file),
        "snapshotId": added.snapshot_id,
        "created": added.created,
        "extractor": made.extractor,
        "mediaType": made.media_type,
        "characters": len(made.text),
        "warnings": list(made.warnings),
    }


def _list(options: argparse.Namespace, _: Path, store: FolderStore) -> int:
    from citeview.snapshots.store import describe
    from citeview.snapshots.versions import versions_of

    ids = [each.snapshot_id for each in versions_of(store, options.url)] if options.url else list(store.ids())
    rows = []
    for snapshot_id in ids:
        said = describe(store, snapshot_id)
        row: dict[str, object] = {
            "snapshotId": snapshot_id,
            "url": said.url,
            "title": said.title,
            "fetchedAt": said.fetched_at,
            "mediaType": said.media_type,
            "extractor": said.extractor,
            "sizes": dict(said.sizes),
        }
        rows.append(row)
        if options.format != "json":
            when = said.fetched_at or "attached, not fetched"
            say(
                f"{snapshot_id}  {plain(when)}  {plain(said.url or '(no address)')}  {plain(said.title or '')}".rstrip()
            )
    if options.format == "json":
        _say_array(rows)
    return 0


def _show(options: argparse.Namespace, _: Path, store: FolderStore) -> int:
    from citeview.snapshots.verifying import verify_snapshot

    snapshot = store.read(_full_id(store, options.id))
    if options.text:
        sys.stdout.write(snapshot.text)
        return 0
    problems = verify_snapshot(store, snapshot.snapshot_id)
    measured = {"raw": snapshot.measured.raw, "text": snapshot.measured.text}
    if options.format == "json":
        say(to_json({**snapshot.metadata, "measured": measured, "problems": list(problems)}))
        return 1 if problems else 0
    say(f"{'snapshot':<16}{snapshot.snapshot_id}")
    for name, value in snapshot.metadata.items():
        if name not in ("snapshotId", "transformations", "warnings"):
            say(f"{plain(name):<16}{plain(value if isinstance(value, str) else to_json(value))}")
    for step in snapshot.transformations:
        say(f"{'step':<16}{plain(step if isinstance(step, str) else to_json(step))}")
    warnings = snapshot.metadata.get("warnings")
    for warning in warnings if isinstance(warnings, list) else ():
        say(f"{'note':<16}{plain(str(warning))}")
    for problem in problems:
        say(f"{'wrong':<16}{plain(problem)}")
    return 1 if problems else 0


def _verify(options: argparse.Namespace, path: Path, store: FolderStore) -> int:
    from citeview.snapshots.verifying import verify_extraction, verify_snapshot
    from citeview.snapshots.writing import remove_unfinished

    removed = remove_unfinished(path)
    ids = [_full_id(store, given) for given in options.ids] or list(store.ids())
    rows: list[dict[str, object]] = []
    wrong = 0
    for snapshot_id in _with_progress(ids, "Snapshots"):
        problems = verify_snapshot(store, snapshot_id)
        if options.extract and (differs := verify_extraction(store, snapshot_id)) is not None:
            problems = (*problems, differs)
        wrong += bool(problems)
        rows.append({"snapshotId": snapshot_id, "problems": list(problems)})
        if options.format != "json":
            for problem in problems:
                say(f"{snapshot_id}  {plain(problem)}")
    if options.format == "json":
        _say_array(rows)
    else:
        say(f"{len(ids):,} snapshot{'' if len(ids) == 1 else 's'} verified, {wrong:,} wrong")
    if removed:
        note(f"removed {removed:,} unfinished folder{'' if removed == 1 else 's'} that a stopped writer left behind")
    return 1 if wrong else 0


def _export(options: argparse.Namespace, _: Path, store: FolderStore) -> int:
    from citeview.snapshots.writing import copy_snapshot

    ids = [_full_id(store, given) for given in options.ids] or list(store.ids())
    created = 0
    for snapshot_id in _with_progress(ids, "Snapshots"):
        created += copy_snapshot(store, snapshot_id, options.out)
    if options.format == "json":
        say(to_json({"exported": ids, "created": created, "out": str(options.out)}))
    else:
        say(f"{len(ids):,} snapshots in {plain(str(options.out))}, {created:,} of them new")
    return 0


_ACTIONS: dict[str, Callable[[argparse.Namespace, Path, FolderStore], int]] = {
    "add": _add,
    "list": _list,
    "show": _show,
    "verify": _verify,
    "export": _export,
}


def _action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=what, description=what.capitalize() + ".")
    parser.add_argument("--store", type=Path, metavar="DIR", help="the folder of the store (the user's own)")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the result")
    return parser


def _full_id(store: FolderStore, given: str) -> str:
    digits = given.removeprefix("sha256:").lower()
    if len(digits) == 64 or len(digits) < _SHORTEST:
        return f"sha256:{digits}"
    found = [each for each in store.ids() if each.startswith(f"sha256:{digits}")]
    if len(found) > 1:
        raise SnapshotMissingError(f"{len(found)} snapshots begin with {ascii(given)[1:-1]}; give more of the id.")
    return found[0] if found else f"sha256:{digits}"


def _say_array(rows: Sequence[dict[str, object]]) -> None:
    for line in json_array(to_json(row) for row in rows):
        say(line)


def _with_progress(items: Sequence[_T], what: str) -> Iterator[_T]:
    with _progress(len(items), what) as step:
        for item in items:
            yield item
            step()


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
