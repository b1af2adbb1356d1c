"""The PDF report, with a font made here: no test depends on the fonts of a system."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from citeview.reports import fonts, pdf_report, pdf_sheet
from citeview.reports.content import Options, ReportCancelledError, ReportError
from citeview.reports.fonts import FontFile, code_points, find_font
from citeview.reports.marked import Mark, MarkedText, Piece
from citeview.reports.pdf_sheet import _PLAIN, Sheet, _broken, _runs
from citeview.reports.report import write_report
from citeview.session import open_export


def make_font(path: Path, name: str, characters: str) -> FontFile:
    glyphs = {".notdef": None, **{f"u{ord(character):x}": character for character in characters}}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(character): glyph for glyph, character in glyphs.items() if character is not None})
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    pen.lineTo((50, 700))
    pen.lineTo((450, 700))
    pen.lineTo((450, 0))
    pen.closePath()
    box = pen.glyph()
    builder.setupGlyf(dict.fromkeys(glyphs, box))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)
    return FontFile(path)


LATIN = "".join(map(chr, range(0x20, 0x7F))) + "“”•–…×⟨⟩✓↔✂≋≈✗▭∅↵→⍽␍"
HEBREW = "אבגדהוזחטיכלמנסעפצקרשתםןץףך "


@pytest.fixture
def made_fonts(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("fonts")
    latin, hebrew = make_font(folder / "l.ttf", "Latin", LATIN), make_font(folder / "h.ttf", "Hebrew", HEBREW)

    def find(character: str | None = None, *, bold: bool = False) -> FontFile | None:
        if character is None:
            return latin
        return next((font for font in (latin, hebrew) if ord(character) in code_points(font)), None)

    monkeypatch.setattr(pdf_sheet, "find_font", find)


class Recorder:
    """Takes down what a report writes, in place of a sheet."""

    def __init__(self, title: str, date: str | None) -> None:
        self.lines = [title]
        self.missing: set[str] = set()
        Recorder.last = self

    last: Recorder

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def title(self, text: str) -> None:
        self.lines.append(text)

    section = record = title

    def paragraph(self, text: str, **style: Any) -> None:
        self.lines.append(text)

    def row(self, label: str, value: str, **more: Any) -> None:
        self.lines.append(f"{label}: {value}" + (f" -> {more['link']}" if more.get("link") else ""))

    def marked(self, text: MarkedText) -> None:
        self.lines.append(f"{text.label}: " + "".join(f"<{one.mark}>{one.text}" for one in text.pieces))

    def table(self, headings: Any, rows: Any, widths: Any) -> None:
        assert all(len(row) == len(headings) == len(widths) for row in rows)
        self.lines += [" | ".join(row) for row in (headings, *rows)]

    def bars(self, rows: Any) -> None:
        self.lines += [f"{words}: {count}" for words, count, _ in rows]

    def save(self, stream: Any) -> None:
        stream.write(b"%PDF")


@pytest.fixture
def recorded(report: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(pdf_report, "Sheet", Recorder)

    def write(path: Path, **options: Any) -> str:
        report(path, ".pdf", **options)
        return "\n".join(Recorder.last.lines)

    return write


def test_the_pdf_says_what_the_page_says(recorded: Any, sample: Path, said: Any, decisions: Any, chosen: Any) -> None:
    text = recorded(
        sample,
        date="5 November 2026",
        decisions=decisions({0: said(note="yes")}, {1: [said(export_name="old.json")]}, unit=chosen()),
    )
    for words in (
        "Acceptance report: sample",
        "5 November 2026",
        "12 of 29 citations are found",
        "Quote found ✓: 12",
        "✓ Quote found | 12 | ",
        "Chinese | ✓ contained, passes | ",
        "c-02 (record 2)\n≈ Closest passage in the source:\nThe quote: <same>the origin serves only <replaced>2<same> ",
        "• 7 of 8 words match.",
        "Resolved in the source: code points [135, 173), UTF-8 bytes [135, 173)",
        "Address: https://example.com/cdn -> https://example.com/cdn",
        "Review state: Supports, by Ada, 2026-11-05T14:02:11.000Z, having seen “Quote found”. Note: yes",
        "Made on an earlier version (old.json): Supports",
        "Chosen: unit: utf16, by Ada",
        "Digest of the export: sha256:",
    ):
        assert words in text


def test_decisions_may_be_left_out(recorded: Any, sample: Path) -> None:
    assert "Review state" not in recorded(sample)


def test_hostile_addresses_are_no_links_and_nothing_reorders(recorded: Any, hostile: Path) -> None:
    text = recorded(hostile)
    assert "Address: javascript:alert(1)\n" in text
    assert "Address: https://bank.example@evil.example/\n" in text
    assert "\u202e" not in text
    assert "⟨U+202E⟩evil" in text


def test_a_long_list_is_cut_and_said_to_be_with_failures_kept(
    recorded: Any, build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_report, "MOST_ENTRIES", 3)
    source = build.snapshot("The fox.")
    records = [build.record(f"c-{n}", source=source, quote="fox") for n in range(8)]
    for n in (5, 7):
        records[n]["selector"] = {"quote": {"exact": "a slow hedgehog"}}
    text = recorded(build.bundle(records, snapshots=[source]))
    assert "The PDF lists 5 of 8 citations one by one" in text
    assert re.findall(r"^\d\. (c-\d)$", text, re.MULTILINE) == ["c-0", "c-1", "c-2", "c-5", "c-7"]
    assert "6 of 8 citations are found" in text


def test_progress_goes_over_every_pass_and_a_stop_is_heeded_in_each(
    recorded: Any, report: Any, sample: Path, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    recorded(sample, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] == 87
    for stop_at in range(1, 4):
        asked = iter(range(100))
        with open_export(sample) as session, pytest.raises(ReportCancelledError):
            write_report(session, tmp_path / "r.pdf", Options(cancelled=lambda n=stop_at, a=asked: next(a) + 1 >= n))


@pytest.mark.usefixtures("made_fonts")
def test_the_file_is_a_pdf_with_language_title_and_outline(report: Any, sample: Path) -> None:
    data = report(sample, ".pdf", date="2026-11-05")
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    for key in (b"/Lang (en)", b"/Outlines", b"/CreationDate (D:20261105", b"/URI (https://example.com/cdn)"):
        assert key in data


@pytest.mark.usefixtures("made_fonts")
def test_the_same_input_gives_the_same_bytes(report: Any, sample: Path) -> None:
    first = report(sample, ".pdf")
    assert report(sample, ".pdf") == first
    assert b"/CreationDate (D:19700101" in first


@pytest.mark.usefixtures("made_fonts")
def test_a_character_without_a_font_is_written_by_its_number_and_told(build: Any, tmp_path: Path) -> None:
    path = build.case("The fox.", "fox 缓 \ue000", None)
    with open_export(path) as session:
        (note,) = write_report(session, tmp_path / "r.pdf", Options())
    assert note == "2 characters of no font of this system are written by number: U+7F13, U+E000."


@pytest.mark.usefixtures("made_fonts")
def test_only_missing_characters_are_replaced() -> None:
    with Sheet("t", None) as sheet:
        assert sheet.writable("abc אב 缓\u200d") == "abc אב ⟨U+7F13⟩\u200d"
        assert sheet.missing == {"缓"}


def test_without_any_font_it_is_one_sentence(report: Any, build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_sheet, "find_font", lambda character=None, bold=False: None)
    with pytest.raises(ReportError, match="no font that can be embedded"):
        report(build.case("The fox.", "fox", None), ".pdf")


@pytest.mark.usefixtures("made_fonts")
def test_a_text_that_names_the_number_of_pages_stays_as_it_is(report: Any, build: Any) -> None:
    assert b"<007B>" in streams(report(build.case("The fox.", "{nb}", None), ".pdf"))
    assert b"<007B>" not in streams(report(build.case("The fox.", "nb", None), ".pdf"))


def streams(data: bytes) -> bytes:
    """Return what all streams hold; among it the characters that are drawn, as hexadecimal."""
    packed = re.findall(rb"stream\n(x.*?)\nendstream", data, re.DOTALL)
    return (b"".join(map(zlib.decompress, packed)) + data).upper()


@pytest.mark.usefixtures("made_fonts")
def test_every_piece_of_a_sheet_can_be_written_in_any_script(tmp_path: Path) -> None:
    long = "word " * 200 + "x" * 500 + " אבג דהו 123 " * 40
    with Sheet("Title שלום", "2026-11-05") as sheet, (tmp_path / "x.pdf").open("wb") as stream:
        for text in ("", " ", "\n", "a\n\nb", "אבג 123 דהו\nabc", long):
            sheet.title(text)
            sheet.section(text)
            sheet.record(text)
            sheet.paragraph(text)
            sheet.row(text, text)
            sheet.table(("a", "b"), [(text, text)], (50, 50))
            sheet.marked(MarkedText("label", tuple(Piece(mark, text) for mark in Mark)))
        sheet.bars([("אבג", 3, "#000000"), ("abc", 0, "#ffffff")])
        sheet.save(stream)
    assert (tmp_path / "x.pdf").stat().st_size > 5_000


@pytest.mark.parametrize(
    ("levels", "styles", "expected"),
    [
        ([0, 0, 0], "aaa", [(0, 3)]),
        ([1, 1, 1], "aaa", [(0, 3)]),
        ([0, 1, 1, 0], "aaaa", [(0, 1), (1, 3), (3, 4)]),
        # Letters from the right, then a number: the number is drawn first.
        ([0, 1, 1, 2, 2, 0], "aaaaaa", [(0, 1), (3, 5), (1, 3), (5, 6)]),
        ([1, 1, 1], "aba", [(2, 3), (1, 2), (0, 1)]),
        ([], "", []),
    ],
)
def test_runs_go_from_left_to_right(levels: list[int], styles: str, expected: list[tuple[int, int]]) -> None:
    assert list(_runs(levels, list(styles))) == expected


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("ab cd ef", 5, ["ab cd ", "ef"]),
        ("ab cd ef", 99, ["ab cd ef"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a bcdefg h", 3, ["a ", "bcd", "efg ", "h"]),
        ("", 3, [""]),
        ("    ", 2, ["    "]),
    ],
)
def test_lines_are_broken_after_spaces(text: str, width: int, expected: list[str]) -> None:
    padded = f"##{text}##"
    lines = list(_broken(padded, 2, 2 + len(text), width, lambda a, b: float(len(padded[a:b].rstrip(" ")))))
    assert [padded[a:b] for a, b in lines] == expected


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("abc äöü", True),
        ("缓存 カ 한", True),
        ("🚀 ✓", True),
        ("עברית", False),
        ("हल्का", False),
        ("e\u0301", False),
        ("🇩🇪", False),
    ],
)
def test_only_plain_texts_go_without_shaping(text: str, plain: bool) -> None:
    assert (_PLAIN.fullmatch(text) is not None) is plain


def test_fonts_are_asked_for_by_character_and_never_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = make_font(tmp_path / "NotoSans-Regular.ttf", "Latin", LATIN)
    monkeypatch.setattr(fonts, "_matched", lambda pattern: font)
    assert find_font() == font
    assert find_font("a") == font
    assert find_font("缓") is None
    monkeypatch.setattr(fonts, "_matched", lambda pattern: FontFile(tmp_path / "nowhere.ttf"))
    monkeypatch.setattr(fonts.shutil, "which", lambda name: "fc-match")
    assert find_font("a") is None


def test_without_fontconfig_the_folders_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font = make_font(tmp_path / "DejaVuSans.ttf", "Latin", LATIN)
    (tmp_path / "NotoSans-Regular.ttf").write_bytes(b"no font")
    monkeypatch.setattr(fonts.shutil, "which", lambda name: None)
    monkeypatch.setattr(fonts, "_files", lambda: tuple(sorted(tmp_path.iterdir())))
    fonts._matched.cache_clear()
    assert find_font("a") == font
    assert find_font("缓") is None
    fonts._matched.cache_clear()
