"""Writing a snapshot: exclusively, all of it or nothing; packing a bundle: the same bytes every time."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.records.places import ExportError
from citeview.records.snapshot import SnapshotUnreadableError
from citeview.snapshots import writing
from citeview.snapshots.bundle import open_bundle
from citeview.snapshots.store import FolderStore
from citeview.snapshots.writing import SnapshotExistsError, write_bundle_zip, write_snapshot


@given(
    st.binary(max_size=40), st.text(max_size=40), st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3)
)
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_back(build, raw, text, metadata):
    store = build.folder()
    written = write_snapshot(store, raw, text, metadata)
    assert written.created
    assert written.snapshot_id == build.digest(raw)
    read = FolderStore(store).read(written.snapshot_id)
    assert (read.text, read.raw_size) == (text, len(raw))
    assert read.recorded == read.measured
    assert (read.measured.raw, read.measured.text) == (build.digest(raw), build.digest(text))
    assert read.metadata.items() >= {key: value for key, value in metadata.items() if key not in KNOWN}.items()
    assert list(FolderStore(store).ids()) == [written.snapshot_id]


KNOWN = {"snapshotId", "hashes", "sizes"}


def test_known_metadata_comes_back(build):
    store = build.folder()
    given_ = {"url": "u", "title": "t", "encoding": {"name": "latin-1", "decidedBy": "BOM"}, "transformations": ["a"]}
    read = FolderStore(store).read(write_snapshot(store, b"r", "x", given_).snapshot_id)
    assert (read.url, read.title, read.encoding, read.transformations) == ("u", "t", "latin-1", ("a",))
    assert read.problems == ()


def test_metadata_cannot_claim_another_digest(build):
    store = build.folder()
    written = write_snapshot(store, b"r", "x", {"snapshotId": "sha256:0", "hashes": {"text": "no"}})
    assert FolderStore(store).read(written.snapshot_id).recorded.text == build.digest("x")


def test_a_snapshot_that_is_there_stays_as_it_is(build):
    store = build.folder()
    first = write_snapshot(store, b"raw", "text", {"title": "first"})
    again = write_snapshot(store, b"raw", "text", {"title": "second"})
    assert (again.snapshot_id, again.created) == (first.snapshot_id, False)
    with pytest.raises(SnapshotExistsError, match="not overwritten"):
        write_snapshot(store, b"raw", "another text", {})
    read = FolderStore(store).read(first.snapshot_id)
    assert (read.text, read.title) == ("text", "first")


def test_a_damaged_one_is_not_overwritten_either(build):
    store = build.folder()
    written = write_snapshot(store, b"raw", "text", {})
    folder = build.snapshot_folder(store, written.snapshot_id)
    (folder / "raw").write_bytes(b"changed")
    with pytest.raises(SnapshotExistsError):
        write_snapshot(store, b"raw", "text", {})
    (folder / "text").unlink()
    with pytest.raises(SnapshotUnreadableError):
        write_snapshot(store, b"raw", "text", {})
    assert (folder / "raw").read_bytes() == b"changed"


def test_text_that_utf8_cannot_hold_is_not_written(build):
    store = build.folder()
    with pytest.raises(UnicodeEncodeError):
        write_snapshot(store, b"raw", "a\ud83d", {})
    assert list(store.iterdir()) == []


@pytest.mark.parametrize("step", ["_write_durably", "_sync_folder", "_named"])
def test_a_failure_leaves_nothing(build, monkeypatch, step):
    store = build.folder()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, step, fail)
    with pytest.raises(OSError, match="No space left"):
        write_snapshot(store, b"raw", "text", {})
    assert [path for path in store.rglob("*") if path.is_file()] == []
    assert list(FolderStore(store).ids()) == []


@pytest.mark.parametrize("calls", range(1, 8))
def test_a_kill_at_any_step_leaves_no_half_snapshot(build, calls):
    # The process ends, with no clean-up, at the n-th call of fsync or rename.
    store = build.folder()
    code = f"""
import os
from pathlib import Path
left = {calls}
def dying(really):
    def call(*arguments, **named):
        global left
        left -= 1
        if not left:
            os._exit(9)
        return really(*arguments, **named)
    return call
os.fsync, os.rename = dying(os.fsync), dying(os.rename)
from citeview.snapshots.writing import write_snapshot
write_snapshot(Path({str(store)!r}), b"raw", "text", {{}})
"""
    ended = subprocess.run([sys.executable, "-c", code], check=False)
    assert ended.returncode == 9
    reader = FolderStore(store)
    for snapshot_id in reader.ids():
        assert reader.read(snapshot_id).problems == ()
        assert reader.read(snapshot_id).text == "text"
    # Whatever was left behind, the snapshot can be written now and is whole.
    written = write_snapshot(store, b"raw", "text", {})
    assert written.created == (calls <= 5)
    assert reader.read(written.snapshot_id).recorded == reader.read(written.snapshot_id).measured


def test_two_writers_of_one_snapshot_store_it_once(build):
    store = build.folder()
    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(lambda _: write_snapshot(store, b"raw", "text" * 1000, {}), range(24)))
    assert sum(each.created for each in written) == 1
    assert [path.name for path in store.iterdir()] == ["sha256"]


def test_nothing_is_written_through_a_link(build):
    store, outside = build.folder(), build.folder()
    (store / "sha256").symlink_to(outside, target_is_directory=True)
    with pytest.raises(OSError, match="links are not followed"):
        write_snapshot(store, b"raw", "text", {})
    assert [path for path in outside.rglob("*") if path.is_file()] == []


def test_a_bundle_is_packed_to_the_same_bytes_every_time(build):
    snapshot = build.snapshot("text")
    record = build.record(source=snapshot, quote="text")
    folders = [build.bundle([record], [build.answer()], [snapshot]) for _ in range(2)]
    (folders[1] / ".hidden").write_text("x")
    os.utime(folders[1] / "export.json", (1, 1))
    outs = [folder.with_suffix(".citeview") for folder in folders]
    for folder, out in zip(folders, outs, strict=True):
        write_bundle_zip(folder, out)
        write_bundle_zip(folder, out)  # replaced in one step
    assert outs[0].read_bytes() == outs[1].read_bytes()
    with open_bundle(outs[0]) as bundle:
        assert json.load(bundle.open_export())["citations"] == [record]
        assert bundle.store.read(snapshot.snapshot_id).text == "text"


def test_a_folder_with_a_link_is_not_packed(build):
    folder = build.bundle([])
    (folder / "extra").symlink_to("/etc/passwd")
    out = build.folder() / "x.citeview"
    with pytest.raises(ExportError, match="is a symbolic link, and links are not packed"):
        write_bundle_zip(folder, out)
    assert list(out.parent.iterdir()) == []


def test_a_pipe_is_not_packed(build):
    folder = build.bundle([])
    os.mkfifo(folder / "pipe")
    with pytest.raises(ExportError, match="expected a plain file, got a pipe"):
        write_bundle_zip(folder, build.folder() / "x.citeview")
