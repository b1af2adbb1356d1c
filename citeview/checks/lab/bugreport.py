"""A bug report about one range: the least text that shows it, as Markdown and as a fixture for `citeview check`.

Knows what a maintainer needs to see. Must not know windows or clipboards. What it says was checked on the very fixture
that it carries, masked or not.
"""

from __future__ import annotations

import dataclasses
import json
import platform
import re
import secrets
import unicodedata
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from citeview.checks.lab.cutting import BUDGET, Cut, NotReproducedError, cut_down, failure_of, identifying_reading
from citeview.checks.lab.fixture import FILE_NAME, Fixture, check_fixture, fixture_json, write_fixture
from citeview.checks.lab.masking import Mask, same_shape
from citeview.checks.lab.offsets import nearest_occurrence
from citeview.checks.lab.readings import explain
from citeview.checks.lab.ruler import marks_of, ruler
from citeview.checks.lab.subjects import Side, Subject
from citeview.checks.ranges import json_name
from citeview.checks.verdict import RangeResult, Verdict
from citeview.quote.rules import RuleSet
from citeview.records.selectors import ABSENT, DeclaredRange, EndConvention
from citeview.text.characters import invisible
from citeview.text.graphemes import GRAPHEME_UNICODE
from citeview.text.units import Unit


class NoReportError(ValueError):
    """Report in one sentence why there is no report, or no masked one."""


@dataclass(frozen=True, slots=True)
class BugReport:
    """Hold a report that is ready to be copied, and the fixture that it is about."""

    fixture: Fixture
    verdict: Verdict
    whole: int
    """Code points of the text before it was cut down."""
    masked: bool
    markdown: str
    json: str
    """The fixture as an export that needs no other file."""

    def write(self, folder: Path) -> Path:
        """Write the fixture as a bundle, with its source stored as a snapshot; see `write_fixture`."""
        return write_fixture(self.fixture, folder, json.loads(self.json).get("report"))


def bug_report(
    subject: Subject,
    verdict: Verdict,
    rules: RuleSet,
    *,
    masked: bool = False,
    secret: bytes | None = None,
    budget: int = BUDGET,
) -> BugReport:
    """Make a report about one range: cut its text down, mask it where that is wanted, check that it still fails alike.

    Args:
        subject: the range.
        verdict: the verdict on its citation.
        rules: the rule set that the verdict was made with.
        masked: replace letters and digits by others of the same width in every unit.
        secret: what the mask depends on; a random one where none is given.
        budget: how many texts are tried at most.

    Raises:
        NoReportError: where no text by itself fails in the same way, or no masked one does.

    """
    try:
        cut = cut_down(subject, verdict, rules, budget=budget)
    except NotReproducedError as error:
        raise NoReportError(str(error)) from None
    if masked:
        cut = _masked(cut, rules, secret if secret is not None else secrets.token_bytes(16))
    about = _about(cut, masked=masked)
    written = fixture_json(cut.fixture, about)
    return BugReport(
        cut.fixture, cut.verdict, len(cut.whole.text), masked, _markdown(cut, written, masked=masked), written
    )


def _masked(cut: Cut, rules: RuleSet, secret: bytes) -> Cut:
    """Return the cut with its text and quote masked, by words where that fails alike, else letter by letter."""
    fixture = cut.fixture
    for by_word in (True, False):
        mask = Mask(secret, by_word=by_word)
        text = mask.apply(fixture.text)
        quote = mask.apply(fixture.quote) if fixture.quote is not None else None
        shaped = same_shape(fixture.text, text) and (quote is None or same_shape(fixture.quote or "", quote))
        if not shaped:
            continue
        chunk = dataclasses.replace(fixture.chunk, text=text) if fixture.chunk is not None else None
        candidate = dataclasses.replace(fixture, text=text, quote=quote, chunk=chunk)
        verdict = check_fixture(fixture_json(candidate), rules)
        reading = identifying_reading(candidate) if cut.failure.reading is not None else None
        found = Cut(candidate, verdict, cut.failure, cut.whole)
        # The quote must also stand as far from the range as it did, or stand nowhere as it did.
        if failure_of(verdict, fixture.side, reading) == cut.failure and _expected(found) == _expected(cut):
            return found
    raise NoReportError("The text cannot be masked so that the range fails in the same way.")


def _about(cut: Cut, *, masked: bool) -> dict[str, object]:
    result = cut.result
    expected = _expected(cut)
    return {
        "verdict": cut.verdict.label,
        "range": result.outcome.value,
        "message": result.message,
        "expected": cut.fixture.quote,
        "selected": cut.selected,
        "explanation": _explanation(cut.fixture),
        "rightRanges": {unit.value: list(pair) for unit, pair in expected.items()} if expected else None,
        "masked": masked,
        "codePoints": {"fixture": len(cut.fixture.text), "original": len(cut.whole.text)},
        "versions": _versions(),
        "rules": cut.verdict.rules,
    }


def _versions() -> dict[str, str]:
    return {
        # Asked of the package by name: a plain import would tie this layer to all that the package offers.
        "citeview": str(import_module("citeview").__version__),
        "python": platform.python_version(),
        "unicodedata": unicodedata.unidata_version,
        "graphemes": GRAPHEME_UNICODE,
    }


def _expected(cut: Cut) -> dict[Unit, tuple[int | None, int | None]] | None:
    """Return the range in every unit that would select the nearest occurrence of the quote, or None."""
    fixture = cut.fixture
    near = cut.result.span.start if cut.result.span is not None else 0
    occurrence = nearest_occurrence(fixture.text, fixture.quote or "", near)
    if occurrence is None:
        return None
    boundaries = fixture.subject().shown.boundaries
    return {unit: boundaries.range_in(occurrence, unit) for unit in Unit}


def _explanation(fixture: Fixture) -> str | None:
    best = explain(fixture.subject(), folded=False).best
    return best.sentence if best is not None and best.cost else None


def _markdown(cut: Cut, written: str, *, masked: bool) -> str:
    fixture, result = cut.fixture, cut.result
    where = "source" if fixture.side is Side.SOURCE else "answer"
    explanation = _explanation(fixture) or "no other reading of the numbers selects the quote"
    lines = [
        f"# {_title(cut)}",
        "",
        f"- Declared: {_declared(fixture.declared)}, in the {where}",
        f"- Result: {_plain(result.message)}",
        f"- Verdict: {_plain(cut.verdict.label)}",
        f"- Explanation: {explanation}",
    ]
    if masked:
        lines.append("- Masked: letters and digits are replaced by others of the same width in every unit")
    if len(fixture.text) < len(cut.whole.text):
        lines.append(
            f"- Cut down from {len(cut.whole.text):,} to {len(fixture.text):,} code points; it still fails in the same "
            f"way. Before: {_declared(cut.whole.declared)}"
        )
    facts = {"text": fixture.text, "expected": fixture.quote, "selected": cut.selected}
    lines += ["", *_fenced("json", _readable(facts))]
    expected = _expected(cut)
    if expected is not None:
        lines += ["", "| unit | declared | selects | right |", "| --- | --- | --- | --- |"]
        lines += [_unit_row(unit, fixture.declared, result, expected[unit]) for unit in Unit]
    subject = fixture.subject()
    marks = marks_of(subject)
    if marks and fixture.text:
        drawn = ruler(subject.shown, marks[0].position, cells=12, marks=marks)
        lines += ["", "Characters around the declared start:", "", *_fenced("text", drawn.as_text())]
    versions = _versions()
    lines += [
        "",
        "To reproduce:",
        "",
        f"1. Save the JSON below as `{FILE_NAME}`.",
        f"2. Run `citeview check {FILE_NAME} --rules {cut.verdict.rules}`.",
        f"3. It says: {_plain(cut.verdict.label)}",
        "",
        *_fenced("json", written.rstrip("\n")),
        "",
        f"citeview {versions['citeview']}, Python {versions['python']}, Unicode {versions['unicodedata']} "
        f"(grapheme clusters {versions['graphemes']})",
        "",
    ]
    return "\n".join(lines)


def _title(cut: Cut) -> str:
    if cut.result.outcome.invalid:
        return f"Range is invalid: {cut.result.outcome}"
    if cut.fixture.side is Side.ANSWER:
        return "Range in the answer does not select the quote"
    return _plain(cut.verdict.label)


def _declared(declared: DeclaredRange) -> str:
    unit = declared.unit.label if declared.unit is not None else "a unit that is not declared"
    second = "length" if declared.end_convention is EndConvention.LENGTH else "end"
    ends = {
        EndConvention.EXCLUSIVE: ", end excluded",
        EndConvention.INCLUSIVE: ", end included",
        EndConvention.LENGTH: "",
    }
    start, end = (_number(value) for value in (declared.start, declared.end))
    return f"start {start}, {second} {end} in {unit}, counted from {declared.origin}{ends[declared.end_convention]}"


def _number(value: object) -> str:
    return "absent" if value is ABSENT else _plain(json_name(value))


def _unit_row(unit: Unit, declared: DeclaredRange, result: RangeResult, right: tuple[int | None, int | None]) -> str:
    given = f"{_number(declared.start)}, {_number(declared.end)}" if unit is declared.unit else ""
    selects = result.units[unit] if result.units is not None else None
    return f"| {unit.label} | {given} | {_pair(selects)} | {_pair(right)} |"


def _pair(pair: tuple[int | None, int | None] | None) -> str:
    if pair is None:
        return ""
    start, end = ("inside a cluster" if edge is None else f"{edge}" for edge in pair)
    return f"[{start}, {end})"


def _readable(value: object) -> str:
    """Return JSON that a person can read, with every invisible character as an escape."""
    written = json.dumps(value, ensure_ascii=False, indent=1)
    return re.sub("[^\x20-\x7e\n]", lambda found: _escaped(found.group()), written)


def _escaped(character: str) -> str:
    combining = unicodedata.category(character).startswith("M")
    return json.dumps(character)[1:-1] if invisible(character) or combining else character


def _fenced(language: str, text: str) -> list[str]:
    """Return a code block whose fence is longer than any run of backticks inside it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language}", text, fence]


def _plain(text: str) -> str:
    """Return text that Markdown shows as it stands, on one line."""
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", one_line)
