"""What the window can be told to do, as one table: menu, words, keys."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Hold one command: the method that does it, where it is listed, its words and its keys."""

    name: str
    menu: str
    words: str
    keys: tuple[str, ...] = ()
    toolbar: bool = False
    part: str = ""
    """The part of the window that has the method; the window itself where it is empty."""


COMMANDS: tuple[Command, ...] = (
    Command("choose_file", "file", "Open…", ("Ctrl+O",), toolbar=True),
    Command("choose_folder", "file", "Open folder…", ("Ctrl+Shift+O",)),
    Command("save_report", "file", "Report…", ("Ctrl+R",), toolbar=True, part="reporting"),
    Command("close_export", "file", "Close", ("Ctrl+W",)),
    Command("close", "file", "Quit", ("Ctrl+Q",)),
    Command("previous_citation", "go", "Previous", ("K", "Alt+Up"), toolbar=True, part="listing"),
    Command("next_citation", "go", "Next", ("J", "Alt+Down"), toolbar=True, part="listing"),
    Command("next_attention", "go", "Next that needs attention", ("N",), toolbar=True, part="listing"),
    Command("previous_attention", "go", "Previous that needs attention", ("Shift+N",), part="listing"),
    Command("focus_citations", "go", "To the citations", ("Alt+1",), part="listing"),
    Command("focus_answer", "go", "To the answer", ("Alt+2",)),
    Command("focus_source", "go", "To the source", ("Alt+3",)),
    Command("focus_inspector", "go", "To the inspector", ("Alt+4",)),
    Command("open_link", "go", "Open the source's address in the browser", ("Ctrl+L",), part="copies"),
    Command("next_undecided", "go", "Next that is not decided", ("U",), part="listing"),
    Command("confirm", "review", "Confirm and move on", ("Space", "Return", "Enter"), part="deciding"),
    Command("decide_supports", "review", "Supports", ("1",), part="deciding"),
    Command("decide_partly", "review", "Partly", ("2",), part="deciding"),
    Command("decide_does_not_support", "review", "Does not support", ("3",), part="deciding"),
    Command("decide_unsure", "review", "Unsure", ("4",), part="deciding"),
    Command("decide_nothing", "review", "Take the decision away", ("0",), part="deciding"),
    Command("write_note", "review", "Write a note", ("M",), part="deciding"),
    Command("undo_decision", "review", "Undo", ("Ctrl+Z",), part="deciding"),
    Command("redo_decision", "review", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), part="deciding"),
    Command("search", "go", "Search and filter", ("Ctrl+F", "/"), part="listing"),
    Command("clear_filter", "go", "Show every citation", ("Ctrl+Shift+F",), part="listing"),
    Command("next_match", "go", "Next place of the quote", ("G",)),
    Command("copy_quote", "copy", "Copy the quote", ("Ctrl+Shift+C",), part="copies"),
    Command("copy_link", "copy", "Copy the address with a text fragment", ("Ctrl+Shift+L",), part="copies"),
    Command("copy_record", "copy", "Copy the record", ("Ctrl+Shift+R",), part="copies"),
    Command("copy_bug_report", "copy", "Copy a bug report", ("Ctrl+Shift+B",), part="lab"),
    Command("show_diagnosis", "lab", "Why ranges fail, over the whole export", ("Ctrl+D",), part="lab"),
    Command("show_playground", "lab", "Playground", ("Ctrl+P",), part="lab"),
    Command("show_palette", "help", "Every command", ("Ctrl+K",)),
    Command("show_keys", "help", "Keys", ("?", "F1")),
    Command("present", "view", "Present", ("F5",), toolbar=True),
    Command("zoom_in", "view", "Larger text", ("Ctrl++", "Ctrl+=")),
    Command("zoom_out", "view", "Smaller text", ("Ctrl+-",)),
    Command("zoom_reset", "view", "Usual size", ("Ctrl+0",)),
)

MENUS: tuple[tuple[str, str], ...] = (
    ("file", "&File"),
    ("go", "&Go"),
    ("review", "&Review"),
    ("copy", "&Copy"),
    ("lab", "&Lab"),
    ("view", "&View"),
    ("help", "&Help"),
)
"""Names of the menus and their words, in order."""
