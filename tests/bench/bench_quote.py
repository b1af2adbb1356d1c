"""What the quote check costs: `python tests/bench/bench_quote.py [RULES]`. Medians, and ratios in one run.

Goals: 100,000 tokens made in 0.3 s; 1,000 quotes of 30 tokens, half altered, on them with closest passages in 1.5 s;
10,000 tiny pairs in about 1 s; twice the text takes about twice the time, whatever is in it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

from timing import median

from citeview.quote.rules import RuleSet, rules


def words(chooser: random.Random, count: int, *, language: bool) -> list[str]:
    """Return words, as common as words are in a language or equally common, with a number now and then."""
    letters = "abcdefghijklmnopqrstuvwxyzé"
    held = ["".join(chooser.choices(letters, k=chooser.randint(3, 10))) for _ in range(8_000)]
    weights = [1 / (rank + 1) for rank in range(8_000)] if language else None
    drawn = chooser.choices(held, weights, k=count)
    return [str(chooser.randint(1, 999)) if chooser.random() < 0.03 else word for word in drawn]


def altered(chooser: random.Random, quote: list[str]) -> list[str]:
    """Return a quote with one to three words replaced, dropped or added inside."""
    quote = list(quote)
    for _ in range(chooser.randint(1, 3)):
        at = chooser.randrange(1, len(quote) - 1)
        change = chooser.randrange(3)
        if change == 0:
            quote[at] = "replaced"
        elif change == 1:
            del quote[at]
        else:
            quote.insert(at, "added")
    return quote


def long_source(rule_set: RuleSet, chooser: random.Random, *, language: bool) -> None:
    row = words(chooser, 100_000, language=language)
    text = " ".join(word + "." if chooser.random() < 0.08 else word for word in row)
    quotes = []
    for number in range(1_000):
        at = chooser.randrange(len(row) - 30)
        quote = row[at : at + 30]
        quotes.append(" ".join(altered(chooser, quote) if number % 2 else quote))

    def everything() -> None:
        source = rule_set.prepare(text)
        for quote in quotes:
            rule_set.check(quote, source)

    kind = "as common as in a language" if language else "equally common"
    print(f"source of {len(text):,} characters, words {kind}")
    print(f"  tokens: {median(lambda: rule_set.prepare(text)):.3f} s (bound 0.3)")
    print(f"  tokens and 1,000 quotes: {median(everything):.2f} s (bound 1.5)")
    source = rule_set.prepare(text)
    print(f"  500 found: {median(lambda: [rule_set.check(quote, source) for quote in quotes[::2]]):.3f} s")
    print(f"  500 altered: {median(lambda: [rule_set.check(quote, source) for quote in quotes[1::2]]):.3f} s")


def tiny_pairs(rule_set: RuleSet, chooser: random.Random) -> None:
    row = words(chooser, 10_000, language=True)[:60]
    sources = [" ".join(chooser.choices(row, k=20)) for _ in range(10_000)]
    inside = [(" ".join(source.split()[4:10]), source) for source in sources]
    outside = [(" ".join(chooser.choices(row, k=6)), source) for source in sources]
    for name, pairs in (("found", inside), ("not found", outside)):
        taken = median(lambda pairs=pairs: [rule_set.check(quote, rule_set.prepare(source)) for quote, source in pairs])
        print(f"10,000 tiny pairs, {name}: {taken:.2f} s (bound 1)")


def hostile(rule_set: RuleSet) -> None:
    """Print how much longer twice the text takes: 2 is linear, 4 quadratic."""
    makers: dict[str, Callable[[int], object]] = {
        "dashes": lambda n: rule_set.prepare("-" * n),
        "5 and spaces": lambda n: rule_set.prepare("5" + " " * n + "x"),
        "5 and stops": lambda n: rule_set.prepare("5" + "." * n + "x"),
        "chain and a letter": lambda n: rule_set.prepare("1." * (n // 2) + "x"),
        "equal tokens, equal quote of 5,000": lambda n: rule_set.check("a " * 5_000, rule_set.prepare("a " * n)),
        "equal tokens, altered quote of 5,000": lambda n: rule_set.check(
            "a " * 4_999 + "b", rule_set.prepare("a " * n)
        ),
        "periodic tokens, altered": lambda n: rule_set.check("a b " * 2_000 + "c", rule_set.prepare("a b " * (n // 2))),
        "quote longer than the source": lambda n: rule_set.check("a b " * (n // 16), rule_set.prepare("a b c")),
    }
    for name, work in makers.items():
        once, twice = (median(lambda size=size, work=work: work(size)) for size in (80_000, 160_000))
        print(f"{name}: {once * 1000:.1f} ms, twice the text {twice / once:.1f} x")


def main() -> None:
    rule_set = rules(sys.argv[1] if len(sys.argv) > 1 else "tok-nfkc-lower@2")
    chooser = random.Random(1)  # noqa: S311  # the same text in every run
    long_source(rule_set, chooser, language=False)
    long_source(rule_set, chooser, language=True)
    tiny_pairs(rule_set, chooser)
    hostile(rule_set)


if __name__ == "__main__":
    main()
