"""Stores: what is read, what was measured, and one sentence for everything that is not a snapshot."""

import os
from pathlib import Path

import pytest

from citeview.records.citation import Hashes
from citeview.records.limits import Limits
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError
from citeview.snapshots.archive import Archive
from citeview.snapshots.store import ChainStore, FolderStore, ZipStore, default_store_path, parts_of

TEXT = "\ufeffOne\r\nमान 😀\rtwo\n"


@pytest.fixture(params=["folder", "zip"])
def stored(request, build):
    """Put snapshots into a folder or into a zip and return the store; `change` edits the folder first."""
    archives = []

    def stored(*snapshots, change=lambda folder: None, limits=None):
        bundle = build.bundle([], snapshots=snapshots)
        for snapshot in snapshots:
            change(build.snapshot_folder(bundle / "snapshots", snapshot.snapshot_id))
        if request.param == "folder":
            return FolderStore(bundle, "snapshots", limits=limits or Limits())
        more = {path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.rglob("*") if path.is_file()}
        archives.append(Archive(_zip(build, more)))
        return ZipStore(archives[-1], "snapshots/", limits or Limits())

    yield stored
    for archive in archives:
        archive.close()


def _zip(build, entries):
    import zipfile

    path = build.folder() / "b.citeview"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def test_a_snapshot_is_read_with_both_digests_measured(stored, build):
    snapshot = build.snapshot(TEXT, raw=b"<p>raw</p>", transformations=["strip"], mine={"kept": 1})
    read = stored(snapshot).read(snapshot.snapshot_id)
    assert read.text == TEXT
    assert read.raw_size == 10
    assert read.measured == Hashes(build.digest(b"<p>raw</p>"), build.digest(TEXT))
    assert read.recorded == read.measured
    assert (read.url, read.title, read.fetched_at) == ("https://example.com/page", "Example", "2026-11-05T14:02:11Z")
    assert (read.media_type, read.encoding, read.extractor) == ("text/plain", "utf-8", "plain-text@1")
    assert read.transformations == ("strip",)
    assert read.metadata == snapshot.metadata
    assert read.problems == ()


def test_the_digests_are_measured_on_every_read(stored, build):
    snapshot = build.snapshot("as fetched")
    edits = {"text": b"as edited", "raw": b"as edited too"}
    store = stored(snapshot, change=lambda folder: [(folder / name).write_bytes(data) for name, data in edits.items()])
    read = store.read(snapshot.snapshot_id)
    assert read.text == "as edited"
    assert read.measured == Hashes(build.digest("as edited too"), build.digest("as edited"))
    assert read.recorded == Hashes(build.digest("as fetched"), build.digest("as fetched"))


def test_a_change_between_two_reads_is_measured(build):
    snapshot = build.snapshot("before")
    root = build.store(snapshot)
    store = FolderStore(root)
    assert store.read(snapshot.snapshot_id).measured.text == build.digest("before")
    (build.snapshot_folder(root, snapshot.snapshot_id) / "text").write_bytes(b"after")
    assert store.read(snapshot.snapshot_id).measured.text == build.digest("after")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("raw", "The raw bytes are not stored: the text cannot be traced back to what was fetched."),
        ("snapshot.json", "There is no snapshot.json: nothing says where the snapshot came from."),
    ],
)
def test_what_is_not_stored_beside_the_text_is_said(stored, build, name, problem):
    snapshot = build.snapshot("x")
    read = stored(snapshot, change=lambda folder: (folder / name).unlink()).read(snapshot.snapshot_id)
    assert read.text == "x"
    assert read.problems == (problem,)
    assert (read.measured.raw is None) == (name == "raw")
    assert (read.recorded == Hashes()) == (name == "snapshot.json")


@pytest.mark.parametrize(
    ("described", "problem"),
    [
        (b"", "snapshot.json, line 1: the JSON ends too early, at column 1: it is cut off."),
        (b'{"url": ', "snapshot.json, line 1: the JSON ends too early, at column 8: it is cut off."),
        (b"[]", "snapshot.json: expected an object, got a list."),
        (b"[" * 100_000, "snapshot.json, line 1: nested deeper than 200 levels."),
        (b'{"a": NaN}', "snapshot.json: a: NaN is not JSON."),
        (b'{"url": 1, "url": 2}', 'snapshot.json: the key "url" stands twice in one object.'),
        (b'{"url": 5}', "snapshot.json: url: expected text, got the number 5."),
        (b'{"hashes": [], "title": null}', "snapshot.json: hashes: expected an object, got a list."),
        (b'{"hashes": {"raw": true}}', "snapshot.json: hashes.raw: expected text, got true."),
        (b'{"encoding": 5}', "snapshot.json: encoding: expected an object, got the number 5."),
        (b'{"sizes": {"raw": true}}', "snapshot.json: sizes.raw: expected a whole number, got true."),
        (b'{"transformations": "x"}', "snapshot.json: transformations: expected a list, got text."),
        (b'{"sizes": {"text": 5}}', "snapshot.json says that text has 5 bytes; it has 1."),
        (b'{"snapshotId": "sha256:\xe2\x80\xae"}', "snapshot.json is that of another snapshot, sha256:\\u202e."),
        (b'\xff{"a": 1}', "snapshot.json: not UTF-8: byte 0 (hexadecimal ff) cannot be decoded."),
    ],
)
def test_a_damaged_description_makes_no_snapshot_unreadable(stored, build, described, problem):
    snapshot = build.snapshot("x")
    store = stored(snapshot, change=lambda folder: (folder / "snapshot.json").write_bytes(described))
    read = store.read(snapshot.snapshot_id)
    assert (read.text, read.problems) == ("x", (problem,))


def test_an_encoding_may_be_a_name_alone(stored, build):
    snapshot = build.snapshot("x", encoding="latin-1")
    assert stored(snapshot).read(snapshot.snapshot_id).encoding == "latin-1"


def test_a_snapshot_that_is_not_there_is_missing(stored, build):
    other = build.digest("other")
    with pytest.raises(SnapshotMissingError) as caught:
        stored(build.snapshot("x")).read(other)
    assert str(caught.value) == f"No snapshot is stored under {other}."


@pytest.mark.parametrize(
    "snapshot_id",
    [
        "",
        "sha256:",
        "sha256:../../../../etc/passwd",
        "sha256:" + "../" * 20 + "abcd",
        "sha256:" + "A" * 64,
        "sha256:" + "a" * 63,
        "sha256:" + "a" * 65,
        "sha256:" + "a" * 64 + "\n",
        "sha256:" + "٠" * 64,
        "md5:" + "a" * 64,
        "/etc/passwd",
        "a\0b",
        "\u202e\ud83d",
    ],
)
def test_what_is_no_id_names_no_snapshot(stored, build, snapshot_id):
    with pytest.raises(SnapshotMissingError) as caught:
        stored(build.snapshot("x")).read(snapshot_id)
    assert str(caught.value).endswith(" is no snapshot id; one is sha256: and 64 lower-case hexadecimal digits.")
    assert str(caught.value).isascii()
    with pytest.raises(SnapshotMissingError):
        parts_of(snapshot_id)


def refusal(store, snapshot):
    with pytest.raises(SnapshotUnreadableError) as caught:
        store.read(snapshot.snapshot_id)
    name = snapshot.snapshot_id.removeprefix("sha256:")
    folder = f"sha256/{name[:2]}/{name[2:]}/"
    assert str(caught.value).startswith(folder)
    return str(caught.value).removeprefix(folder)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"abc\xffdef", "text: not UTF-8: byte 3 (hexadecimal ff) cannot be decoded."),
        (b"abc\xed\xa0\xbd", "text: not UTF-8: byte 3 (hexadecimal ed) cannot be decoded."),
        (b"abc\xe0\xa4", "text: not UTF-8: byte 3 (hexadecimal e0) cannot be decoded."),
    ],
)
def test_text_that_is_not_utf8_is_unreadable_at_its_byte(stored, build, data, sentence):
    snapshot = build.snapshot("x")
    assert refusal(stored(snapshot, change=lambda folder: (folder / "text").write_bytes(data)), snapshot) == sentence


def test_a_snapshot_without_its_text_is_unreadable(stored, build):
    snapshot = build.snapshot("x")
    store = stored(snapshot, change=lambda folder: (folder / "text").unlink())
    assert refusal(store, snapshot) == "text: the snapshot's text is not stored."


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        (Limits(text_bytes=9), "text: is larger than 9 bytes, the most that is read."),
        (Limits(raw_bytes=9), "raw: is larger than 9 bytes, the most that is read."),
        (Limits(metadata_bytes=9), "snapshot.json: is larger than 9 bytes, the most that is read."),
    ],
)
def test_what_is_too_large_is_unreadable(stored, build, limits, sentence):
    snapshot = build.snapshot("ten bytes.")
    assert refusal(stored(snapshot, limits=limits), snapshot) == sentence
    exact = Limits(text_bytes=10, raw_bytes=10)
    assert stored(snapshot, limits=exact).read(snapshot.snapshot_id).text == "ten bytes."


def test_ids_are_listed_in_their_order_and_nothing_else_is(stored, build):
    snapshots = [build.snapshot(f"text {number}") for number in range(5)]

    def litter(folder):
        (folder.parent.parent / "zz").mkdir(exist_ok=True)
        (folder.parent / "not-a-digest").mkdir(exist_ok=True)
        (folder.parent.parent / "readme.txt").write_text("x")
        (folder.parent.parent.parent / ".unfinished-x").mkdir(exist_ok=True)

    store = stored(*snapshots, change=litter)
    assert list(store.ids()) == sorted(snapshot.snapshot_id for snapshot in snapshots)


def test_a_store_that_is_not_there_is_empty(build):
    store = FolderStore(build.folder() / "nowhere")
    assert list(store.ids()) == []
    with pytest.raises(SnapshotMissingError):
        store.read(build.digest("x"))


def test_a_plain_file_in_the_stores_place_holds_no_snapshot(build):
    folder = build.folder()
    (folder / "snapshots").write_text("x")
    store = FolderStore(folder, "snapshots")
    assert list(store.ids()) == []
    with pytest.raises(SnapshotMissingError):
        store.read(build.digest("x"))


@pytest.mark.parametrize("name", ["raw", "text", "snapshot.json"])
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.mkdir(), "expected a plain file, got a folder."),
        (os.mkfifo, "expected a plain file, got a pipe."),
        (lambda path: path.symlink_to(path.parent / "target"), " is a symbolic link, and links are not followed."),
        (lambda path: path.symlink_to("/etc/passwd"), " is a symbolic link, and links are not followed."),
        (lambda path: path.symlink_to("nowhere"), " is a symbolic link, and links are not followed."),
    ],
)
def test_only_a_plain_file_is_read(build, name, make, sentence):
    snapshot = build.snapshot("x")
    root = build.store(snapshot)
    folder = build.snapshot_folder(root, snapshot.snapshot_id)
    (folder / name).rename(folder / "target")
    make(folder / name)
    assert refusal(FolderStore(root), snapshot) == f"{name}: {name if sentence.startswith(' ') else ''}{sentence}"


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_no_folder_on_the_way_may_be_a_link(build, depth):
    snapshot = build.snapshot("x")
    bundle = build.bundle([], snapshots=[snapshot])
    folder = build.snapshot_folder(bundle / "snapshots", snapshot.snapshot_id)
    linked = [bundle / "snapshots", folder.parents[1], folder.parent, folder][depth]
    outside = build.folder() / "outside"
    linked.rename(outside)
    linked.symlink_to(outside, target_is_directory=True)
    store = FolderStore(bundle, "snapshots")
    assert refusal(store, snapshot) == f"text: {linked.name} is a symbolic link, and links are not followed."
    assert list(store.ids()) == []


def test_a_store_that_a_person_names_may_be_a_link(build):
    snapshot = build.snapshot("x")
    link = build.folder() / "link"
    link.symlink_to(build.store(snapshot), target_is_directory=True)
    assert FolderStore(link).read(snapshot.snapshot_id).text == "x"


def test_a_file_that_may_not_be_read_is_unreadable(build, monkeypatch):
    # Tests run as root, whom no permission stops, so the refusal is made here.
    snapshot = build.snapshot("x")
    root = build.store(snapshot)
    really = os.open

    def refuse(path, *rest, **more):
        if Path(path).name == "text":
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    assert refusal(FolderStore(root), snapshot) == "text: cannot be read: Permission denied."


def test_a_chain_reads_from_the_first_that_has_it(build):
    both, second_only = build.snapshot("both"), build.snapshot("second")
    first, second = build.store(both), build.store(both, second_only)
    (build.snapshot_folder(second, both.snapshot_id) / "text").write_bytes(b"another copy")
    chain = ChainStore([FolderStore(first), FolderStore(second)])
    assert chain.read(both.snapshot_id).text == "both"
    assert chain.read(second_only.snapshot_id).text == "second"
    assert list(chain.ids()) == [both.snapshot_id, second_only.snapshot_id]
    with pytest.raises(SnapshotMissingError):
        chain.read(build.digest("neither"))


def test_a_chain_does_not_pass_over_a_damaged_copy(build):
    snapshot = build.snapshot("x")
    first, second = build.store(snapshot), build.store(snapshot)
    (build.snapshot_folder(first, snapshot.snapshot_id) / "text").write_bytes(b"\xff")
    with pytest.raises(SnapshotUnreadableError):
        ChainStore([FolderStore(first), FolderStore(second)]).read(snapshot.snapshot_id)


def test_an_empty_chain_still_tells_an_id_from_what_is_none(build):
    with pytest.raises(SnapshotMissingError, match="No snapshot is stored"):
        ChainStore([]).read(build.digest("x"))
    with pytest.raises(SnapshotMissingError, match="is no snapshot id"):
        ChainStore([]).read("x")


def test_the_users_own_store_is_a_folder_of_the_users_data(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_store_path().parts[-2:] == ("citeview", "snapshots")
