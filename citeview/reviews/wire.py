"""A decision as it stands in a file: names, types and which keys are required. Imported when a file is read."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=1000)]
Words = Annotated[str, Meta(max_length=10_000)]


class DecisionRecord(Struct, rename="camel"):
    """One line. `index` is the citation's 0-based number in its export."""

    format: str
    id: Name
    export: Name
    citation_id: str
    index: Annotated[int, Meta(ge=0, lt=2**53)]
    judgement: str | None
    who: Words
    time: Words
    export_name: Words = ""
    quote_digest: Words | None = None
    note: str = ""
    verdict: Words = ""
    rules: Words = ""
    app: Words = ""
