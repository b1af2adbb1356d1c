"""One open export: records, texts and verdicts on demand. What the window and the command line both stand on.

Knows how records, snapshots and checks meet. Must not know Qt, a terminal, or what a person decided.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.checks.check import Source, check_citation, unreadable_verdict
from citeview.checks.integrity import check_integrity
from citeview.checks.ranges import range_span
from citeview.checks.verdict import Headline, IntegrityOutcome, IntegrityResult, Verdict
from citeview.formats.registry import read_export
from citeview.quote.rules import DEFAULT_RULES, PreparedSource, RuleSet, rule_sets
from citeview.quote.rules import rules as rule_set
from citeview.records.citation import Citation, Export, Hashes, UnreadableRecord
from citeview.records.closing import Closing
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.bundle import Bundle, open_bundle
from citeview.text.representation import Representation
from citeview.text.units import Span

if TYPE_CHECKING:
    from citeview.snapshots.tracing import Trace

CACHED_CHARACTERS = 64_000_000
"""How many characters of source text are kept at most; the latest one is kept whatever its size."""


@dataclass(frozen=True)
class AnswerView:
    """Hold one part of an answer with its maps."""

    answer_id: str
    title: str | None
    part: int
    """0-based."""
    parts: int
    representation: Representation

    @property
    def text(self) -> str:
        """Return the part's text as delivered."""
        return self.representation.text


class SourceView:
    """Hold one source with its maps and its tokens, or the reason why there is no text."""

    def __init__(
        self, snapshot: StoredSnapshot | None, representation: Representation | None, problem: IntegrityResult | None
    ) -> None:
        self.snapshot = snapshot
        self.representation = representation
        self.problem = problem
        self._prepared: dict[str, PreparedSource] = {}

    @property
    def text(self) -> str | None:
        """Return the source's text, or None."""
        return self.representation.text if self.representation is not None else None

    def prepared(self, rules: RuleSet) -> PreparedSource:
        """Return the text's tokens under `rules`, made at first use and kept.

        Raises:
            ValueError: where there is no text.
        """
        if self.representation is None:
            raise ValueError("a source without text has no tokens")
        if rules.name not in self._prepared:
            self._prepared[rules.name] = rules.prepare(self.representation.text)
        return self._prepared[rules.name]

    def integrity(self, recorded: Hashes) -> IntegrityResult:
        """Say what the digests prove, given those that the citation records."""
        if self.problem is not None:
            return self.problem
        if self.snapshot is None:
            return _CHUNK_ONLY if self.representation is None or self.representation.name == "chunk" else _INLINE_ONLY
        return check_integrity(self.snapshot, recorded)


_CHUNK_ONLY = IntegrityResult(
    IntegrityOutcome.NOT_RECORDED,
    "The source text is the chunk in the export itself; no snapshot of the source is recorded.",
)
_INLINE_ONLY = IntegrityResult(
    IntegrityOutcome.NOT_RECORDED,
    "The source text is the one in the export itself, as the model was given it; no snapshot of it is recorded.",
)
_NO_SNAPSHOT = IntegrityResult(IntegrityOutcome.SNAPSHOT_MISSING, "No snapshot of the source is recorded.")


class Session(Closing):
    """Hold an open export and answer questions about its citations by their number in it (0-based)."""

    def __init__(
        self,
        export: Export,
        bundle: Bundle,
        rules: str = DEFAULT_RULES,
        reopen: Callable[[], Bundle] | None = None,
    ) -> None:
        self.export = export
        self.path = Path(export.path)
        self._bundle = bundle
        self._reopen = reopen
        self._rules = rule_set(rules)
        self._verdicts: dict[int, Verdict] = {}
        self._sources: OrderedDict[tuple[str, str], SourceView] = OrderedDict()
        self._cached_characters = 0
        # The window asks for texts while a worker checks quotes; the caches are the only state that both touch.
        self._lock = threading.RLock()
        self._answers: dict[tuple[str, int], AnswerView] = {}

    def reopened(self) -> Session:
        """Return a session on the same records with files of its own, for another process.

        Raises:
            ExportError: where the files are no longer there.
        """
        return Session(
            self.export, self._reopen() if self._reopen is not None else self._bundle, self.rules, self._reopen
        )

    def __len__(self) -> int:
        """Return how many records the export lists, unreadable ones included."""
        return len(self.export.citations)

    @property
    def rules(self) -> str:
        """Return the name of the rule set that decides the headlines."""
        return self._rules.name

    def citation(self, index: int) -> Citation | UnreadableRecord:
        """Return one record."""
        return self.export.citations[index]

    def verdict(self, index: int, *, keep: bool = True) -> Verdict:
        """Return the verdict on one record, computed at first use; `keep` it for the next time."""
        known = self._verdicts.get(index)
        if known is not None:
            return known
        verdict = self._check(self.export.citations[index], index)
        if keep:
            self._verdicts[index] = verdict
        return verdict

    def known_verdict(self, index: int) -> Verdict | None:
        """Return the verdict on one record if it has been computed."""
        return self._verdicts.get(index)

    def counts(self) -> Counter[Headline]:
        """Count the headlines of the verdicts computed so far."""
        return Counter(verdict.headline for verdict in self._verdicts.values())

    def answer(self, index: int) -> AnswerView | None:
        """Return the answer part that a citation's claim stands in, or None where the export does not hold it.

        Where the export names no part, that is the answer's only one; of several none is guessed.
        """
        citation = self.export.citations[index]
        if isinstance(citation, UnreadableRecord) or citation.answer_id is None:
            return None
        answer = self.export.answers.get(citation.answer_id)
        if answer is None:
            return None
        part = citation.part
        if part is None and len(answer.parts) == 1:
            part = 0
        if part is None or not 0 <= part < len(answer.parts):
            return None
        key = (answer.answer_id, part)
        with self._lock:
            if key not in self._answers:
                name = f"answer {answer.answer_id}, part {part + 1}"
                representation = Representation(answer.parts[part].text, name)
                self._answers[key] = AnswerView(answer.answer_id, answer.title, part, len(answer.parts), representation)
            return self._answers[key]

    def source(self, index: int) -> SourceView:
        """Return a citation's source: its snapshot, else the chunk in the export, else why there is no text."""
        citation = self.export.citations[index]
        if isinstance(citation, UnreadableRecord):
            return SourceView(None, None, IntegrityResult(IntegrityOutcome.UNREADABLE, citation.problem))
        return self._source_of(citation)

    def integrity(self, index: int) -> IntegrityResult:
        """Say what the digests prove about a citation's source."""
        citation = self.export.citations[index]
        recorded = citation.hashes if isinstance(citation, Citation) else Hashes()
        return self.source(index).integrity(recorded)

    def trace(self, index: int) -> Trace | None:
        """Return the way of a citation's source from its stored bytes to its text; None where no snapshot is read."""
        snapshot = self.source(index).snapshot
        if snapshot is None:
            return None
        from citeview.snapshots.tracing import trace

        return trace(self._bundle.store, snapshot)

    def source_span(self, index: int) -> Span | None:
        """Return the span in the source that the declared range names, in code points; no quote is looked for."""
        known = self._verdicts.get(index)
        if known is not None:
            return known.range.span
        citation = self.export.citations[index]
        if isinstance(citation, UnreadableRecord) or citation.selector is None:
            return None
        text = self._source_of(citation).representation
        return range_span(citation.selector.position, text, citation.chunk) if text is not None else None

    def answer_span(self, index: int) -> Span | None:
        """Return the span of the claim in its answer part, in code points."""
        known = self._verdicts.get(index)
        if known is not None:
            return known.answer_range.span
        citation = self.export.citations[index]
        view = self.answer(index)
        if isinstance(citation, UnreadableRecord) or citation.answer_selector is None or view is None:
            return None
        return range_span(citation.answer_selector.position, view.representation)

    def in_same_answer(self, index: int) -> list[int]:
        """Return the numbers of the citations on the same answer part, this one included."""
        view = self.answer(index)
        if view is None:
            return [index]
        return [other for other in self._by_answer[view.answer_id] if self.answer(other) is view]

    def in_same_source(self, index: int) -> list[int]:
        """Return the numbers of the citations of the same snapshot, this one included."""
        citation = self.export.citations[index]
        if isinstance(citation, UnreadableRecord):
            return [index]
        if citation.snapshot_id is not None:
            return self._by_snapshot[citation.snapshot_id]
        return self._by_source[citation.source_id] if citation.source_id is not None else [index]

    def close(self) -> None:
        """Let go of the files."""
        self._bundle.close()

    @cached_property
    def _by_answer(self) -> dict[str, list[int]]:
        return self._grouped(lambda citation: citation.answer_id)

    @cached_property
    def _by_snapshot(self) -> dict[str, list[int]]:
        return self._grouped(lambda citation: citation.snapshot_id)

    @cached_property
    def _by_source(self) -> dict[str, list[int]]:
        return self._grouped(lambda citation: citation.source_id if citation.snapshot_id is None else None)

    def _grouped(self, key_of: Callable[[Citation], str | None]) -> dict[str, list[int]]:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for number, citation in enumerate(self.export.citations):
            if isinstance(citation, Citation) and (key := key_of(citation)) is not None:
                groups[key].append(number)
        return groups

    def _check(self, record: Citation | UnreadableRecord, index: int) -> Verdict:
        if isinstance(record, UnreadableRecord):
            return unreadable_verdict(record, self.rules)
        view = self._source_of(record)
        source = Source(view.representation, view.integrity(record.hashes), view.prepared)
        answer = self.answer(index)
        theirs = rule_set(record.normalizer) if record.normalizer in rule_sets() else None
        return check_citation(
            record, source, answer.representation if answer is not None else None, self._rules, theirs
        )

    def _source_of(self, citation: Citation) -> SourceView:
        if citation.snapshot_id is None and citation.source_id in self.export.sources:
            key = ("inline", str(citation.source_id))
        elif citation.snapshot_id is None:
            if citation.chunk is None or not citation.chunk.text:
                return SourceView(None, None, _NO_SNAPSHOT)
            key = ("chunk", citation.chunk.text)
        else:
            key = ("snapshot", citation.snapshot_id)
        with self._lock:
            return self._kept_source(key)

    def _kept_source(self, key: tuple[str, str]) -> SourceView:
        view = self._sources.get(key)
        if view is not None:
            self._sources.move_to_end(key)
            return view
        view = self._made_source(*key)
        self._sources[key] = view
        self._cached_characters += len(view.text or "")
        while self._cached_characters > CACHED_CHARACTERS and len(self._sources) > 1:
            _, dropped = self._sources.popitem(last=False)
            self._cached_characters -= len(dropped.text or "")
        return view

    def _made_source(self, kind: str, name: str) -> SourceView:
        if kind == "snapshot":
            return self._read(name)
        if kind == "inline":
            inline = self.export.sources[name]
            return SourceView(None, Representation(inline.text, f"source {name} in the export"), None)
        return SourceView(None, Representation(name, "chunk"), None)

    def _read(self, snapshot_id: str) -> SourceView:
        try:
            snapshot = self._bundle.store.read(snapshot_id)
        except SnapshotMissingError as error:
            return SourceView(None, None, IntegrityResult(IntegrityOutcome.SNAPSHOT_MISSING, str(error)))
        except SnapshotUnreadableError as error:
            return SourceView(None, None, IntegrityResult(IntegrityOutcome.UNREADABLE, str(error)))
        return SourceView(snapshot, Representation(snapshot.text, "snapshot text"), None)


def open_export(path: str | Path, *, store: Path | None = None, rules: str = DEFAULT_RULES) -> Session:
    """Open an export: a file, a folder or a `.citeview` zip.

    Args:
        path: the export; its snapshots are looked for beside it, then in `store`, then in the user's own store.
        store: another folder of snapshots.
        rules: the name of the rule set that decides the headlines.

    Raises:
        ExportError: where the export cannot be read: one sentence, with the place.
        UnknownRulesError: where no rule set has that name.
    """
    rule_set(rules)
    bundle = open_bundle(Path(path), store=store)
    try:
        export = read_export(bundle)
    except BaseException:
        bundle.close()
        raise
    return Session(export, bundle, rules, partial(open_bundle, Path(path), store=store))
