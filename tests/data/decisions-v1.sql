-- A decision database as version 1 wrote it. Never edited: it stands for what people have on their disks.
PRAGMA application_id = 1667855461;
PRAGMA user_version = 1;
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
INSERT INTO decisions VALUES (1, 'u1', 's1', 'decide', NULL, 'sha256:aa', '/exports/export.json', 'export.json', 0, 'c-1',
    'sha256:bb', 'supports', '', 'found', 'tok-nfkc-lower@2', 'citeview 0.1.0', 'Ada', '2026-11-05T14:02:11.000Z', 900);
INSERT INTO decisions VALUES (2, 'u2', 's2', 'decide', NULL, 'sha256:aa', '/exports/export.json', 'export.json', 0, 'c-1',
    'sha256:bb', 'partly', 'nur zur Hälfte', 'found', 'tok-nfkc-lower@2', 'citeview 0.1.0', 'Ada', '2026-11-05T14:03:11.000Z', NULL);
