"""The closest passage: where a quote that is not in the source comes nearest, aligned token by token.

Knows ids and spans. What it finds is for display; it has no way to a match, and a score never passes a quote. Must
not know how tokens are made.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from citeview.quote.prepared import WORD, PreparedSource, Tokens
from citeview.quote.results import AlignedPart, Passage, Step
from citeview.text.units import Span

CLOSEST_SHARE = 0.5
"""Share of the quote's tokens that must match in the closest passage for it to be shown as one; fewer are nothing
similar.

It decides what is displayed, never whether a quote is found.
"""

WEIGHT = 3
"""What a matching token is worth in unmatched tokens of the source: one that stands so many further on is too far."""

REGIONS = 4
"""How many regions of a long source are aligned; the best alignment is shown."""

VOTES = 2_000
"""How many places of the quote's rarest tokens are looked at to choose the regions."""

PAIRS = 100_000
"""How many pairs of equal tokens one alignment looks at; a longer one leaves out the tokens that are most common."""


def closest_passage(
    quote: Tokens, ids: Sequence[int], source: PreparedSource, *, within: Span | None = None, near: int | None = None
) -> Passage | None:
    """Return the passage of the source that comes nearest to the quote, or None where no token of the quote is there.

    Of all ways to set tokens of the quote against equal tokens of the source in the same order, it takes the one with
    the highest WEIGHT × matching tokens - tokens of the source that stand between them unmatched. A passage begins and
    ends with a matching token. A quote of a few words is aligned with the whole of a short source; in a long one, the
    regions are aligned where the quote's rarest tokens stand together.

    Args:
        quote: the quote's tokens.
        ids: their ids in `source`, -1 for a token that is not there.
        source: the source.
        within: look only at tokens inside this span, in code points of the source.
        near: index of a source token where a similar passage is known to begin.

    """
    low, high = _tokens_within(source, within)
    best: tuple[int, list[tuple[int, int]]] = (0, [])
    # Nothing is better than every token that the source holds, in one run. A passage with one token too many or too few
    # is as good as that for display, and most quotes that were altered once stop here.
    enough = WEIGHT * sum(token >= 0 for token in ids) - 2
    for first, last in _regions(ids, source, low, high, near):
        known = near - first if near is not None and first <= near < last else None
        score, pairs = _align(ids, source.ids[first:last], known)
        if score > best[0]:
            best = score, [(i, first + j) for i, j in pairs]
        if score >= enough:
            break
    pairs = best[1]
    if not pairs:
        return None
    span = source.span(pairs[0][1], pairs[-1][1])
    parts = tuple(_parts(quote, source, pairs))
    return Passage(span, source.text[span.start : span.end], len(pairs), len(quote), parts)


def _tokens_within(source: PreparedSource, within: Span | None) -> tuple[int, int]:
    if within is None:
        return 0, len(source)
    low = bisect_left(source.starts, within.start)
    return low, max(low, bisect_left(source.ends, within.end + 1))


def _regions(
    ids: Sequence[int], source: PreparedSource, low: int, high: int, near: int | None
) -> Iterator[tuple[int, int]]:
    """Yield the token ranges of the source that are worth an alignment, the most promising first."""
    length = len(ids)
    if high - low <= 4 * length + 64:
        yield low, high
        return
    width = length // 4 + 4
    slack = length // 2 + 4 + width
    covered: list[int] = []
    if near is not None and low <= near < high:
        covered.append(near // width)
        yield max(low, near - slack), min(high, near + length + slack)
    # Asked for only when the first region was not good enough.
    for bucket, _ in _votes(ids, source, low, high, width).most_common(REGIONS):
        if all(abs(bucket - other) > 1 for other in covered):
            covered.append(bucket)
            yield max(low, bucket * width - slack), min(high, (bucket + 1) * width + length + slack)


def _votes(ids: Sequence[int], source: PreparedSource, low: int, high: int, width: int) -> Counter[int]:
    """Count how many rare tokens of the quote would have the passage begin in each `width` tokens of the source."""
    tokens = sorted((len(source.places[token]), index, token) for index, token in enumerate(ids) if token >= 0)
    votes: Counter[int] = Counter()
    seen = 0
    for count, index, token in tokens:
        if seen and seen + count > VOTES:
            break
        places = source.places[token]
        if low > 0 or high < len(source):
            places = places[bisect_left(places, low) : bisect_left(places, high)]
        votes.update([(place - index) // width for place in places])
        seen += count
    return votes


def _align(ids: Sequence[int], region: Sequence[int], near: int | None) -> tuple[int, list[tuple[int, int]]]:
    """Return the best alignment's score and its pairs: index in the quote, index in the region, ascending."""
    where = _indexes(ids, region)
    if not where:
        return _compare(ids, region, near)
    # A chain is pairs that ascend in both texts. After a chain that ends in the pair (i, j) with score s, a later pair
    # adds WEIGHT - (tokens skipped in the region); so the best chain to go on from has the highest s + j below i.
    # `tree` is a Fenwick tree over i of the highest (s + j, number of the pair).
    size = len(ids)
    tree: list[tuple[int, int]] = [(0, -1)] * (size + 1)
    chain: list[tuple[int, int, int]] = []  # i, j, number of the pair before
    best_score = best_pair = -1
    for j, token in enumerate(region):
        for i in where.get(token, ()):  # descending, so that no pair of this j follows another
            top = (0, -1)
            node = i
            while node:
                if tree[node] > top:
                    top = tree[node]
                node &= node - 1
            score = WEIGHT
            before = -1
            if top[1] >= 0 and top[0] - j + 1 > 0:
                score += top[0] - j + 1
                before = top[1]
            number = len(chain)
            chain.append((i, j, before))
            if score > best_score:
                best_score, best_pair = score, number
            entry = (score + j, number)
            node = i + 1
            while node <= size:
                if tree[node] < entry:
                    tree[node] = entry
                node += node & -node
    pairs = []
    while best_pair >= 0:
        i, j, best_pair = chain[best_pair]
        pairs.append((i, j))
    pairs.reverse()
    return best_score, _widen(pairs, ids, region)


def _indexes(ids: Sequence[int], region: Sequence[int]) -> dict[int, list[int]]:
    """Return the indexes in the quote of every token, descending, less the most common ones where PAIRS is passed."""
    where: dict[int, list[int]] = {}
    for i in range(len(ids) - 1, -1, -1):
        if ids[i] >= 0:
            where.setdefault(ids[i], []).append(i)
    if len(ids) * len(region) <= PAIRS:
        return where
    counts = Counter(token for token in region if token in where)
    kept: dict[int, list[int]] = {}
    pairs = 0
    for size, token in sorted((count * len(where[token]), token) for token, count in counts.items()):
        pairs += size
        if pairs > PAIRS:
            break
        kept[token] = where[token]
    return kept


def _widen(pairs: list[tuple[int, int]], ids: Sequence[int], region: Sequence[int]) -> list[tuple[int, int]]:
    """Add the equal tokens just before and after each pair: the ones that were left out as too common."""
    wide: list[tuple[int, int]] = []
    for number, (i, j) in enumerate(pairs):
        back = 1
        last_i, last_j = wide[-1] if wide else (-1, -1)
        while i - back > last_i and j - back > last_j and ids[i - back] == region[j - back]:
            back += 1
        wide.extend((i - step, j - step) for step in range(back - 1, -1, -1))
        next_i, next_j = pairs[number + 1] if number + 1 < len(pairs) else (len(ids), len(region))
        step = 1
        while i + step < next_i and j + step < next_j and ids[i + step] == region[j + step]:
            wide.append((i + step, j + step))
            step += 1
    return wide


def _compare(ids: Sequence[int], region: Sequence[int], near: int | None) -> tuple[int, list[tuple[int, int]]]:
    """Compare place by place from `near` on: what is left for a text in which every token is too common."""
    if near is None:
        return 0, []
    pairs = [(i, near + i) for i in range(min(len(ids), len(region) - near)) if ids[i] == region[near + i]]
    return (WEIGHT + 1) * len(pairs) - len(ids), pairs


def _parts(quote: Tokens, source: PreparedSource, pairs: list[tuple[int, int]]) -> Iterator[AlignedPart]:
    """Yield the steps of an alignment, equal neighbours merged."""
    i, j = 0, pairs[0][1]
    number = 0
    while number < len(pairs):
        next_i, next_j = pairs[number]
        yield from _gap(quote, source, range(i, next_i), range(j, next_j))
        length = 1
        while number + length < len(pairs) and pairs[number + length] == (next_i + length, next_j + length):
            length += 1
        i, j = next_i + length, next_j + length
        number += length
        yield AlignedPart(Step.SAME, quote.span(next_i, i - 1), source.span(next_j, j - 1))
    yield from _gap(quote, source, range(i, len(quote)), range(j, j))


def _gap(quote: Tokens, source: PreparedSource, mine: range, theirs: range) -> Iterator[AlignedPart]:
    """Yield the step between two matches, if there is one: `mine` are tokens of the quote, `theirs` of the source."""
    if not mine and not theirs:
        return
    step = Step.REPLACED if mine and theirs else Step.DELETED if mine else Step.INSERTED
    strong = any(quote.keys[i][0] != WORD for i in mine) or any(source.key(j)[0] != WORD for j in theirs)
    yield AlignedPart(
        step,
        quote.span(mine[0], mine[-1]) if mine else None,
        source.span(theirs[0], theirs[-1]) if theirs else None,
        "strong" if strong else "normal",
    )
