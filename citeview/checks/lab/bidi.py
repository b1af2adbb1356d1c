"""Embedding levels of a paragraph by the Unicode Bidirectional Algorithm (UAX #9), and the visual order they give.

Only what a ruler needs to say in which order characters are drawn: no mirroring, no shaping. Knows one paragraph.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

MAX_DEPTH = 125
_RIGHT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_EXPLICIT = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF"})
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_REMOVED = _EXPLICIT | {"BN"}
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
_TRAILING = frozenset({"WS", "LRI", "RLI", "FSI", "PDI"})


def bidi_class(character: str) -> str:
    """Return the bidirectional class of a character; characters without one count as left to right."""
    return unicodedata.bidirectional(character) or "L"


def needs_reordering(text: str) -> bool:
    """Say whether any character of `text` can make its visual order differ from the logical one."""
    return not text.isascii() and any(bidi_class(character) in _RIGHT for character in text)


def levels(paragraph: str) -> list[int]:
    """Return the embedding level of each code point of one paragraph; odd levels run from right to left."""
    if not needs_reordering(paragraph):
        return [0] * len(paragraph)
    original = [bidi_class(character) for character in paragraph]
    pairs = _isolate_pairs(original)
    base = _paragraph_level(original, pairs, 0, len(original))
    classes = list(original)
    explicit = _explicit(original, classes, pairs, base)
    found = list(explicit)
    for sequence in _sequences(original, explicit, pairs):
        _resolve(paragraph, original, classes, explicit, found, sequence, base, pairs)
    _whitespace(original, found, base)
    return found


def visual_order(found: Sequence[int]) -> list[int]:
    """Return the logical indexes from left to right on a line (rule L2)."""
    order = list(range(len(found)))
    highest = max(found, default=0)
    lowest_odd = min((level for level in found if level % 2), default=highest + 1)
    for level in range(highest, lowest_odd - 1, -1):
        start = 0
        while start < len(order):
            if found[order[start]] < level:
                start += 1
                continue
            end = start
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end
    return order


def _isolate_pairs(classes: Sequence[str]) -> dict[int, int]:
    """BD9: match isolate initiators with their PDI, both ways."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for index, kind in enumerate(classes):
        if kind in _ISOLATES:
            stack.append(index)
        elif kind == "PDI" and stack:
            opened = stack.pop()
            pairs[opened] = index
            pairs[index] = opened
    return pairs


def _paragraph_level(classes: Sequence[str], pairs: dict[int, int], start: int, end: int) -> int:
    """P2 and P3: the first strong character outside isolates decides."""
    index = start
    while index < end:
        kind = classes[index]
        if kind == "L":
            return 0
        if kind in ("R", "AL"):
            return 1
        index = pairs.get(index, end) if kind in _ISOLATES else index + 1
    return 0


def _explicit(original: Sequence[str], classes: list[str], pairs: dict[int, int], base: int) -> list[int]:
    """X1 to X8: levels from embeddings, overrides and isolates."""
    found = [base] * len(original)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    overflow_isolates = overflow_embeddings = valid_isolates = 0
    for index, kind in enumerate(original):
        level, override, _ = stack[-1]
        if kind in _EXPLICIT and kind != "PDF":
            found[index] = level
            deeper = _next_level(level, right=kind in ("RLE", "RLO"))
            if deeper <= MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                stack.append((deeper, {"RLO": "R", "LRO": "L"}.get(kind, ""), False))
            elif not overflow_isolates:
                overflow_embeddings += 1
        elif kind in _ISOLATES:
            found[index] = level
            if override:
                classes[index] = override
            right = kind == "RLI" or (
                kind == "FSI" and _paragraph_level(original, pairs, index + 1, pairs.get(index, len(original))) == 1
            )
            deeper = _next_level(level, right=right)
            if deeper <= MAX_DEPTH and not overflow_isolates and not overflow_embeddings:
                valid_isolates += 1
                stack.append((deeper, "", True))
            else:
                overflow_isolates += 1
        elif kind == "PDI":
            if overflow_isolates:
                overflow_isolates -= 1
            elif valid_isolates:
                overflow_embeddings = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            level, override, _ = stack[-1]
            found[index] = level
            if override:
                classes[index] = override
        elif kind == "PDF":
            found[index] = level
            if not overflow_isolates:
                if overflow_embeddings:
                    overflow_embeddings -= 1
                elif not stack[-1][2] and len(stack) > 1:
                    stack.pop()
        elif kind == "B":
            found[index] = base
        else:
            found[index] = level
            if override and kind != "BN":
                classes[index] = override
    return found


def _next_level(level: int, *, right: bool) -> int:
    return (level + 1) | 1 if right else (level + 2) & ~1


def _sequences(original: Sequence[str], found: Sequence[int], pairs: dict[int, int]) -> list[list[int]]:
    """X9 and X10: indexes of each isolating run sequence, without the characters that X9 removes."""
    runs: list[list[int]] = []
    for index, kind in enumerate(original):
        if kind in _REMOVED:
            continue
        if runs and found[runs[-1][-1]] == found[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    run_of = {run[0]: run for run in runs}
    sequences = []
    for run in runs:
        if original[run[0]] == "PDI" and run[0] in pairs:
            continue
        sequence = list(run)
        while original[sequence[-1]] in _ISOLATES and sequence[-1] in pairs:
            sequence.extend(run_of[pairs[sequence[-1]]])
        sequences.append(sequence)
    return sequences


def _resolve(
    text: str,
    original: Sequence[str],
    classes: list[str],
    explicit: Sequence[int],
    found: list[int],
    sequence: list[int],
    base: int,
    pairs: dict[int, int],
) -> None:
    """Resolve one isolating run sequence: `explicit` are the levels before any was, `found` takes the result."""
    level = explicit[sequence[0]]
    before = _neighbour_level(original, explicit, sequence[0] - 1, -1, base)
    last = sequence[-1]
    open_ended = original[last] in _ISOLATES and last not in pairs
    after = base if open_ended else _neighbour_level(original, explicit, last + 1, 1, base)
    start = "R" if max(level, before) % 2 else "L"
    end = "R" if max(level, after) % 2 else "L"
    kinds = [classes[index] for index in sequence]
    _weak(kinds, start)
    _brackets(text, original, sequence, kinds, level, start)
    _neutral(kinds, level, start, end)
    for index, kind in zip(sequence, kinds, strict=True):
        if level % 2 == 0:
            found[index] = level + {"R": 1, "AN": 2, "EN": 2}.get(kind, 0)
        else:
            found[index] = level + {"L": 1, "AN": 1, "EN": 1}.get(kind, 0)


def _neighbour_level(original: Sequence[str], found: Sequence[int], index: int, step: int, base: int) -> int:
    while 0 <= index < len(original):
        if original[index] not in _REMOVED:
            return found[index]
        index += step
    return base


def _weak(kinds: list[str], start: str) -> None:
    """W1 to W7."""
    previous = start
    for index, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[index] = "ON" if previous in _ISOLATES or previous == "PDI" else previous
        previous = kinds[index]
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    for index, kind in enumerate(kinds):
        if kind == "AL":
            kinds[index] = "R"
    for index in range(1, len(kinds) - 1):
        one, other = kinds[index - 1], kinds[index + 1]
        if one == other and ((kinds[index] == "ES" and one == "EN") or (kinds[index] == "CS" and one in ("EN", "AN"))):
            kinds[index] = one
    index = 0
    while index < len(kinds):
        if kinds[index] != "ET":
            index += 1
            continue
        end = index
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        beside = (index and kinds[index - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN")
        kinds[index:end] = ["EN" if beside else "ON"] * (end - index)
        index = end
    strong = start
    for index, kind in enumerate(kinds):
        if kind in ("ES", "CS"):
            kinds[index] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[index] = "L"


def _brackets(
    text: str, original: Sequence[str], sequence: list[int], kinds: list[str], level: int, start: str
) -> None:
    """N0: a pair of brackets takes the direction of what is inside it, or of what is before it."""
    embedding = "R" if level % 2 else "L"
    for opened, closed in _bracket_pairs(text, sequence, kinds):
        inside = {_direction(kinds[index]) for index in range(opened + 1, closed)}
        if embedding in inside:
            kind = embedding
        elif inside & {"L", "R"}:
            earlier = (_direction(kinds[index]) for index in range(opened - 1, -1, -1))
            kind = next((found for found in earlier if found in ("L", "R")), start)
        else:
            continue
        for index in (opened, closed):
            kinds[index] = kind
            following = index + 1
            while following < len(kinds) and original[sequence[following]] == "NSM":
                kinds[following] = kind
                following += 1


def _bracket_pairs(text: str, sequence: list[int], kinds: list[str]) -> list[tuple[int, int]]:
    """BD16: at most 63 open brackets; beyond that there are no pairs at all."""
    stack: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for place, index in enumerate(sequence):
        if kinds[place] != "ON":
            continue
        character = unicodedata.normalize("NFC", text[index])
        closing = _closing_of(character)
        if closing is not None:
            if len(stack) == 63:
                return []
            stack.append((closing, place))
            continue
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth][0] == character:
                found.append((stack[depth][1], place))
                del stack[depth:]
                break
    return sorted(found)


@cache
def _closing_of(character: str) -> str | None:
    if len(character) != 1 or unicodedata.category(character) != "Ps" or not unicodedata.mirrored(character):
        return None
    special = {"[": "]", "{": "}", "\u298d": "\u2990", "\u298f": "\u298e"}
    closing = special.get(character, chr(ord(character) + 1))
    return closing if unicodedata.category(closing) == "Pe" else None


def _direction(kind: str) -> str:
    return "R" if kind in ("R", "EN", "AN") else kind


def _neutral(kinds: list[str], level: int, start: str, end: str) -> None:
    """N1 and N2: what lies between two of one direction takes it, else the embedding's."""
    index = 0
    while index < len(kinds):
        if kinds[index] not in _NEUTRAL:
            index += 1
            continue
        stop = index
        while stop < len(kinds) and kinds[stop] in _NEUTRAL:
            stop += 1
        before = _direction(kinds[index - 1]) if index else start
        after = _direction(kinds[stop]) if stop < len(kinds) else end
        kind = before if before == after else ("R" if level % 2 else "L")
        kinds[index:stop] = [kind] * (stop - index)
        index = stop


def _whitespace(original: Sequence[str], found: list[int], base: int) -> None:
    """L1: separators, and the white space before them and at the end, go back to the paragraph's level.

    Characters that X9 removes take the level of what is before them, so that each code point has one.
    """
    for index, kind in enumerate(original):
        if kind in _REMOVED:
            found[index] = found[index - 1] if index else base
    trailing = True
    for index in range(len(original) - 1, -1, -1):
        kind = original[index]
        if kind in ("B", "S"):
            found[index] = base
            trailing = True
        elif trailing and (kind in _TRAILING or kind in _REMOVED):
            found[index] = base
        else:
            trailing = False
