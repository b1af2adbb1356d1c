"""Make the sample export beside this file: `python resources/sample/make_sample.py [FOLDER]`.

Small, in several languages, with at least one citation for every headline. What each citation must get is in
EXPECTED, under the reference rules and under our own; a test runs both, and checks that the files here are what this
script makes.
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
    "ticket": (
        "Ticket 88",
        "https://example.com/tickets/88",
        "A|READY.\nA🚀|READY.\nA🚀e\u0301|READY.\nA🚀\u00e9|READY.\nA😀B.\n",
    ),
    "zh": (
        "缓存说明",
        "https://example.com/zh/cache",
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
    "log": (
        "deploy.log",
        "https://example.com/logs/deploy",
        "08:00 start\r\n08:01 cache warmed\r\n08:02 status READY\r\n08:07 status READY\r\n",
    ),
    "manual": (
        "Operator manual",
        "https://example.com/manual",
        "The inter-\nnational edge keeps objects for one day. Keep at least two international links.\n\n"
        "The ratio fell during the storm, although nobody had changed a setting, and it rose again by noon.\n\n"
        "The edge lost 5 % of its objects.\n",
    ),
}

ANSWERS: dict[str, list[str]] = {
    "answer-17": [
        "A CDN absorbs most of the traffic 🚀. With a 90 percent hit ratio the origin serves only 1 request in 10, or, "
        "as a colleague put it, the origin serves only 2 request in 10 [1], and latency fell by 40 percent overnight "
        "[2].\n\n"
        "In Chinese deployments 缓存命中率 stays close to 90% [3]. About 1/2 of requests [4] are images.\n\n"
        "When the checklist is finished the status turns READY [5]. Purging is slow and rarely needed [6].",
    ],
    "answer-18": [
        "काठमाडौंमा हल्का वर्षा भयो [1]. The Hebrew report says הסטטוס הוא READY [2].",
        "The log shows 😀 status READY twice [1]. The ratio fell during the storm and rose again by noon [2].",
    ],
}


def utf(text: str, unit: str) -> int:
    """Return the length of `text` in `unit`, without the code that the sample shows."""
    if unit == "utf8":
        return len(text.encode())
    if unit == "utf16":
        return len(text.encode("utf-16-le")) // 2
    return len(text)


def position(text: str, quote: str, unit: str = "codepoint", nth: int = 1) -> Json:
    """Return where the `nth` occurrence of `quote` stands."""
    at = -1
    for _ in range(nth):
        at = text.index(quote, at + 1)
    return {"unit": unit, "start": utf(text[:at], unit), "end": utf(text[: at + len(quote)], unit)}


def source_id(name: str) -> str:
    """Return the id of a source's snapshot."""
    return digest_of(SOURCES[name][2].encode())


def citation(
    number: int,
    source: str,
    *,
    answer: str = "answer-17",
    part: int = 0,
    claim: str | None = None,
    claim_nth: int = 1,
    quote: str | None = None,
    at: Json | None = None,
    **more: Any,
) -> Json:
    """Return one record."""
    title, url, text = SOURCES[source]
    record: Json = {
        "citationId": f"c-{number:02}",
        "answerId": answer,
        "part": part,
        "snapshotId": source_id(source),
        "title": title,
        "url": url,
        "fetchedAt": "2026-11-05T14:02:11Z",
        "extractor": "plain-text@1",
        "normalizer": "tok-nfkc-lower@2",
        "hashes": {"raw": source_id(source), "text": digest_of(text.encode())},
    }
    if claim is not None:
        record["answerSelector"] = {"position": position(ANSWERS[answer][part], claim, "codepoint", claim_nth)}
    selector: Json = {}
    if at is not None:
        selector["position"] = at
    if quote is not None:
        selector["quote"] = {"exact": quote}
    if selector:
        record["selector"] = selector
    return record | more


def citations() -> list[Json]:
    """Return every record of the sample."""
    cdn, ticket, zh, ne, he, log, manual = (
        SOURCES[name][2] for name in ("cdn", "ticket", "zh", "ne", "he", "log", "manual")
    )
    served = "the origin serves only 1 request in 10"
    two = "the origin serves only 2 request in 10"
    smile = ticket.index("A😀B.")
    missing = "sha256:" + "0" * 64
    segment = citation(19, "cdn", claim="rarely needed")
    for key in ("snapshotId", "title", "url", "hashes"):
        del segment[key]
    segment["references"] = [
        {
            "title": SOURCES["cdn"][0],
            "url": SOURCES["cdn"][1],
            "snapshotId": source_id("cdn"),
            "hashes": {"raw": source_id("cdn"), "text": digest_of(cdn.encode())},
            "selector": {"quote": {"exact": "It is also rarely needed."}},
        },
        {
            "title": SOURCES["manual"][0],
            "url": SOURCES["manual"][1],
            "snapshotId": source_id("manual"),
            "hashes": {"raw": source_id("manual"), "text": digest_of(manual.encode())},
            "selector": {"quote": {"exact": "Purging is rarely needed"}},
        },
    ]
    return [
        citation(1, "cdn", claim=served, quote=served, at=position(cdn, served)),
        citation(2, "cdn", claim=two, quote=two),
        citation(3, "cdn", claim="latency fell by 40 percent overnight", quote="latency fell by 40 percent overnight"),
        citation(4, "ticket", claim="READY", quote="READY", at={"unit": "utf16", "start": 12, "end": 17}),
        citation(
            5,
            "ticket",
            claim="READY",
            quote="B",
            at={"unit": "utf8", "start": utf(ticket[:smile], "utf8") + 2, "end": utf(ticket[:smile], "utf8") + 6},
        ),
        citation(6, "manual", claim="About 1/2 of requests", quote="The edge lost 5"),
        citation(7, "cdn", claim="90 percent hit ratio") | {"snapshotId": None, "hashes": None},
        citation(8, "ticket", claim="READY", quote="READY", at=position(ticket, "READY", "utf8", 3)),
        citation(
            9,
            "zh",
            claim="缓存命中率",
            quote="缓存命中率通常保持在百分之九十左右",
            at=position(zh, "缓存命中率通常保持在百分之九十左右", "utf8"),
        ),
        citation(
            10,
            "ne",
            answer="answer-18",
            claim="हल्का वर्षा भयो",
            quote="हल्का वर्षा भयो",
            at=position(ne, "हल्का वर्षा भयो", "utf16"),
        ),
        citation(
            11,
            "he",
            answer="answer-18",
            claim="הסטטוס הוא READY",
            quote="הסטטוס הוא READY",
            at=position(he, "הסטטוס הוא READY"),
        ),
        citation(
            12,
            "log",
            answer="answer-18",
            part=1,
            claim="status READY",
            quote="status READY",
            at=position(log, "status READY", "utf8", 2),
        ),
        citation(
            13,
            "log",
            answer="answer-18",
            part=1,
            claim="status READY",
            quote="status READY",
            at={"unit": "codepoint", "start": 42, "end": 999},
        ),
        citation(14, "cdn", claim="About 1/2 of requests", at=position(cdn, "About 1/2 of requests are for images")),
        citation(
            15, "cdn", claim="Purging is slow and rarely needed", quote="Purging is slow. It is also rarely needed."
        ),
        citation(
            16,
            "manual",
            answer="answer-18",
            part=1,
            claim="The ratio fell during the storm and rose again by noon",
            quote="The ratio fell during the storm … and it rose again by noon",
        ),
        citation(
            17,
            "manual",
            answer="answer-18",
            part=1,
            claim="rose again by noon",
            quote="keep at least two links",
            snapshotId=missing,
            hashes={"raw": missing},
        ),
        citation(
            18,
            "manual",
            answer="answer-18",
            part=1,
            claim="The ratio fell during the storm",
            quote="The ratio fell during the storm",
            hashes={"raw": source_id("manual"), "text": digest_of(b"another text")},
        ),
        segment,
        citation(20, "ticket", claim="READY", quote="B", at=position(ticket, "B", "utf16")),
        citation(21, "cdn", claim="only 1", quote="90"),
        citation(22, "ticket", claim="🚀", at={"start": 2, "end": 3}, quote="READY"),
    ]


EXPECTED: dict[str, tuple[str, str]] = {
    # citation -> headline under tok-nfkc-lower@2, under citeview@1
    "c-01": ("found", "found"),
    "c-02": ("closest", "closest"),
    "c-03": ("absent", "absent"),
    "c-04": ("range-disagrees", "range-disagrees"),
    "c-05": ("range-invalid", "range-invalid"),
    "c-06": ("quote-not-checkable", "quote-not-checkable"),
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
    "c-21": ("found", "quote-not-checkable"),
    "c-22": ("could-not-check", "could-not-check"),
    "c-23": ("no-range", "no-range"),
}


def make(folder: Path) -> None:
    """Write the export and its snapshots into `folder`."""
    store = folder / "snapshots"
    if store.exists():
        shutil.rmtree(store)
    for title, url, text in SOURCES.values():
        write_snapshot(
            store,
            text.encode(),
            text,
            {
                "url": url,
                "title": title,
                "fetchedAt": "2026-11-05T14:02:11Z",
                "mediaType": "text/plain; charset=utf-8",
                "encoding": {"name": "utf-8", "decidedBy": "declared"},
                "extractor": "plain-text@1",
                "transformations": [],
            },
        )
    answers = [{"answerId": name, "title": name, "parts": parts} for name, parts in ANSWERS.items()]
    records = [{key: value for key, value in record.items() if value is not None} for record in citations()]
    records.append(
        {
            "citationId": "c-23",
            "answerId": "answer-17",
            "part": 0,
            "url": "https://example.com/purge",
            "title": "Purging",
        }
    )
    export = {"answers": answers, "citations": records}
    (folder / "export.json").write_text(json.dumps(export, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
