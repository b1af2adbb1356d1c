"""Plain text: every character as it stands, line ends and all.

Knows encodings only. The byte order mark alone is left out, because it is no character of the text.
"""

from __future__ import annotations

from citeview.snapshots.extract.decoding import DecodedText, decode, decoding_steps, decoding_warnings
from citeview.snapshots.extract.extraction import Extraction, ExtractionError, Given, Style
from citeview.snapshots.extract.source_map import SourceMap

_BINARY_BEGINNING = 4096


class PlainText:
    """Read plain text."""

    name = "plain-text@1"
    media_types = ("text/plain", "text/csv", "application/json", "text/x-log")
    endings = (".txt", ".text", ".log", ".csv", ".json", ".jsonl")

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes are text at all: anything is that has no NUL, or a byte order mark."""
        return b"\0" not in raw[:_BINARY_BEGINNING] or raw[:2] in (b"\xff\xfe", b"\xfe\xff") or raw[:2] == b"\0\0"

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the characters of the bytes. Raises as `Extractor.extract`."""
        return whole_text(raw, given, self.name, self.media_types[0])


def whole_text(raw: bytes, given: Given, extractor: str, media_type: str, styles: tuple[Style, ...] = ()) -> Extraction:
    """Return all characters of the bytes as the text.

    Raises:
        ExtractionError: where there are more than the limits allow.

    """
    decoded = decode(raw, given.charset, given.limits)
    refuse_long(decoded, given)
    return Extraction(
        text=decoded.text,
        extractor=extractor,
        media_type=given.media_type or media_type,
        encoding=decoded.encoding,
        source=SourceMap.identity(len(decoded.text)),
        transformations=(*decoding_steps(decoded), "Took every character as it stands."),
        styles=styles,
        warnings=decoding_warnings(decoded, given.charset),
    )


def refuse_long(decoded: DecodedText, given: Given) -> None:
    """Refuse a text that is longer than the limits allow.

    Raises:
        ExtractionError: where it is.

    """
    if len(decoded.text) > given.limits.text_characters:
        raise ExtractionError(f"the text has more than {given.limits.text_characters:,} characters")


EXTRACTOR = PlainText()
