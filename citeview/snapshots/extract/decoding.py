"""From bytes to characters, and back to the bytes of each: which encoding, why, and where it does not fit.

Knows encodings by the labels of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels). Must not
know what the characters mean.
"""

from __future__ import annotations

import codecs
import re
import threading
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from citeview.snapshots.extract.extraction import LIMITS, Encoding, ExtractionError, ExtractionLimits
from citeview.text.boundaries import BoundaryMap
from citeview.text.units import Span, Unit

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_LABELS: dict[str, str] = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 unicode11utf8 unicode20utf8",
    "utf-16-le": "utf-16le utf-16-le utf-16 ucs-2 unicode iso-10646-ucs-2 csunicode unicodefeff",
    "utf-16-be": "utf-16be utf-16-be unicodefffe",
    "utf-32-le": "utf-32le utf-32-le utf-32",
    "utf-32-be": "utf-32be utf-32-be",
    "windows-1250": "windows-1250 cp1250 x-cp1250",
    "windows-1251": "windows-1251 cp1251 x-cp1251",
    "windows-1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 latin1 latin-1 l1 ascii us-ascii "
    "ansi_x3.4-1968 iso_8859-1 cp819 ibm819",
    "windows-1253": "windows-1253 cp1253",
    "windows-1254": "windows-1254 cp1254 iso-8859-9 iso8859-9 latin5",
    "windows-1255": "windows-1255 cp1255",
    "windows-1256": "windows-1256 cp1256",
    "windows-1257": "windows-1257 cp1257",
    "windows-1258": "windows-1258 cp1258",
    "windows-874": "windows-874 cp874 tis-620 iso-8859-11",
    "iso-8859-2": "iso-8859-2 iso8859-2 latin2 iso8859_2",
    "iso-8859-3": "iso-8859-3 iso8859-3 latin3 iso8859_3",
    "iso-8859-4": "iso-8859-4 iso8859-4 latin4 iso8859_4",
    "iso-8859-5": "iso-8859-5 iso8859-5 cyrillic iso8859_5",
    "iso-8859-6": "iso-8859-6 iso8859-6 arabic iso8859_6",
    "iso-8859-7": "iso-8859-7 iso8859-7 greek iso8859_7",
    "iso-8859-8": "iso-8859-8 iso8859-8 hebrew iso-8859-8-i iso8859_8",
    "iso-8859-10": "iso-8859-10 iso8859-10 latin6 iso8859_10",
    "iso-8859-13": "iso-8859-13 iso8859-13 iso8859_13",
    "iso-8859-14": "iso-8859-14 iso8859-14 iso8859_14",
    "iso-8859-15": "iso-8859-15 iso8859-15 latin9 iso8859_15",
    "iso-8859-16": "iso-8859-16 iso8859_16",
    "koi8-r": "koi8-r koi8 koi koi8_r",
    "koi8-u": "koi8-u koi8-ru koi8_u",
    "macintosh": "macintosh mac x-mac-roman mac_roman",
    "x-mac-cyrillic": "x-mac-cyrillic mac_cyrillic",
    "ibm866": "ibm866 866 cp866",
    "gb18030": "gb18030 gbk gb2312 gb_2312-80 x-gbk chinese",
    "big5": "big5 big5-hkscs big5hkscs cn-big5 x-x-big5",
    "euc-jp": "euc-jp eucjp euc_jp x-euc-jp",
    "shift_jis": "shift_jis shift-jis sjis cp932 windows-31j ms_kanji x-sjis",
    "iso-2022-jp": "iso-2022-jp iso2022_jp csiso2022jp",
    "euc-kr": "euc-kr euc_kr cp949 ks_c_5601-1987 windows-949 korean",
}
_NAME_OF = {label: name for name, labels in _LABELS.items() for label in labels.split()}
_CODECS = {
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "iso-8859-8": "iso8859_8",
}
_MULTIBYTE = {"gb18030", "big5", "euc-jp", "shift_jis", "iso-2022-jp", "euc-kr", "utf-16-le", "utf-16-be"}
# Not every multi-byte encoding is here that exists: none that runs code or unpacks (Python names such codecs too).
_CHECKPOINT = 256
"""Characters between two checkpoints of a multi-byte encoding."""


class DecodedText:
    """Hold the characters of some bytes, and where each one's bytes are."""

    def __init__(self, raw: bytes, encoding: Encoding, *, bom: int = 0) -> None:
        """Decode all of `raw` after its first `bom` bytes; what does not fit the encoding becomes U+FFFD."""
        self.encoding = encoding
        self.bom = bom
        """Bytes of the byte order mark, which is no character of the text (The Unicode Standard, 23.8)."""
        self.size = len(raw)
        self._faults: list[tuple[int, int]] = []
        self._raw = raw
        self.text = self._decoded()

    @property
    def faults(self) -> tuple[tuple[int, int], ...]:
        """Return where (byte, number of bytes) the raw bytes do not fit the encoding."""
        return tuple(self._faults)

    def to_raw(self, span: Span) -> tuple[int, int]:
        """Return the half-open range of raw bytes of a span of code points.

        Raises:
            ValueError: where the text has no such span.

        """
        if not 0 <= span.start <= span.end <= len(self.text):
            raise ValueError(f"[{span.start}, {span.end}) is no span of the decoded text")
        return self._byte(span.start), self._byte(span.end)

    def _decoded(self) -> str:
        _noted.faults = []
        text = self._raw[self.bom :].decode(codec_of(self.encoding.name), _handler_of(self.encoding.name))
        self._faults = [(self.bom + start, length) for start, length in _noted.faults]
        return text

    def _byte(self, position: int) -> int:
        name = self.encoding.name
        if position == len(self.text):
            # What follows the last character (an escape sequence, say) belongs to it.
            return self.size
        if name == "utf-8":
            return self._utf8_byte(position)
        if name.startswith("utf-32"):
            return min(self.bom + 4 * position, self.size)
        if name not in _MULTIBYTE:
            return self.bom + position
        at, start = self._checkpoint(position)
        if at == position:
            return start
        for sequence in _sequences(self._raw, start, name):
            at += sequence[1]
            if at >= position:
                return sequence[0]
        return self.size

    def _utf8_byte(self, position: int) -> int:
        at = self.bom + self._boundaries.convert(position, Unit.CODEPOINT, Unit.UTF8)
        if not self._faults:
            return at
        # Every U+FFFD that stands for bytes counts 3 in UTF-8 and is as long as those bytes.
        number = bisect_right(self._fault_positions, position - 1)
        return at + self._fault_growth[number]

    @cached_property
    def _boundaries(self) -> BoundaryMap:
        return BoundaryMap(self.text)

    @cached_property
    def _fault_growth(self) -> array[int]:
        growth = array("q", [0])
        for _, length in self._faults:
            growth.append(growth[-1] + length - 3)
        return growth

    @cached_property
    def _fault_positions(self) -> array[int]:
        """Code-point positions of the U+FFFD that stand for bytes, each after the one before."""
        positions = array("q")
        at, begin = 0, self.bom
        for start, length in self._faults:
            at += len(self._raw[begin:start].decode("utf-8"))
            positions.append(at)
            at, begin = at + 1, start + length
        return positions

    def _checkpoint(self, position: int) -> tuple[int, int]:
        positions, starts = self._checkpoints
        number = bisect_right(positions, position) - 1
        return positions[number], starts[number]

    @cached_property
    def _checkpoints(self) -> tuple[array[int], array[int]]:
        positions, starts = array("q", [0]), array("q", [self.bom])
        at = 0
        # A decoder can be started only where no escape sequence is in force: for that encoding, at the beginning alone.
        if self.encoding.name == "iso-2022-jp":
            return positions, starts
        for end, count in _sequences(self._raw, self.bom, self.encoding.name):
            at += count
            if at - positions[-1] >= _CHECKPOINT:
                positions.append(at)
                starts.append(end)
        return positions, starts


def decode(
    raw: bytes, declared: str | None = None, limits: ExtractionLimits = LIMITS, *, in_document: str | None = None
) -> DecodedText:
    """Decide the encoding of bytes and decode them.

    A byte order mark decides; then what was declared; then UTF-8 if it fits; then what charset-normalizer makes of the
    beginning; then windows-1252, as browsers do.

    Args:
        raw: the bytes.
        declared: a label from an HTTP header, from a record or from a person.
        limits: how much is looked at to detect an encoding.
        in_document: a label that the document itself declares.

    """
    for mark, name in _BOMS:
        if raw.startswith(mark):
            return DecodedText(raw, Encoding(name, "BOM"), bom=len(mark))
    if declared is not None and (known := encoding_named(declared)) is not None:
        return DecodedText(raw, Encoding(known, "declared"))
    if in_document is not None and (known := encoding_named(in_document)) is not None:
        return DecodedText(raw, Encoding(known, "declared in the document"))
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return DecodedText(raw, _detected(raw[: limits.detection_bytes]))
    return DecodedText(raw, Encoding("utf-8", "detected: the bytes are valid UTF-8"))


def encoding_named(label: str) -> str | None:
    """Return the encoding's name for a label, None for one that is not read."""
    return _NAME_OF.get(label.strip(" \t\r\n\f\"'").lower().replace("_", "-")) or _NAME_OF.get(label.strip().lower())


def codec_of(name: str) -> str:
    """Return what Python calls an encoding.

    Raises:
        ExtractionError: where the encoding is not one of ours.

    """
    if name not in _LABELS:
        raise ExtractionError(f"the encoding {name[:40]!a} is not read")
    return _CODECS.get(name, name)


def decoding_steps(decoded: DecodedText) -> tuple[str, ...]:
    """Say what decoding did, for the record."""
    steps = [f"Decoded as {decoded.encoding.name} ({decoded.encoding.decided_by})."]
    if decoded.bom:
        steps.append(f"Left out the byte order mark, {decoded.bom} bytes.")
    return tuple(steps)


def decoding_warnings(decoded: DecodedText, declared: str | None = None) -> tuple[str, ...]:
    """Say where the bytes do not fit the encoding, and what was declared in vain."""
    warnings = []
    if declared is not None and encoding_named(declared) is None:
        shown = re.sub(r"[^!-~]", "?", declared[:40])
        warnings.append(f"The declared encoding {shown} is not known.")
    if decoded.faults:
        at, _ = decoded.faults[0]
        count = len(decoded.faults)
        places = "one place" if count == 1 else f"{count:,} places"
        warnings.append(
            f"The bytes are not {decoded.encoding.name} in {places}, the first at byte {at:,}; each is shown as U+FFFD."
        )
    return tuple(warnings)


def _detected(beginning: bytes) -> Encoding:
    import charset_normalizer  # late: it loads tables of languages, and most bytes are UTF-8

    matches = charset_normalizer.from_bytes(beginning)
    best = matches.best()
    if best is None:
        return Encoding("windows-1252", "assumed: nothing was declared, and nothing was detected")
    names = [best.encoding]
    for match in matches:
        # Encodings that differ in a few letters come out alike; of those browsers take windows-1252.
        if (match.chaos, match.coherence) == (best.chaos, best.coherence) and "cp1252" in match.could_be_from_charset:
            names.insert(0, "cp1252")
    name = next(known for each in (*names, "windows-1252") if (known := encoding_named(each)) is not None)
    return Encoding(name, f"detected: charset-normalizer {charset_normalizer.__version__}")


def _sequences(raw: bytes, start: int, name: str) -> Iterator[tuple[int, int]]:
    """Yield for each sequence of bytes where it ends and how many characters it made."""
    decoder = codecs.getincrementaldecoder(codec_of(name))(_handler_of(name))
    _noted.faults = []
    for at in range(start, len(raw)):
        made = len(decoder.decode(raw[at : at + 1], at + 1 == len(raw)))
        if made:
            yield at + 1, made


class _Noted(threading.local):
    """Hold what the error handlers met in this thread; a handler is known by a name alone and has no other place."""

    def __init__(self) -> None:
        self.faults: list[tuple[int, int]] = []


_noted = _Noted()


def _note(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    _noted.faults.append((error.start, error.end - error.start))
    return "\ufffd", error.end


def _note_or_control(error: UnicodeError) -> tuple[str, int]:
    # The Encoding Standard gives what Windows leaves unused between 80 and 9F to the control characters there.
    if isinstance(error, UnicodeDecodeError) and 0x80 <= error.object[error.start] <= 0x9F:
        return chr(error.object[error.start]), error.start + 1
    return _note(error)


_NOTE, _NOTE_OR_CONTROL = "citeview-note", "citeview-note-or-control"
codecs.register_error(_NOTE, _note)
codecs.register_error(_NOTE_OR_CONTROL, _note_or_control)


def _handler_of(name: str) -> str:
    return _NOTE_OR_CONTROL if name.startswith("windows-") else _NOTE
