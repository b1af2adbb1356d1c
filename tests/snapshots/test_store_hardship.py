"""Writers that are killed, that race, that may not write, that find the disk full: never a half snapshot."""

import errno
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from citeview.records.snapshot import SnapshotMissingError
from citeview.snapshots import writing
from citeview.snapshots.store import FolderStore
from citeview.snapshots.verifying import verify_snapshot
from citeview.snapshots.writing import UNFINISHED, SnapshotExistsError, copy_snapshot, remove_unfinished, write_snapshot

WRITER = """
import sys
from pathlib import Path
from citeview.snapshots.writing import write_snapshot
print("ready", flush=True)
for number in range(100000):
    raw = b"%d" % number * 20000
    write_snapshot(Path(sys.argv[1]), raw, raw.decode(), {"url": "u"}, side_file=raw)
"""


def whole(store):
    """Verify every snapshot that a reader sees, and return how many there are."""
    reader = FolderStore(store)
    ids = list(reader.ids())
    for snapshot_id in ids:
        assert verify_snapshot(reader, snapshot_id) == ()
    return len(ids)


def test_a_kill_at_a_random_moment_leaves_no_half_snapshot(build):
    store = build.folder()
    moments = random.Random(7)  # noqa: S311  # any moments will do
    for _ in range(8):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(store)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout.readline() == b"ready\n"
            try:
                writer.wait(moments.uniform(0.001, 0.08))
            except subprocess.TimeoutExpired:
                writer.kill()
        whole(store)
    assert whole(store)
    # The next writer finishes what is missing, and what was left behind goes once it is old.
    left = [path for path in store.iterdir() if path.name.startswith(UNFINISHED)]
    assert remove_unfinished(store) == 0
    assert remove_unfinished(store, older_than=0) == len(left)
    assert {path.name for path in store.iterdir()} == {"sha256"}


def test_old_leftovers_go_with_the_next_write_and_young_ones_stay(build):
    store = build.folder()
    old, young, link = (store / f"{UNFINISHED}{name}" for name in ("old", "young", "link"))
    outside = build.folder()
    (outside / "kept").write_text("x")
    for folder in (old, young):
        folder.mkdir()
        (folder / "raw").write_bytes(b"half")
    link.symlink_to(outside, target_is_directory=True)
    day_before = time.time() - 2 * 24 * 3600
    os.utime(old, (day_before, day_before))
    os.utime(link, (day_before, day_before), follow_symlinks=False)
    write_snapshot(store, b"raw", "text", {})
    assert not old.exists()
    assert young.exists()
    assert (outside / "kept").exists()


def test_two_processes_that_write_the_same_store_it_once(build):
    store = build.folder()
    program = (
        "import sys; from pathlib import Path; from citeview.snapshots.writing import write_snapshot\n"
        "sys.stdin.read()\n"
        "print(sum(write_snapshot(Path(sys.argv[1]), b'%d' % n * 9999, 'text', {}).created for n in range(30)))"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for writer in writers:
        writer.stdin.close()
    created = []
    for writer in writers:
        with writer:
            created.append(int(writer.stdout.read()))
    assert sum(created) == 30
    assert whole(store) == 30
    assert {path.name for path in store.iterdir()} == {"sha256"}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("call", ["mkdir", "fsync", "rename"])
def test_a_full_or_read_only_disk_is_one_error_and_leaves_nothing(build, monkeypatch, call, number):
    store = build.folder()

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(OSError, match=os.strerror(number)):
        write_snapshot(store, b"raw", "text", {}, side_file=b"{}")
    monkeypatch.undo()
    assert [path for path in store.rglob("*") if path.is_file()] == []
    assert list(FolderStore(store).ids()) == []
    assert write_snapshot(store, b"raw", "text", {}).created


def test_a_disk_that_fills_up_in_the_middle_of_a_file(build, monkeypatch):
    store = build.folder()
    really, calls = writing._write_durably, []

    def fill(path: Path, data: bytes) -> None:
        calls.append(path.name)
        if path.name == "text":
            path.write_bytes(data[:2])
            raise OSError(errno.ENOSPC, "No space left on device")
        really(path, data)

    monkeypatch.setattr(writing, "_write_durably", fill)
    with pytest.raises(OSError, match="No space left"):
        write_snapshot(store, b"raw", "text", {})
    assert calls == ["raw", "text"]
    assert [path.name for path in store.iterdir()] == ["sha256"]


def test_what_is_there_can_be_read_where_nothing_may_be_written(build, monkeypatch):
    store = build.folder()
    snapshot_id = write_snapshot(store, b"raw", "text", {}, side_file=b"{}").snapshot_id

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    for call in ("mkdir", "rename", "rmdir", "unlink"):
        monkeypatch.setattr(os, call, refuse)
    assert whole(store) == 1
    assert remove_unfinished(store, older_than=0) == 0
    assert write_snapshot(store, b"raw", "text", {}).snapshot_id == snapshot_id  # nothing had to be written


def test_names_of_another_case_are_not_snapshots(build):
    # A file system that does not tell case would give both for one; only the digits as we write them count.
    store = build.folder()
    snapshot_id = write_snapshot(store, b"raw", "text", {}).snapshot_id
    folder = build.snapshot_folder(store, snapshot_id)
    assert folder.name == folder.name.lower()
    (folder.parent / folder.name.upper()).mkdir()
    (store / "SHA256").mkdir()
    assert list(FolderStore(store).ids()) == [snapshot_id]
    with pytest.raises(SnapshotMissingError, match="is no snapshot id"):
        FolderStore(store).read(snapshot_id.upper())


@pytest.mark.parametrize("name", ["../raw", "raw\0", "RAW", "/etc/passwd", "", "raw/x", ".hidden", "con:"])
def test_no_other_file_is_opened(build, name):
    store = build.folder()
    snapshot_id = write_snapshot(store, b"raw", "text", {}).snapshot_id
    with pytest.raises(SnapshotMissingError, match="no file of a snapshot"):
        FolderStore(store).open(snapshot_id, name)


def test_every_kind_of_damage_is_found(build):
    store = build.folder()
    reader = FolderStore(store)
    for name, sentence in {
        "raw": "Its id is the digest neither of its raw bytes nor of its text: they were changed after it was stored.",
        "text": "The digest of its text is sha256:",
        "extraction.json": "The digest of its extraction.json is sha256:",
        "snapshot.json": "snapshot.json: expected",
    }.items():
        written = write_snapshot(store, name.encode(), "text", {}, side_file=b"{}")
        assert verify_snapshot(reader, written.snapshot_id) == ()
        (build.snapshot_folder(store, written.snapshot_id) / name).write_bytes(b"[]")
        assert any(sentence in said for said in verify_snapshot(reader, written.snapshot_id)), name
    written = write_snapshot(store, b"another", "text", {}, side_file=b"{}")
    (build.snapshot_folder(store, written.snapshot_id) / "extraction.json").unlink()
    assert verify_snapshot(reader, written.snapshot_id) == (
        f"No extraction.json is stored under {written.snapshot_id}.",
    )
    assert "No snapshot is stored" in verify_snapshot(reader, "sha256:" + "0" * 64)[0]


def test_a_snapshot_is_copied_as_it_is(build):
    store, other = build.folder(), build.folder()
    written = write_snapshot(store, b"raw", "text", {"url": "u"}, side_file=b"{}")
    assert copy_snapshot(FolderStore(store), written.snapshot_id, other)
    assert not copy_snapshot(FolderStore(store), written.snapshot_id, other)
    for name in ("raw", "text", "snapshot.json", "extraction.json"):
        here, there = (build.snapshot_folder(each, written.snapshot_id) / name for each in (store, other))
        assert here.read_bytes() == there.read_bytes()
    with pytest.raises(SnapshotExistsError):
        write_snapshot(other, b"raw", "another", {})
