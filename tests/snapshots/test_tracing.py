"""From a file that a person gives to the bytes behind a quote, through the store."""

from datetime import UTC, datetime

import pytest

from citeview.records.places import ExportError
from citeview.snapshots.adding import add_file
from citeview.snapshots.bundle import open_bundle
from citeview.snapshots.store import FolderStore
from citeview.snapshots.tracing import trace
from citeview.snapshots.verifying import verify_extraction
from citeview.snapshots.writing import write_snapshot
from citeview.text.units import Span

PAGE = b"<!doctype html><meta charset=latin1><title>T</title><p>Caf\xe9 &amp; <b>more</b><script>x</script> words"


@pytest.fixture(scope="module")
def added(build):
    def added(name, raw, **given):
        store, folder = build.folder(), build.folder()
        (folder / name).write_bytes(raw)
        made = add_file(store, folder / name, now=datetime(2026, 11, 5, 14, tzinfo=UTC), **given)
        reader = FolderStore(store)
        return reader, reader.read(made.snapshot_id), made

    return added


def test_what_is_recorded(added):
    store, snapshot, made = added("page.html", PAGE, url="http://e.com/", attached_by="Ada")
    assert made.created
    assert snapshot.problems == ()
    assert snapshot.metadata["attached"] == {"file": "page.html", "at": "2026-11-05T14:00:00Z", "by": "Ada"}
    assert snapshot.fetched_at is None  # nobody fetched it that we know of
    assert (snapshot.url, snapshot.title, snapshot.media_type) == ("http://e.com/", "T", "text/html")
    assert (snapshot.extractor, snapshot.encoding) == ("html-text@1", "windows-1252")
    assert snapshot.metadata["encoding"] == {"name": "windows-1252", "decidedBy": "declared in the document"}
    assert len(snapshot.transformations) == 2
    again = add_file(store.path, store.path / "sha256" / snapshot.snapshot_id[7:9] / snapshot.snapshot_id[9:] / "raw")
    assert (again.snapshot_id, again.created) == (snapshot.snapshot_id, False)


def test_the_chain_of_an_html_page(added):
    store, snapshot, _ = added("page.html", PAGE)
    assert snapshot.text == "Café & more words"
    found = trace(store, snapshot)
    assert found.problem is None
    at = snapshot.text.index("é & more")
    span = Span(at, at + len("é & more"))
    raw, decoded, text = found.chain(span)
    assert (raw.name, raw.unit, PAGE[raw.start : raw.end]) == ("Raw bytes", "bytes", b"\xe9 &amp; <b>more")
    assert (decoded.name, decoded.unit) == ("Decoded as windows-1252 (declared in the document)", "code points")
    assert decoded.excerpt == "é &amp; <b>more"
    assert (text.name, text.start, text.end, text.excerpt) == ("Extracted text (html-text@1)", *span, "é & more")
    assert found.source.text[slice(*found.to_source(span))] == "é &amp; <b>more"
    assert found.from_source(found.to_source(span)) == span
    assert [style.kind.value for style in found.styles] == ["bold"]


def test_the_chain_of_a_text_file_with_a_mark(added):
    store, snapshot, _ = added("a.txt", "\ufeffa\r\n😀b".encode("utf-16-le"))
    raw, decoded, text = trace(store, snapshot).chain(Span(3, 4))
    assert (raw.start, raw.end, decoded.start, decoded.end, text.excerpt) == (8, 12, 3, 4, "😀")


def test_the_chain_of_a_pdf_ends_at_its_page(added, build):
    from fpdf import FPDF

    made = FPDF()
    for line in ("First page", "Second page has words"):
        made.add_page()
        made.set_font("helvetica", size=12)
        made.cell(text=line)
    store, snapshot, _ = added("a.pdf", bytes(made.output()))
    found = trace(store, snapshot)
    at = snapshot.text.index("has words")
    raw, page, text = found.chain(Span(at, at + 9))
    assert (raw.start, raw.note) == (
        None,
        "A PDF draws its text from packed streams; the way back ends at the place on the page.",
    )
    assert (page.name, page.start, page.end, page.excerpt) == ("Page 2", 12, 21, "has words")
    assert text.excerpt == "has words"
    (boxes,) = found.boxes(Span(at, at + 9))
    assert boxes.page is found.page(2)
    (line,) = boxes.boxes
    assert line[0] < line[2]
    assert line[1] < line[3]
    both = found.boxes(Span(0, len(snapshot.text)))
    assert [each.page.number for each in both] == [1, 2]
    assert found.page(3) is None


def test_the_chain_of_an_archived_page(added):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    record = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-05T14:02:11Z\r\n"
        b"WARC-Target-URI: http://e.com/\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(http)
    )
    whole = record + http + b"\r\n\r\n"
    store, snapshot, _ = added("a.warc", whole)
    assert (snapshot.url, snapshot.fetched_at) == ("http://e.com/", "2026-11-05T14:02:11Z")
    raw, part, decoded, text = trace(store, snapshot).chain(Span(3, 6))
    assert whole[raw.start : raw.end] == b"\xe9 &amp;"
    assert PAGE[part.start : part.end] == b"\xe9 &amp;"
    assert (part.name, decoded.excerpt, text.excerpt) == ("record 1, unpacked", "é &amp;", "é &")


def test_the_way_back_survives_packing(added, build):
    store, snapshot, _ = added("page.html", PAGE)
    from citeview.snapshots.writing import write_bundle_zip

    folder = build.folder()
    (folder / "export.json").write_text("[]")
    (folder / "snapshots").mkdir()
    (store.path / "sha256").rename(folder / "snapshots" / "sha256")
    out = build.folder() / "x.citeview"
    write_bundle_zip(folder, out)
    with open_bundle(out) as bundle:
        found = trace(bundle.store, bundle.store.read(snapshot.snapshot_id))
        assert found.chain(Span(0, 1))[0].name == "Raw bytes"
        assert found.chain(Span(0, 1))[0].start is not None


def test_what_is_not_recorded_is_said_and_never_guessed(added, build):
    store = build.folder()
    written = write_snapshot(store, b"raw", "text", {})
    reader = FolderStore(store)
    found = trace(reader, reader.read(written.snapshot_id))
    sentence = "No map was stored with this snapshot: its text cannot be traced to the bytes."
    assert (found.problem, found.styles, found.pages, found.to_source(Span(0, 1))) == (sentence, (), (), None)
    first, last = found.chain(Span(0, 2))
    assert (first.start, first.note, last.excerpt) == (None, sentence, "te")


@pytest.mark.parametrize("damage", ["changed", "gone", "of another text", "raw gone"])
def test_a_side_file_that_does_not_fit_is_not_used(added, build, damage):
    store, snapshot, _ = added("page.html", PAGE)
    folder = build.snapshot_folder(store.path, snapshot.snapshot_id)
    side = folder / "extraction.json"
    if damage == "changed":
        side.write_bytes(side.read_bytes() + b" ")
        expected = "extraction.json was changed after it was stored; it is not used."
    elif damage == "gone":
        side.unlink()
        expected = f"No extraction.json is stored under {snapshot.snapshot_id}."
    elif damage == "of another text":
        (folder / "text").write_bytes(b"x")
        expected = "extraction.json is that of another text; it is not used."
    else:
        (folder / "raw").unlink()
        expected = f"No raw is stored under {snapshot.snapshot_id}."
    found = trace(store, store.read(snapshot.snapshot_id))
    assert found.chain(Span(0, 1))[0].start is None
    assert found.problem == expected


@pytest.mark.parametrize(
    ("name", "raw", "sentence"),
    [
        ("a.pdf", b"%PDF-1.4", "the PDF cannot be read: "),
        ("a.bin", b"\0\0\0\1", "no extractor reads these bytes: "),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence_and_stores_nothing(build, name, raw, sentence):
    store, folder = build.folder(), build.folder()
    (folder / name).write_bytes(raw)
    with pytest.raises(ExportError) as caught:
        add_file(store, folder / name)
    assert str(caught.value).startswith(f"{folder / name}: {sentence}")
    assert list(store.iterdir()) == []


def test_the_text_is_extracted_again_and_compared(added, build):
    for name, raw, given in (
        ("page.html", PAGE, {}),
        ("a.md", b"# T", {}),
        ("a.txt", "Ça déjà vu à côté. ".encode("cp1252") * 9, {}),
        ("b.txt", b"caf\xe9", {"charset": "latin1"}),
    ):
        store, snapshot, _ = added(name, raw, **given)
        assert verify_extraction(store, snapshot.snapshot_id) is None
    folder = build.snapshot_folder(store.path, snapshot.snapshot_id)
    (folder / "text").write_bytes(b"invented")
    assert verify_extraction(store, snapshot.snapshot_id) == (
        "plain-text@1 makes another text of the raw bytes than is stored."
    )
    described = (folder / "snapshot.json").read_text("utf-8")
    (folder / "snapshot.json").write_text(described.replace("plain-text@1", "plain-text@0"), "utf-8")
    assert verify_extraction(store, snapshot.snapshot_id) == (
        "The text was made by plain-text@0; here is plain-text@1, so the two were not compared."
    )
    (folder / "raw").unlink()
    assert "No raw is stored" in verify_extraction(store, snapshot.snapshot_id)


def test_names_of_files_are_kept_as_text_only(added, build):
    store, snapshot, _ = added("\u202egnp.\x1b[31m.txt", b"text")
    assert snapshot.metadata["attached"]["file"] == "\u202egnp.\x1b[31m.txt"
    assert {path.name for path in store.path.iterdir()} == {"sha256"}
    folder = build.folder()
    path = folder / b"\xff.txt".decode("utf-8", "surrogateescape")
    path.write_bytes(b"other")
    assert add_file(build.folder(), path).created
