"""What has to be let go of: one way to do it at the end of a `with` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Be closed at the end of a `with` block, whatever happens in it."""

    @abstractmethod
    def close(self) -> None:
        """Let go of what is held; a second time does nothing."""

    def __enter__(self) -> Self:
        """Return what will be closed."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()
