"""Do the stored bytes and text still have the digests that were recorded for them?

Knows recorded and measured digests; must not know how they were stored or measured.
"""

from __future__ import annotations

from citeview.checks.verdict import IntegrityOutcome, IntegrityResult
from citeview.records.citation import Hashes
from citeview.records.snapshot import StoredSnapshot


def check_integrity(snapshot: StoredSnapshot, recorded: Hashes) -> IntegrityResult:
    """Compare the digests measured on this read with every place that recorded them.

    Places: the snapshot's id (which is the digest of its raw bytes, or of its text), `snapshot.json`, and `recorded`,
    the citation's own record. `verified` needs a recorded digest of the raw bytes and of the text, and no
    disagreement.
    """
    measured = snapshot.measured
    details: list[str] = []
    wrong: list[str] = []
    known = {"raw": False, "text": False}

    if snapshot.snapshot_id == measured.raw:
        known["raw"] = True
        details.append("raw bytes: the snapshot's id agrees")
    elif snapshot.snapshot_id == measured.text:
        known["text"] = True
        details.append("text: the snapshot's id agrees")
    else:
        wrong.append("the stored bytes do not have the digest that the snapshot's id names")

    for where, hashes in (("snapshot.json", snapshot.recorded), ("the citation", recorded)):
        for part, name in (("raw", "raw bytes"), ("text", "text")):
            said: str | None = getattr(hashes, part)
            found: str | None = getattr(measured, part)
            if said is None:
                continue
            if found is None:
                wrong.append(f"the {name} that {where} records a digest for are not stored")
            elif said == found:
                known[part] = True
                details.append(f"{name}: {where} agrees")
            else:
                wrong.append(f"the digest of the {name} is {_short(found)}, and {where} records {_short(said)}")

    if wrong:
        message = wrong[0][0].upper() + wrong[0][1:] + "."
        return IntegrityResult(IntegrityOutcome.MISMATCH, message, (*wrong, *details))
    missing = [name for part, name in (("raw", "the raw bytes"), ("text", "the text")) if not known[part]]
    if missing:
        message = (
            f"No digest of {' or of '.join(missing)} is recorded, so nothing proves that this is what was fetched."
        )
        return IntegrityResult(IntegrityOutcome.NOT_RECORDED, message, tuple(details))
    return IntegrityResult(
        IntegrityOutcome.VERIFIED, "The raw bytes and the text have the recorded digests.", tuple(details)
    )


def _short(digest: str) -> str:
    return f"{digest[:11]}…{digest[-4:]}" if len(digest) > 20 else digest
