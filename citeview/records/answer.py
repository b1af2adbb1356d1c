"""What a model answered, in parts that each have coordinates of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """Hold one part of an answer, exactly as delivered."""

    text: str
    part_id: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold an answer as delivered."""

    answer_id: str
    parts: tuple[AnswerPart, ...]
    title: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys that we do not know, kept and written back."""
