"""The file that decisions are kept in: opened, checked, migrated; its failures in one sentence each.

Knows SQLite. Must not know what a decision means. A transaction that has returned is on the disk (write-ahead log,
`synchronous=FULL`): a kill or a power cut loses nothing that was said to be saved.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from citeview.records.closing import Closing
from citeview.reviews.decision import DecisionError
from citeview.reviews.schema import APPLICATION_ID, MIGRATIONS, VERSION

BUSY_SECONDS = 5.0
"""How long a write waits for another program's write. Each takes milliseconds."""

_HEADER = b"SQLite format 3\x00"

_SENTENCES = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the file, or its folder, cannot be written",
    "SQLITE_BUSY": f"another program has kept it locked for {BUSY_SECONDS:.0f} seconds",
    "SQLITE_LOCKED": "another part of this program has it locked",
    "SQLITE_CANTOPEN": "the file, or its folder, cannot be opened",
    "SQLITE_NOTADB": "the file is damaged, or is no decision database",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_IOERR": "the disk could not be read or written",
    "SQLITE_PERM": "the file may not be opened",
    "SQLITE_AUTH": "the file may not be opened",
    "SQLITE_NOMEM": "there is not enough memory",
    "SQLITE_TOOBIG": "a text is too long to be kept",
}


def default_decisions_path() -> Path:
    """Return where a user's decisions are kept."""
    import platformdirs

    return platformdirs.user_data_path("citeview", appauthor=False) / "decisions.sqlite3"


class Database(Closing):
    """Hold one connection to the decision database. It belongs to the thread that opened it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction, which is on the disk when the block has ended, or did not happen at all.

        Raises:
            DecisionError: where it could not be written: one sentence; nothing was changed.
        """
        with self._sentences("The decision was not saved"):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled back already.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query.

        Raises:
            DecisionError: where they cannot be read.
        """
        with self._sentences("Decisions cannot be read"):
            return self.connection.execute(sql, values).fetchall()

    def data_version(self) -> int:
        """Return a number that changes when another connection has written."""
        return int(self.rows("PRAGMA data_version")[0][0])

    @contextmanager
    def _sentences(self, failed: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise DecisionError(f"{failed}: {_reason(error)} ({self.path}).") from error


def open_database(path: Path | None = None) -> Database:
    """Open the decision database, make it where there is none, and bring an older one to this version.

    Args:
        path: the file; by default the user's own (`default_decisions_path`).

    Raises:
        DecisionError: where it is damaged, from a newer version, another program's or not accessible: one sentence.
    """
    path = path or default_decisions_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _refuse_other_files(path)
    except OSError as error:
        raise DecisionError(f"Decisions cannot be opened: {error.strerror or error} ({path}).") from None
    connection: sqlite3.Connection | None = None
    try:
        # Transactions are begun and ended by `writing` alone.
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        connection.row_factory = sqlite3.Row
        version = _refuse_other_databases(connection, path)
        _refuse_damage(connection, path)
        _set_up(connection)
        if version < VERSION:
            _migrate(connection)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise DecisionError(f"Decisions cannot be opened: {_reason(error)} ({path}).") from error
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return Database(path, connection)


def _refuse_other_files(path: Path) -> None:
    with path.open("rb") as stream:
        beginning = stream.read(len(_HEADER))
    if beginning and beginning != _HEADER:
        raise DecisionError(f"Decisions cannot be opened: the file is damaged, or is no decision database ({path}).")


def _refuse_other_databases(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if owner != APPLICATION_ID and not (empty and owner == 0 and version == 0):
        raise DecisionError(f"Decisions cannot be opened: the file is another program's database ({path}).")
    if version > VERSION:
        raise DecisionError(
            f"Decisions cannot be opened: a newer version of citeview wrote them (its tables are version {version}, "
            f"this one knows {VERSION}); nothing was changed ({path})."
        )
    return version


def _refuse_damage(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DecisionError(
            f"Decisions cannot be opened: the file is damaged ({str(found).splitlines()[0][:120]}); "
            f"nothing was changed ({path})."
        )


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # what FULL means on macOS
    connection.execute("PRAGMA trusted_schema = OFF")  # the file may have been handed over by somebody
    # Two programs that make the file at once may meet here, where SQLite does not wait on its own. A file system
    # without shared memory keeps the rollback journal, which is as safe.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not _name(error).startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another program may have done it while this one waited.
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for step in MIGRATIONS[version:]:
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    # `executescript` would end the transaction first.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def _reason(error: sqlite3.Error) -> str:
    name = _name(error)
    for code, sentence in _SENTENCES.items():
        if name.startswith(code):
            return sentence
    return str(error)
