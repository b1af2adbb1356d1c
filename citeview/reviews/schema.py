"""The tables of the decision database, and the way from each older version to this one.

Knows SQL. Must not know what a decision means. Rows are only ever added: triggers refuse the rest, so that history,
undo and audit need no care anywhere else.
"""

from __future__ import annotations

APPLICATION_ID = 0x63697465
"""`cite`, in the header of the file: tells our database from another program's."""

_V1 = """
CREATE TABLE decisions (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    step TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('decide', 'undo', 'redo', 'import')),
    takes TEXT,
    export_digest TEXT NOT NULL,
    export_path TEXT NOT NULL,
    export_name TEXT NOT NULL,
    idx INTEGER NOT NULL CHECK (idx >= 0),
    citation_id TEXT NOT NULL,
    quote_digest TEXT,
    judgement TEXT CHECK (judgement IN ('supports', 'partly', 'does not support', 'unsure')),
    note TEXT NOT NULL,
    headline TEXT NOT NULL,
    rules TEXT NOT NULL,
    app TEXT NOT NULL,
    who TEXT NOT NULL,
    time TEXT NOT NULL,
    spent_ms INTEGER
) STRICT;
CREATE INDEX decisions_of_export ON decisions (export_digest);
CREATE INDEX decisions_of_path ON decisions (export_path);
CREATE INDEX decisions_of_citation ON decisions (citation_id, quote_digest);
CREATE TRIGGER decisions_stay BEFORE UPDATE ON decisions
    BEGIN SELECT RAISE(ABORT, 'a decision is never changed, a new row is added'); END;
CREATE TRIGGER decisions_are_kept BEFORE DELETE ON decisions
    BEGIN SELECT RAISE(ABORT, 'a decision is never deleted'); END;
"""

_V2 = """
CREATE TABLE choices (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    export_digest TEXT NOT NULL,
    export_path TEXT NOT NULL,
    export_name TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT,
    evidence TEXT NOT NULL,
    who TEXT NOT NULL,
    time TEXT NOT NULL,
    app TEXT NOT NULL
) STRICT;
CREATE INDEX choices_of_export ON choices (export_digest, field);
CREATE TRIGGER choices_stay BEFORE UPDATE ON choices
    BEGIN SELECT RAISE(ABORT, 'a choice is never changed, a new row is added'); END;
CREATE TRIGGER choices_are_kept BEFORE DELETE ON choices
    BEGIN SELECT RAISE(ABORT, 'a choice is never deleted'); END;
"""

MIGRATIONS: tuple[str, ...] = (_V1, _V2)
"""Step n makes version n + 1 of version n. A released step is never edited."""

VERSION = len(MIGRATIONS)
