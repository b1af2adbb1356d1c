"""Digests of stored bytes, as they are written everywhere: `sha256:` and 64 lower-case hexadecimal digits."""

from __future__ import annotations

import hashlib
import re
from typing import BinaryIO

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_BLOCK = 1 << 20


class TooLargeError(ValueError):
    """Report that a stream holds more bytes than are read."""


def digest_of(data: bytes) -> str:
    """Return the digest of bytes."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def digest_of_stream(stream: BinaryIO, most_bytes: int) -> tuple[str, int]:
    """Return the digest of a stream and its size in bytes, without holding it.

    Raises:
        TooLargeError: where it is larger than `most_bytes`.

    """
    measured = hashlib.sha256()
    size = 0
    while block := stream.read(_BLOCK):
        size += len(block)
        if size > most_bytes:
            raise TooLargeError
        measured.update(block)
    return f"sha256:{measured.hexdigest()}", size


def read_at_most(stream: BinaryIO, most_bytes: int) -> bytes:
    """Return all of a stream.

    Raises:
        TooLargeError: where it is larger than `most_bytes`.

    """
    data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise TooLargeError
    return data


def is_digest(text: str) -> bool:
    """Say whether `text` has the form of a digest, which is that of a snapshot's id too."""
    return _DIGEST.fullmatch(text) is not None
