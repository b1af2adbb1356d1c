"""Files, folders and zips: where the export and its snapshots are, and one sentence for what is none of them."""

import gc
import os
import stat
import struct
import zipfile

import pytest

from citeview.formats.registry import read_export
from citeview.records.limits import Limits
from citeview.records.places import ExportError
from citeview.records.snapshot import SnapshotUnreadableError
from citeview.snapshots.archive import directory_size
from citeview.snapshots.bundle import open_bundle


@pytest.fixture
def refused():
    """Open something and read its export; return the sentence without the path."""

    def refused(path, limits=None):
        given = limits or Limits()
        with pytest.raises(ExportError) as caught, open_bundle(path, limits=given) as bundle:
            read_export(bundle, limits=given)
        said = str(caught.value)
        assert "\n" not in said
        assert said.startswith(str(path))
        return said.removeprefix(str(path)).removeprefix(": ")

    return refused


@pytest.fixture
def parts(build):
    source = build.snapshot("A😀B and more")
    record = build.record(source=source, quote="and", unit="utf16")
    return {"records": [record], "answers": [build.answer("x")], "snapshots": [source]}


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("kind", ["folder", "file", "zip", "zip of a folder", "zip by another name"])
def test_every_kind_of_bundle_round_trips(build, parts, kind, lines):
    name = "export.jsonl" if lines else "export.json"
    if kind.startswith("zip"):
        path = build.zip(**parts, lines=lines, prefix="mine/" if kind.endswith("folder") else "")
        if kind.endswith("name"):
            path = path.rename(path.with_name("saved.bin"))
    else:
        path = build.bundle(**parts, lines=lines)
        path = path / name if kind == "file" else path
    with open_bundle(path) as bundle:
        export = read_export(bundle)
        (citation,) = export.citations
        assert citation.raw == parts["records"][0]
        assert export.answers["a-1"].parts[0].text == "x"
        assert bundle.store.read(citation.snapshot_id).text == "A😀B and more"
        assert next(iter(bundle.store.ids())) == citation.snapshot_id
        assert (export.path, bundle.export_name) == (str(path), name)
        assert bundle.export_path.startswith(str(path))
        assert bundle.export_path.endswith(name)
        assert read_export(bundle) == export  # it can be read again
        place = "line 2" if lines else "citations[0]"
        assert str(citation.place) == f"{name}{', ' if lines else ': '}{place}"


def test_the_digest_is_that_of_the_export_in_every_kind(build, parts):
    folder, packed = build.bundle(**parts), build.zip(**parts)
    digests = set()
    for path in (folder, folder / "export.json", packed):
        with open_bundle(path) as bundle:
            digests.add(read_export(bundle).digest)
    assert digests == {build.digest((folder / "export.json").read_bytes())}


def test_snapshots_are_looked_for_beside_it_then_in_the_store_given_then_in_the_users_own(build, monkeypatch):
    home = build.folder()
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    beside, given, own = (build.snapshot(name) for name in ("beside", "given", "own"))
    path = build.bundle([], snapshots=[beside])
    store = build.store(given)
    build.store(own, at=home / "citeview" / "snapshots")
    with open_bundle(path, store=store) as bundle:
        for snapshot, text in ((beside, "beside"), (given, "given"), (own, "own")):
            assert bundle.store.read(snapshot.snapshot_id).text == text


def test_what_a_person_names_may_be_a_link(build, parts):
    folder = build.bundle(**parts)
    for target in (folder, folder / "export.json"):
        link = build.folder() / target.name
        link.symlink_to(target)
        with open_bundle(link) as bundle:
            assert len(read_export(bundle).citations) == 1


def test_no_link_inside_a_folder_is_followed(build, refused):
    folder = build.folder()
    (folder / "export.json").symlink_to(build.export_file("[]"))
    assert refused(folder) == "/export.json: export.json is a symbolic link, and links are not followed"


def test_a_folder_holds_one_export(build, refused):
    folder = build.folder()
    assert refused(folder) == "the folder holds neither export.json nor export.jsonl"
    (folder / "export.json").write_text("[]")
    (folder / "export.jsonl").write_text("[]")
    assert refused(folder) == "the folder holds more than one export: 'export.json', 'export.jsonl'"


def test_what_is_not_there_or_no_file_is_one_sentence(build, refused):
    folder = build.folder()
    assert refused(folder / "none.json") == "there is no such file"
    assert refused(folder / "x\0y") == "cannot be read: embedded null byte"
    assert refused(folder / ("x" * 5000)) == "cannot be read: File name too long"
    os.mkfifo(folder / "pipe.json")
    assert refused(folder / "pipe.json") == "expected a plain file, got a pipe"
    os.mkfifo(folder / "pipe.citeview")
    assert refused(folder / "pipe.citeview") == "expected a plain file, got a pipe"
    (folder / "export.json").mkdir()
    assert refused(folder) == "/export.json: expected a plain file, got a folder"
    (folder / "loop").symlink_to("loop")
    assert refused(folder / "loop") == "cannot be read: Too many levels of symbolic links"


@pytest.mark.parametrize("failing", ["stat", "open"])
def test_what_may_not_be_read_is_one_sentence(build, refused, monkeypatch, failing):
    path = build.export_file("[]")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, failing, refuse)
    assert refused(path) == "cannot be read: Permission denied"


def test_a_file_that_vanishes_is_one_sentence(build):
    path = build.export_file("[]")
    with open_bundle(path) as bundle:
        path.unlink()
        with pytest.raises(ExportError, match="No such file"):
            read_export(bundle)


def test_a_zip_is_known_by_its_beginning_or_its_name(build, refused):
    path = build.export_file("[]", "x.citeview")
    assert refused(path) == "not a zip that can be read, perhaps cut off: File is not a zip file"
    assert refused(build.export_file(b"", "x.citeview")) == (
        "not a zip that can be read, perhaps cut off: File is not a zip file"
    )


def test_a_zip_without_an_export_or_with_two_is_refused(build, refused):
    path = build.folder() / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "x")
    assert refused(path) == "the zip holds neither export.json nor export.jsonl"
    assert refused(build.zip(more={"export.jsonl": b""})) == (
        "the zip holds more than one export: 'export.json', 'export.jsonl'"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/export.json", "[]")
        archive.writestr("__MACOSX/export.json", "[]")
        archive.writestr("a/b/export.json", "[]")
    with open_bundle(path) as bundle:
        assert bundle.export_path == f"{path}/a/export.json"


@pytest.mark.parametrize("name", ["snapshots/../../evil", "../evil", "a/..", ".."])
def test_a_name_that_climbs_refuses_the_zip(build, refused, name):
    assert refused(build.zip(more={name: b"x"})) == f"the zip's entry {name!r} climbs out of the zip"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("/etc/passwd", "'/etc/passwd' has an absolute path for a name"),
        ("C:/x", "'C:/x' has an absolute path for a name"),
        ("a\\..\\b", "'a\\\\..\\\\b' has a backslash in its name"),
        ("export.json", "'export.json' stands twice"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_other_hostile_names_refuse_the_zip(build, refused, name, problem):
    assert refused(build.zip(more={name: b"x"})) == f"the zip's entry {problem}"


def test_a_nul_in_a_name_refuses_the_zip(build, refused):
    path = build.zip(more={"export.json_x": b"x"})
    path.write_bytes(path.read_bytes().replace(b"export.json_x", b"export.json\0x"))
    assert refused(path) == "the zip's entry 'export.json\\x00x' has a NUL in its name"


def test_a_zip_cut_anywhere_is_one_sentence_or_still_whole(build, parts, refused):
    whole = build.zip(**parts).read_bytes()
    for length in [*range(0, len(whole), 97), len(whole) - 1]:
        path = build.export_file(whole[:length], "cut.citeview")
        assert refused(path).startswith("not a zip that can be read, perhaps cut off: ")


def test_a_zip_damaged_anywhere_raises_nothing_else(build, parts):
    whole = build.zip(**parts).read_bytes()
    read, refusals = 0, 0
    for at in range(0, len(whole), 7):
        path = build.export_file(whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :], "x.citeview")
        try:
            with open_bundle(path) as bundle:
                export = read_export(bundle)
                read += 1
                for snapshot_id in bundle.store.ids():
                    bundle.store.read(snapshot_id)
                assert export.format_name == "citeview"
        except (ExportError, SnapshotUnreadableError) as error:
            refusals += 1
            assert "\n" not in str(error)  # noqa: PT017  # most of the damage is refused, some does no harm
    assert read
    assert refusals


def test_an_encrypted_export_is_one_sentence(build, refused):
    path = build.zip()
    data = bytearray(path.read_bytes())
    for beginning, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(beginning) + flags
        data[at] |= 1
    path.write_bytes(bytes(data))
    assert refused(path) == "/export.json: the entry is encrypted, and no password is asked for"


def test_a_link_in_a_zip_is_not_followed(build, refused):
    path = build.folder() / "x.citeview"
    entry = zipfile.ZipInfo("export.json")
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    assert refused(path) == "/export.json: the entry is a symbolic link, and links are not followed"


def test_a_method_that_is_rarely_right_is_not_unpacked(build, refused):
    path = build.folder() / "x.citeview"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("export.json", "[]")
    assert refused(path) == "/export.json: the entry is packed by method 14; stored and deflate are read"


def test_a_zip_bomb_is_refused_before_it_is_unpacked(build, refused):
    bomb = b"0" * (10 << 20)
    assert refused(build.zip(more={"snapshots/x": bomb})) == "the zip would unpack to 10 MiB, which is refused"


def test_a_bomb_among_honest_entries_is_refused_when_it_is_opened(build):
    snapshot = build.snapshot("x")
    name = snapshot.snapshot_id.removeprefix("sha256:")
    noise = os.urandom(1 << 20)
    path = build.zip(more={f"snapshots/sha256/{name[:2]}/{name[2:]}/text": b"0" * (10 << 20), "noise": noise})
    with open_bundle(path) as bundle:
        assert read_export(bundle).citations == []
        with pytest.raises(SnapshotUnreadableError, match=r"text: the entry would unpack from .* to 10 MiB\.$"):
            bundle.store.read(snapshot.snapshot_id)


def test_a_size_that_lies_is_one_sentence(build, refused):
    # The list of entries says 2 bytes; the stream holds 10 MiB. No more than stated is ever unpacked.
    path = build.folder() / "x.citeview"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.json", b"[" * (10 << 20))
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 2)
    path.write_bytes(bytes(data))
    said = refused(path)
    assert said.startswith("/export.json")
    assert "damaged" in said


def test_limits_of_a_zip(build, refused):
    path = build.zip(more={f"e{number}": b"12345" for number in range(10)})
    assert refused(path, Limits(archive_entries=10)) == "the zip has more than 10 entries"
    assert refused(path, Limits(archive_total_bytes=50)).startswith("the zip would unpack to ")
    assert refused(path, Limits(archive_directory_bytes=100)) == "the zip's list of entries is larger than 100 bytes"
    assert refused(path, Limits(document_bytes=5)) == (
        "/export.json: the JSON document is larger than 5 bytes, the most that is read at once"
    )


def test_the_list_of_entries_is_measured_before_it_is_read(build):
    path = build.zip(more={"x" * 1000: b""})
    with path.open("rb") as stream:
        assert 1000 < directory_size(stream) < 2000
        assert stream.tell() == 0
    with build.export_file(b"no zip", "x").open("rb") as stream:
        assert directory_size(stream) is None


def test_the_64_bit_form_of_the_end_record_is_measured(build):
    end64 = b"PK\x06\x06" + struct.pack("<QHHLLQQQQ", 44, 45, 45, 0, 0, 1, 1, 1 << 40, 0)
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, 0, 1)
    end = b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, 1, 1, 0xFFFFFFFF, 0, 0)
    path = build.export_file(end64 + locator + end, "x.citeview")
    with path.open("rb") as stream:
        assert directory_size(stream) == 1 << 40
    with pytest.raises(ExportError, match="list of entries is larger than 64 MiB"):
        open_bundle(path)


def test_a_refused_zip_is_closed_again(build):
    path = build.zip(more={"../x": b""})
    with pytest.raises(ExportError):
        open_bundle(path)
    # A file that nobody closed is reported when it is collected, and a report fails the test.
    gc.collect()
