"""What boundary maps and document maps cost, as ratios in one run: `python tests/bench/bench_text.py`."""

from __future__ import annotations

import random

from timing import median, seconds

from citeview.text.boundaries import BoundaryMap
from citeview.text.display import DocumentMap
from citeview.text.units import Unit

PIECES = (
    "The origin serves one request in ten. ",
    "缓存命中率很高。",
    "🚀 launch 👩\u200d💻 codes ",
    "naïve cafe\u0301 ",
    "नमस्ते दुनिया\n",
)


def main() -> None:
    chooser = random.Random(1)  # noqa: S311  # the same text in every run, not a secret
    text = "".join(chooser.choice(PIECES) for _ in range(800_000))[:10_000_000]
    encode = median(lambda: text.encode("utf-8"))
    build = median(lambda: BoundaryMap(text))
    print(f"{len(text):,} code points; encode {encode * 1000:.0f} ms")
    print(f"build: {build / encode:.2f} x encode (bound 3)")
    boundaries = BoundaryMap(text)
    print(f"first grapheme conversion: {seconds(lambda: boundaries.length(Unit.GRAPHEME)):.2f} s (bound 1)")
    places = [chooser.randrange(len(text) + 1) for _ in range(100_000)]
    simple = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16)
    offsets = {unit: [boundaries.convert(place, Unit.CODEPOINT, unit) for place in places] for unit in simple}
    for one in simple:
        for other in simple:
            if one is other:
                continue
            taken = median(lambda one=one, other=other: [boundaries.convert(at, one, other) for at in offsets[one]])
            print(f"100,000 x {one.value} to {other.value}: {taken:.2f} s, {taken * 10:.1f} µs each")
    display = median(lambda: DocumentMap(text))
    print(f"document map: {display / encode:.2f} x encode")
    one_line = "word " * 2_000_000
    lines = ("word " * 400 + "\n") * 5_000
    ratio = median(lambda: DocumentMap(one_line)) / median(lambda: DocumentMap(lines))
    print(f"document map of 10 MB in one line: {ratio:.2f} x the same in lines of 2,000")


if __name__ == "__main__":
    main()
