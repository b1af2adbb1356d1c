"""The part of the raw bytes that a text was made of, found again by the name that its container gave it.

Knows the two kinds of steps that a name is made of: an entry of a zip, a record of a WARC file.
"""

from __future__ import annotations

import re

from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits

SEPARATOR = " › "
"""Between the steps of a container's name: `archive/data.warc.gz › record 3 › word/document.xml`."""

_RECORD = re.compile(r"record ([0-9]{1,9})")


def payload_of(raw: bytes, container: str, limits: ExtractionLimits) -> bytes:
    """Return the unpacked bytes of the part that `container` names.

    Raises:
        ExtractionError: where it is not there.

    """
    for step in container.split(SEPARATOR):
        record = _RECORD.fullmatch(step)
        if record is not None:
            from citeview.snapshots.extract.warc import record_payload

            raw = record_payload(raw, int(record[1]), limits)
        else:
            from citeview.snapshots.extract.unpacking import MemoryZip

            raw = MemoryZip(raw, limits).read(step)
        if len(raw) > limits.unpacked_bytes:
            raise ExtractionError(f"it unpacks to more than {limits.unpacked_bytes:,} bytes")
    return raw
