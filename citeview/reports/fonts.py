"""Fonts of this system, found by the characters that they have.

Knows font files and fontconfig (`fc-match`), and a few folders where there is none. Must not know any document. A
report brings no font of its own: one for every script would be larger than the program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_SECONDS = 20
"""How long fontconfig may take; its first run after new fonts reads them all."""


@dataclass(frozen=True, slots=True)
class FontFile:
    """Name one font: the file, and its number in it where the file is a collection (0-based)."""

    path: Path
    number: int = 0


def find_font(character: str | None = None, *, bold: bool = False) -> FontFile | None:
    """Return a font of this system that has `character` (any text font where none is given), or None."""
    weight = ":weight=200" if bold else ""
    wanted = f":charset={ord(character):x}" if character is not None else ":lang=en"
    for found in (_matched(f"sans{weight}{wanted}"), *_in_folders(bold)):
        if found is not None and _usable(found) and (character is None or ord(character) in code_points(found)):
            return found
    return None


@cache
def code_points(font: FontFile) -> frozenset[int]:
    """Return the code points that a font has; none where the file is no font that can be read."""
    from fontTools.ttLib import TTFont, TTLibError  # type: ignore[import-untyped]  # has no types

    try:
        with font.path.open("rb") as stream, TTFont(stream, fontNumber=font.number, lazy=True) as read:
            return frozenset(read.getBestCmap() or ())
    except (TTLibError, OSError, KeyError, AssertionError, ValueError):
        return frozenset()


def _usable(font: FontFile) -> bool:
    # Type 1 and bitmap fonts cannot be embedded.
    return font.path.suffix.lower() in (".ttf", ".otf", ".ttc", ".otc") and bool(code_points(font))


@cache
def _matched(pattern: str) -> FontFile | None:
    program = shutil.which("fc-match")
    if program is None:
        return None
    try:
        found = subprocess.run(  # noqa: S603  # a pattern of our own, no shell
            [program, "-f", "%{file}\n%{index}", pattern],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
        ).stdout.split("\n")
        # The upper half of the number names an instance of a variable font.
        return FontFile(Path(found[0]), int(found[1]) & 0xFFFF)
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return None


_TEXT_FONTS = (
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "segoeui.ttf",
    "arial.ttf",
    "Arial Unicode.ttf",
    "Arial.ttf",
    "msyh.ttc",
    "Nirmala.ttf",
    "seguisym.ttf",
    "seguiemj.ttf",
    "PingFang.ttc",
    "Apple Symbols.ttf",
)
_BOLD_FONTS = ("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "segoeuib.ttf", "arialbd.ttf")


def _in_folders(bold: bool) -> list[FontFile]:
    if shutil.which("fc-match") is not None:
        return []
    names = {name.lower(): place for place, name in enumerate(_BOLD_FONTS if bold else _TEXT_FONTS)}
    found = [(names[path.name.lower()], path) for path in _files() if path.name.lower() in names]
    return [FontFile(path) for _, path in sorted(found)]


@cache
def _files() -> tuple[Path, ...]:
    if sys.platform == "win32":
        folders = [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    elif sys.platform == "darwin":
        folders = [Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path.home() / "Library/Fonts"]
    else:
        folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"]
    return tuple(path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*")))
