"""`citeview snapshot`: every action, its JSON and its exit codes."""

import json

import pytest

from citeview.cli.main import main


@pytest.fixture
def run(capsys):
    def run(*words):
        code = main(["snapshot", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def store(build, run):
    """A store with a page and a text in it, and where it is."""
    folder, path = build.folder(), build.folder() / "store"
    (folder / "page.html").write_text("<html><title>T</title><p>Hello <b>world</b>")
    (folder / "note.txt").write_text("a note\x1b[31m")
    (folder / "note.txt").write_bytes(b"a note")
    code, out, err = run("add", folder / "page.html", folder / "note.txt", "--url", "http://e.com/", "--store", path)
    assert (code, err) == (0, "")
    assert "stored, 11 characters by html-text@1" in out
    return path


def test_add_again_and_what_cannot_be_added(build, run, store):
    folder = build.folder()
    (folder / "note.txt").write_bytes(b"a note")
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4")
    files = [folder / "note.txt", folder / "bad.pdf", folder / "none"]
    code, out, err = run("add", *files, "--store", store, "--format", "json")
    assert code == 2
    rows = json.loads(out)
    assert (rows[0]["created"], rows[0]["extractor"]) == (False, "plain-text@1")
    assert "the PDF cannot be read" in rows[1]["error"]
    assert "No such file" in rows[2]["error"]
    assert len(err.splitlines()) == 2


def test_list_and_show(run, store):
    code, out, _ = run("list", "--store", store)
    assert code == 0
    assert len(out.splitlines()) == 2
    assert "attached, not fetched  http://e.com/  T" in out
    rows = json.loads(run("list", "--store", store, "--format", "json", "--url", "http://e.com/")[1])
    page = next(row for row in rows if row["title"] == "T")
    for given in (page["snapshotId"], page["snapshotId"][7:15]):
        code, out, _ = run("show", given, "--store", store)
        assert code == 0
        assert "html-text@1" in out
    assert run("show", page["snapshotId"], "--store", store, "--text")[1] == "Hello world"
    shown = json.loads(run("show", page["snapshotId"], "--store", store, "--format", "json")[1])
    assert shown["measured"] == shown["hashes"]
    assert shown["problems"] == []
    code, _, err = run("show", "0" * 64, "--store", store)
    assert (code, err) == (2, f"citeview: No snapshot is stored under sha256:{'0' * 64}.\n")


def test_verify_finds_what_was_changed(build, run, store):
    code, out, _ = run("verify", "--store", store)
    assert (code, out) == (0, "2 snapshots verified, 0 wrong\n")
    assert run("verify", "--extract", "--store", store)[:2] == (code, out)
    rows = json.loads(run("list", "--store", store, "--format", "json")[1])
    folder = build.snapshot_folder(store, rows[0]["snapshotId"])
    (folder / "text").write_text("changed")
    code, out, _ = run("verify", "--store", store)
    assert code == 1
    assert "2 snapshots verified, 1 wrong" in out
    assert run("verify", rows[1]["snapshotId"], "--store", store)[0] == 0
    found = json.loads(run("verify", "--store", store, "--format", "json")[1])
    assert [bool(each["problems"]) for each in found] == [True, False]
    assert run("show", rows[0]["snapshotId"], "--store", store)[0] == 1


def test_export(build, run, store):
    out_folder = build.folder() / "out"
    assert run("export", "--store", store, "--out", out_folder)[1].endswith("2 of them new\n")
    assert run("export", "--store", store, "--out", out_folder)[1].endswith("0 of them new\n")
    assert run("verify", "--store", out_folder)[1] == "2 snapshots verified, 0 wrong\n"


def test_an_empty_store_is_empty_and_no_store_is_no_error(build, run):
    assert run("list", "--store", build.folder() / "none") == (0, "", "")
    assert run("verify", "--store", build.folder() / "none")[1] == "0 snapshots verified, 0 wrong\n"


def test_a_store_that_cannot_be_written_is_one_sentence(build, run):
    folder = build.folder()
    (folder / "file").write_text("x")
    code, _, err = run("add", folder / "file", "--store", folder / "file")
    assert code == 2
    assert err.count("\n") == 1
    assert "cannot be used" in err
