"""What the window can be told to do, as one table: menu, words, keys."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Hold one command: the method of the window that does it, where it is listed, its words and its keys."""

    name: str
    menu: str
    words: str
    keys: tuple[str, ...] = ()
    toolbar: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("choose_file", "file", "Open…", ("Ctrl+O",), toolbar=True),
    Command("choose_folder", "file", "Open folder…", ("Ctrl+Shift+O",)),
    Command("close_export", "file", "Close", ("Ctrl+W",)),
    Command("close", "file", "Quit", ("Ctrl+Q",)),
    Command("previous_citation", "go", "Previous", ("K", "Alt+Up"), toolbar=True),
    Command("next_citation", "go", "Next", ("J", "Alt+Down"), toolbar=True),
    Command("next_attention", "go", "Next that needs attention", ("N",), toolbar=True),
    Command("previous_attention", "go", "Previous that needs attention", ("Shift+N",)),
    Command("focus_citations", "go", "To the citations", ("Alt+1",)),
    Command("focus_answer", "go", "To the answer", ("Alt+2",)),
    Command("focus_source", "go", "To the source", ("Alt+3",)),
    Command("focus_inspector", "go", "To the inspector", ("Alt+4",)),
    Command("open_link", "go", "Open the source's address in the browser", ("Ctrl+L",)),
    Command("zoom_in", "view", "Larger text", ("Ctrl++", "Ctrl+=")),
    Command("zoom_out", "view", "Smaller text", ("Ctrl+-",)),
    Command("zoom_reset", "view", "Usual size", ("Ctrl+0",)),
)

MENUS: tuple[tuple[str, str], ...] = (("file", "&File"), ("go", "&Go"), ("view", "&View"))
"""Names of the menus and their words, in order."""
