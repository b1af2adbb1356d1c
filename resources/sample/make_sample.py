"""Make the sample export beside this file: `python resources/sample/make_sample.py [FOLDER]`.

Small, in several languages, with at least one citation for every headline. What each citation must get is in
EXPECTED, under the reference rules and under our own; a test checks that, and that the files here are what this
script makes.

The ranges of A🚀|READY and A😀B. are written out and not computed: they are facts to look at, not to derive.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from citeview.snapshots.digests import digest_of
from citeview.snapshots.writing import write_snapshot

Json = dict[str, Any]

FETCHED = "2026-11-05T14:02:11Z"

SOURCES: dict[str, tuple[str, str, str]] = {
    # name -> title, address, text
    "cdn": (
        "Content delivery networks",
        "https://example.com/cdn",
        "Content delivery networks\n\n"
        "A cache keeps copies near the reader. Each edge answers what it can.\n\n"
        "A cache hit ratio of 90 percent means the origin serves only 1 request in 10. That figure is an average "
        "over a day: at peak the ratio is usually higher, because the popular objects are already warm.\n\n"
        "When an object expires, the edge asks the origin whether it changed, and the origin answers 304 if it did "
        "not. A purge removes an object before it expires.\n\n"
        "About 1/2 of requests are for images.\n\n"
        "Purging is slow.\n\nIt is also rarely needed.\n",
    ),
    "manual": (
        "Operator manual",
        "https://example.com/manual",
        "The inter-\nnational edge keeps objects for one day. Keep at least two international links.\n\n"
        "The ratio fell during the storm, although nobody had changed a setting, and it rose again by noon.\n\n"
        "In the storm the edge lost 5 % of its objects.\n",
    ),
    "ticket": (
        "Ticket 88",
        "https://example.com/tickets/88",
        "A|READY.\nA🚀|READY.\nA🚀e\u0301|READY.\nA🚀\u00e9|READY.\n",
    ),
    "note": ("Note on ticket 88", "https://example.com/tickets/88/note", "A😀B."),
    "log": (
        "deploy.log",
        "https://example.com/logs/deploy",
        "08:00 start\r\n08:01 cache warmed\r\n08:02 status READY\r\n08:07 status READY\r\n",
    ),
    "terms": (
        "Terms of service",
        "https://example.com/terms",
        "Cancelled orders are refunded within 14 days.\n",
    ),
    "zh": (
        "缓存说明",
        "https://example.org/zh/cache",
        "内容分发网络\n\n边缘节点保存常用对象的副本。缓存命中率通常保持在百分之九十左右。\n",
    ),
    "ne": (
        "काठमाडौंको मौसम",
        "https://example.org/ne/weather",
        "काठमाडौंमा बिहानदेखि हल्का वर्षा भयो। तापक्रम १८ डिग्री रह्यो।\n",
    ),
    "he": (
        "דוח יומי",
        "https://example.org/he/report",
        "השרת חזר לפעול בשעה שמונה. הסטטוס הוא READY מאז.\n",
    ),
}

CHANGED: dict[str, tuple[str, str]] = {
    # The stored text of a source, altered after it was stored: what a digest is for.
    "terms": ("14 days", "30 days"),
}

ANSWERS: dict[str, tuple[str, list[str]]] = {
    # id -> title, parts; a number in brackets is that of the citation
    "answer-17": (
        "What does the CDN take off our origin?",
        [
            "A CDN absorbs most of the traffic 🚀 [7]. With a 90 percent hit ratio the origin serves only 1 request in "
            "10 [1]. The note that went to the customer says that the origin serves only 2 request in 10 [2], and "
            "that latency fell by 40 percent overnight [3].\n\n"
            "In Chinese deployments 缓存命中率 stays close to 90% [9]. About 1/2 of requests [6] are for images [14]. "
            "In the storm the edge lost 5 objects [24]; the advice to keep two international links [17] still stands."
            "\n\n"
            "Purging is slow and rarely needed [15][19], and it is billed by the object [23]. The international edge "
            "keeps objects for one day [25]. Orders are refunded within 30 days [18].",
        ],
    ),
    "answer-18": (
        "What do the reports of this morning say?",
        [
            "From Kathmandu: हल्का वर्षा भयो [10]. The Hebrew report says הסטטוס הוא READY [11].",
            "😀 The log shows status READY twice [12]. The ratio fell during the storm and rose again by noon [16].",
        ],
    ),
    "answer-19": (
        "Why is the highlight one character early?",
        [
            "The checklist ends with the word READY. Behind one ASCII letter every unit agrees [26]; behind a rocket "
            "🚀 they do not [4][27], and a combining accent parts them once more [8][21][22].\n\n"
            "The note on the ticket is A😀B. and nothing else. Its B can be cited [20], and so can the "
            "empty place before it [28]; half of its face cannot [5], nor can what is behind it [13].",
        ],
    ),
}


def units(text: str, unit: str) -> int:
    """Return the length of `text` in `unit`, without the code that the sample shows."""
    if unit == "utf8":
        return len(text.encode())
    if unit == "utf16":
        return len(text.encode("utf-16-le")) // 2
    return len(text)


def position(text: str, words: str, unit: str = "codepoint", nth: int = 1) -> Json:
    """Return where the `nth` occurrence of `words` stands."""
    at = -1
    for _ in range(nth):
        at = text.index(words, at + 1)
    return numbers(unit, units(text[:at], unit), units(text[: at + len(words)], unit))


def numbers(unit: str | None, start: int, end: int) -> Json:
    """Return a range as a record gives it; None for a unit that is not declared."""
    return {**({} if unit is None else {"unit": unit}), "start": start, "end": end}


def text_of(name: str) -> str:
    """Return a source's text as it was stored."""
    return SOURCES[name][2]


def source_id(name: str) -> str:
    """Return the id of a source's snapshot: the digest of its bytes, which are its text."""
    return digest_of(text_of(name).encode())


def source(name: str) -> Json:
    """Return what a record says about its source."""
    title, url, _ = SOURCES[name]
    digest = source_id(name)
    return {
        "snapshotId": digest,
        "title": title,
        "url": url,
        "fetchedAt": FETCHED,
        "extractor": "plain-text@1",
        "normalizer": "tok-nfkc-lower@2",
        "hashes": {"raw": digest, "text": digest},
    }


def selector(quote: str | None, at: Json | None, **more: str) -> Json:
    """Return a selector of a range, a quote, both, or an empty object."""
    made: Json = {}
    if at is not None:
        made["position"] = at
    if quote is not None:
        made["quote"] = {"exact": quote, **more}
    return {"selector": made} if made else {}


def line(number: int) -> Json:
    """Return line `number` of ticket 88 (from 1) as the chunk that a retriever handed over; ranges are on the chunk."""
    lines = text_of("ticket").splitlines()
    origin = sum(len(before) + 1 for before in lines[: number - 1])
    return {
        "chunk": {
            "id": f"ticket-88/{number}",
            "origin": {"unit": "codepoint", "offset": origin},
            "text": lines[number - 1],
        }
    }


def claim(answer: str, part: int, words: str, unit: str = "codepoint", nth: int = 1) -> Json:
    """Return where in an answer the cited words stand."""
    return {
        "answerId": answer,
        "part": part,
        "answerSelector": {"position": position(ANSWERS[answer][1][part], words, unit, nth)},
    }


def cdn_claim(words: str, unit: str = "codepoint") -> Json:
    """Return where in the first answer the cited words stand."""
    return claim("answer-17", 0, words, unit)


def lab_claim(words: str, unit: str = "codepoint") -> Json:
    """Return where in the third answer the cited words stand."""
    return claim("answer-19", 0, words, unit)


def quoted(name: str, words: str, unit: str = "codepoint", nth: int = 1) -> Json:
    """Return a selector whose range selects its quote."""
    return selector(words, position(text_of(name), words, unit, nth))


def citations() -> list[Json]:
    """Return every record of the sample."""
    served, doubled = "the origin serves only 1 request in 10", "the origin serves only 2 request in 10"
    overnight = "latency fell by 40 percent overnight"
    zh, ne, he = "缓存命中率通常保持在百分之九十左右", "हल्का वर्षा भयो", "הסטטוס הוא READY"
    storm = "The ratio fell during the storm"
    lost = "sha256:" + "0" * 64
    served_at = position(text_of("cdn"), served)
    records: list[Json] = [
        cdn_claim(served)
        | source("cdn")
        | selector(served, served_at, prefix="90 percent means ", suffix=".")
        | {"matches": 1},
        cdn_claim(doubled) | source("cdn") | selector(doubled, None),
        cdn_claim(overnight) | source("cdn") | selector(overnight, None),
        # Code points handed over as UTF-16: the highlight that lands one character early.
        lab_claim("do not", "utf16") | source("ticket") | line(2) | selector("READY", numbers("utf16", 3, 8)),
        lab_claim("half of its face") | source("note") | selector("B", numbers("utf8", 2, 4)),
        cdn_claim("About 1/2 of requests", "utf8") | source("cdn") | quoted("cdn", "About 1/2 of requests"),
        cdn_claim("A CDN absorbs most of the traffic 🚀", "utf16")
        | {key: value for key, value in source("cdn").items() if key in ("title", "url")},
        lab_claim("parts them once more") | source("ticket") | line(3) | selector("READY", numbers("utf8", 9, 14)),
        cdn_claim("缓存命中率", "utf8") | source("zh") | quoted("zh", zh, "utf8"),
        claim("answer-18", 0, ne) | source("ne") | quoted("ne", ne, "utf16"),
        claim("answer-18", 0, he) | source("he") | quoted("he", he),
        claim("answer-18", 1, "status READY", "utf16") | source("log") | quoted("log", "status READY", "utf8", 2),
        # A slice in most languages would give "B." here.
        lab_claim("what is behind it") | source("note") | selector("B.", numbers("utf8", 5, 99)),
        cdn_claim("are for images")
        | source("cdn")
        | selector(None, position(text_of("cdn"), "About 1/2 of requests are for images")),
        cdn_claim("Purging is slow and rarely needed")
        | source("cdn")
        | selector("Purging is slow. It is also rarely needed.", None),
        claim("answer-18", 1, f"{storm} and rose again by noon", "utf8")
        | source("manual")
        | selector(f"{storm} … and it rose again by noon", None),
        cdn_claim("keep two international links")
        | source("manual")
        | selector("Keep two international links", None)
        | {"snapshotId": lost, "hashes": {"raw": lost}},
        cdn_claim("refunded within 30 days") | source("terms") | selector("refunded within 30 days", None),
        cdn_claim("rarely needed")
        | {
            "references": [
                source("cdn") | selector("It is also rarely needed.", None),
                source("manual") | selector("Nobody ever has to purge the cache", None),
            ]
        },
        lab_claim("Its B can be cited", "utf8") | source("note") | selector("B", numbers("utf16", 3, 4)),
        lab_claim("a combining accent") | source("ticket") | line(3) | selector("READY", numbers("grapheme", 4, 9)),
        lab_claim("once more") | source("ticket") | line(4) | selector("READY", numbers(None, 4, 9)),
        {"answerId": "answer-17", "part": 0, "title": "Purging", "url": "https://example.com/purge"},
        cdn_claim("the edge lost 5") | source("manual") | quoted("manual", "the edge lost 5"),
        cdn_claim("The international edge keeps objects for one day", "utf16")
        | source("manual")
        | selector("The international edge keeps objects for one day.", None),
        lab_claim("every unit agrees") | source("ticket") | line(1) | selector("READY", numbers("codepoint", 2, 7)),
        lab_claim("a rocket 🚀", "utf16") | source("ticket") | line(2) | selector("READY", numbers("utf16", 4, 9)),
        lab_claim("the empty place before it") | source("note") | selector(None, numbers("utf8", 5, 5)),
    ]
    return [{"citationId": f"c-{number:02}", **record} for number, record in enumerate(records, 1)]


EXPECTED: dict[str, tuple[str, str]] = {
    # citation -> headline under tok-nfkc-lower@2, under citeview@1
    "c-01": ("found", "found"),
    "c-02": ("closest", "closest"),
    "c-03": ("absent", "absent"),
    "c-04": ("range-disagrees", "range-disagrees"),
    "c-05": ("range-invalid", "range-invalid"),
    "c-06": ("quote-not-checkable", "found"),
    "c-07": ("range-only", "range-only"),
    "c-08": ("found", "found"),
    "c-09": ("found", "found"),
    "c-10": ("found", "found"),
    "c-11": ("found", "found"),
    "c-12": ("found", "found"),
    "c-13": ("range-invalid", "range-invalid"),
    "c-14": ("range-only", "range-only"),
    "c-15": ("found", "found-with-edits"),
    "c-16": ("closest", "found-with-edits"),
    "c-17": ("could-not-check", "could-not-check"),
    "c-18": ("could-not-check", "could-not-check"),
    "c-19#1": ("found", "found"),
    "c-19#2": ("absent", "absent"),
    "c-20": ("found", "found"),
    "c-21": ("found", "found"),
    "c-22": ("could-not-check", "could-not-check"),
    "c-23": ("no-range", "no-range"),
    "c-24": ("quote-not-checkable", "quote-not-checkable"),
    "c-25": ("closest", "found-with-edits"),
    "c-26": ("found", "found"),
    "c-27": ("found", "found"),
    "c-28": ("range-only", "range-only"),
}


def make(folder: Path) -> None:
    """Write the export and its snapshots into `folder`."""
    store = folder / "snapshots"
    if store.exists():
        shutil.rmtree(store)
    for name, (title, url, text) in SOURCES.items():
        description = {
            "url": url,
            "title": title,
            "fetchedAt": FETCHED,
            "mediaType": "text/plain; charset=utf-8",
            "encoding": {"name": "utf-8", "decidedBy": "declared"},
            "extractor": "plain-text@1",
            "transformations": [],
        }
        written = write_snapshot(store, text.encode(), text, description)
        if name in CHANGED:
            digest = written.snapshot_id.removeprefix("sha256:")
            (store / "sha256" / digest[:2] / digest[2:] / "text").write_bytes(text.replace(*CHANGED[name]).encode())
    export = {
        "answers": [{"answerId": name, "title": title, "parts": parts} for name, (title, parts) in ANSWERS.items()],
        "citations": citations(),
    }
    written_export = json.dumps(export, ensure_ascii=False, indent=1) + "\n"
    (folder / "export.json").write_bytes(written_export.encode())


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
