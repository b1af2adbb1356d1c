"""What can be copied of a citation, as text."""

from __future__ import annotations

import json
from urllib.parse import quote as percent_encode

from citeview.records.citation import Citation, UnreadableRecord

_LONGEST_FRAGMENT = 300


def quote_of(record: Citation | UnreadableRecord | None) -> str:
    """Return the quote as the export gives it, or nothing."""
    if not isinstance(record, Citation) or record.selector is None or record.selector.quote is None:
        return ""
    return record.selector.quote.exact


def link_of(record: Citation | UnreadableRecord | None) -> str:
    """Return the source's http(s) address with a text fragment for the quote (WICG scroll-to-text), or nothing.

    A long quote becomes a range from its first to its last words, which is what the syntax has for that.
    """
    if not isinstance(record, Citation) or not record.url or not record.url.startswith(("http://", "https://")):
        return ""
    words = quote_of(record).encode("utf-8", "replace").decode().split()
    if not words:
        return record.url
    whole = " ".join(words)
    if len(whole) <= _LONGEST_FRAGMENT or len(words) < 10:
        fragment = _encode(whole)
    else:
        fragment = f"{_encode(' '.join(words[:4]))},{_encode(' '.join(words[-4:]))}"
    base, _, _ = record.url.partition("#")
    return f"{base}#:~:text={fragment}"


def json_of(record: Citation | UnreadableRecord | None) -> str:
    """Return the record as it was read, as JSON, or nothing."""
    return "" if record is None else json.dumps(record.raw, ensure_ascii=False, indent=2, default=str)


def _encode(text: str) -> str:
    # The hyphen, the comma and the ampersand are syntax in a fragment; `quote` leaves the hyphen.
    return percent_encode(text, safe="").replace("-", "%2D")
