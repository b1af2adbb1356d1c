"""The process that reads untrusted bytes: the same answer, and limits of time, memory and rights."""

import subprocess
import sys

import pytest

from citeview.snapshots.extract.extraction import Encoding, ExtractionError, ExtractionLimits, Given
from citeview.snapshots.extract.process import extract_apart, payload_apart, picture_apart
from citeview.snapshots.extract.registry import extract
from citeview.snapshots.extract.side_file import write_side_file


def test_it_answers_as_this_process_would(files):
    for raw in (b"<html><title>T</title>caf\xe9", files.pdf("Hello"), "😀\n".encode()):
        given = Given(charset="latin1" if raw.startswith(b"<") else None)
        apart, here = extract_apart(raw, given), extract(raw, given)
        assert (apart.text, apart.extractor, apart.encoding) == (here.text, here.extractor, here.encoding)
        assert (apart.title, apart.transformations, apart.warnings) == (here.title, here.transformations, here.warnings)
        assert apart.side_file == write_side_file(here)
    assert extract_apart(b"a", Given()).encoding == Encoding("utf-8", "detected: the bytes are valid UTF-8")


def test_errors_come_back_as_one_sentence():
    with pytest.raises(ExtractionError, match=r"^the PDF cannot be read"):
        extract_apart(b"%PDF-1.4", Given())


def test_payloads_and_pictures(files):
    assert payload_apart(files.docx(""), "word/document.xml").startswith(b"<?xml")
    picture = picture_apart(files.pdf("Hello"), 1, 100)
    assert (picture.width, len(picture.pixels)) == (100, 3 * 100 * picture.height)


def test_time_is_limited():
    slow = b"<html>" + b"<b>" * 3_000_000
    with pytest.raises(ExtractionError, match=r"^reading it takes more than 0\.5 seconds$"):
        extract_apart(slow, Given(limits=ExtractionLimits(seconds=0.5)))


def test_memory_is_limited():
    large = b"<html>" + b"&amp; " * 5_000_000
    with pytest.raises(ExtractionError, match=r"memory than is allowed|ended"):
        extract_apart(large, Given(limits=ExtractionLimits(memory_bytes=150 << 20)))


@pytest.mark.parametrize(
    "act",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "open('x', 'w')",
        "import os; os.remove('x')",
        "import os; os.rename('x', 'y')",
    ],
)
def test_it_may_connect_start_and_write_nothing(act, tmp_path):
    (tmp_path / "x").write_text("kept")
    program = (
        "import sys; from citeview.snapshots.extract import worker; sys.addaudithook(worker._refuse)\n"
        f"try:\n {act}\nexcept PermissionError as error:\n print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("reading a file "), ran.stderr
    assert (tmp_path / "x").read_text() == "kept"
