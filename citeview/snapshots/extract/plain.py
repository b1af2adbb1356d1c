"""Plain text: every character as it stands, line ends and all.

Knows encodings only. The byte order mark alone is left out, because it is no character of the text.
"""

from __future__ import annotations

from citeview.snapshots.extract.decoding import DecodedText, decode, decoding_steps, decoding_warnings
from citeview.snapshots.extract.extraction import Extraction, ExtractionError, Given, Style
from citeview.snapshots.extract.source_map import SourceMap

_BEGINNING = 4096
_NO_TEXT = bytes((*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))
"""Control characters of no text file; ESC begins the escape sequences of ISO-2022-JP."""
_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


class PlainText:
    """Read plain text."""

    name = "plain-text@1"
    media_types = ("text/plain", "text/csv", "application/json", "text/x-log")
    endings = (".txt", ".text", ".log", ".csv", ".json", ".jsonl")

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes are text: a byte order mark says so, a control character that is in none denies it."""
        beginning = raw[:_BEGINNING]
        return raw.startswith(_MARKS) or beginning.translate(None, _NO_TEXT) == beginning

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
