"""What the window remembers between two runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from citeview.gui.theme import Scheme

_MOST_RECENT = 10


class Settings:
    """Read and write what is remembered. Values of a type that nobody wrote are as if they were not there."""

    def __init__(self, store: QSettings) -> None:
        self._store = store

    @property
    def recent(self) -> list[str]:
        """Return the exports opened last, the latest first."""
        value = self._store.value("recent", [])
        # One entry comes back as text and not as a list.
        entries = [value] if isinstance(value, str) else value
        return [entry for entry in entries if isinstance(entry, str) and entry] if isinstance(entries, list) else []

    def add_recent(self, path: Path) -> None:
        """Put an export before the others."""
        latest = str(path.resolve())
        others = [entry for entry in self.recent if entry != latest]
        self._store.setValue("recent", [latest, *others][:_MOST_RECENT])

    @property
    def scheme(self) -> Scheme:
        """Return what decides between light and dark."""
        value = self._store.value("scheme", Scheme.SYSTEM.value)
        return next((scheme for scheme in Scheme if scheme.value == value), Scheme.SYSTEM)

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue("scheme", scheme.value)

    @property
    def points(self) -> float | None:
        """Return the size of the two texts."""
        try:
            return float(str(self._store.value("points", "")))
        except ValueError:
            return None

    @points.setter
    def points(self, points: float) -> None:
        self._store.setValue("points", points)

    @property
    def who(self) -> str:
        """Return the name that decisions are kept under; empty where nobody has given one."""
        value = self._store.value("who", "")
        return value if isinstance(value, str) else ""

    @who.setter
    def who(self, who: str) -> None:
        self._store.setValue("who", who)

    def layout(self, name: str) -> QByteArray | None:
        """Return how a part of the window was laid out."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def keep_layout(self, name: str, state: QByteArray) -> None:
        """Remember how a part of the window is laid out."""
        self._store.setValue(f"layout/{name}", state)
