"""One text file, exactly as it stands."""

import os

import pytest

from citeview.records.places import ExportError
from citeview.snapshots.files import read_text_file


def test_every_character_is_kept(build):
    text = "\ufeffa\r\nb\rc\u2028d\x00\n"
    assert read_text_file(build.export_file(text, "x.txt")) == text


def test_what_is_no_text_file_is_one_sentence(build):
    folder = build.folder()
    os.mkfifo(folder / "pipe")
    (folder / "bad").write_bytes(b"ab\xff")
    (folder / "long").write_bytes(b"x" * 11)
    for name, sentence in {
        "pipe": "expected a plain file, got a pipe",
        "": "expected a plain file, got a folder",
        "none": "cannot be read: No such file or directory",
        "bad": "the file is not UTF-8: byte 2 cannot be decoded",
        "long": "the file is larger than 10 bytes, the most that is read",
    }.items():
        path = folder / name
        with pytest.raises(ExportError) as caught:
            read_text_file(path, most_bytes=10)
        assert str(caught.value) == f"{path}: {sentence}"
