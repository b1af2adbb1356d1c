"""WACZ: a zip of WARC files (https://specs.webrecorder.net/wacz/1.1.1/). Knows where they are in it, and no more."""

from __future__ import annotations

from citeview.snapshots.extract.extraction import Extraction, ExtractionError, Given
from citeview.snapshots.extract.unpacking import MemoryZip, names_in_zip
from citeview.snapshots.extract.warc import extract_response

_MOST_FILES = 100


class Wacz:
    """Read WACZ."""

    name = "wacz@1"
    media_types = ("application/wacz", "application/x-wacz")
    endings = (".wacz",)

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes are a zip with WARC files in their place."""
        return bool(_archives(names_in_zip(raw)))

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the text of one response. Raises as `Extractor.extract`."""
        archive = MemoryZip(raw, given.limits)
        names = _archives(archive.names)
        if not names:
            raise ExtractionError("the WACZ file holds no WARC file")
        if len(names) > _MOST_FILES:
            raise ExtractionError(f"the WACZ file holds more than {_MOST_FILES} WARC files")
        return extract_response([(name, archive.read(name)) for name in names], given, self.name)


def _archives(names: list[str]) -> list[str]:
    return sorted(name for name in names if name.startswith("archive/") and name.endswith((".warc", ".warc.gz")))


EXTRACTOR = Wacz()
