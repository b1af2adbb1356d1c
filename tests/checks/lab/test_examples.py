"""What the playground opens with is what DESIGN says."""

from __future__ import annotations

from citeview.checks.lab.examples import EXAMPLES
from citeview.checks.lab.offsets import offset_rows
from citeview.checks.lab.readings import explain
from citeview.checks.verdict import RangeOutcome

SAYS = [
    (RangeOutcome.VALID, "as declared"),
    (RangeOutcome.VALID, "read as code points"),
    (RangeOutcome.VALID, "read on the text in Unicode normal form NFC"),
    (RangeOutcome.OUT_OF_BOUNDS, "read as UTF-8 bytes"),
    (RangeOutcome.VALID, "as declared"),
    (RangeOutcome.CUTS_A_CHARACTER, None),
    (RangeOutcome.OUT_OF_BOUNDS, None),
    (RangeOutcome.REVERSED, None),
    (RangeOutcome.VALID, "read on the text after CR LF became LF"),
    (RangeOutcome.VALID, "as declared"),
    (RangeOutcome.VALID, "read on the text extracted from the HTML markup"),
]


def test_every_example_teaches_what_it_says() -> None:
    found = []
    for example in EXAMPLES:
        subject = example.subject()
        declared = next(row for row in offset_rows(subject) if row.declared)
        best = explain(subject).best
        found.append((declared.result.outcome, best.sentence if best is not None else None))
    assert found == SAYS
    assert len({example.title for example in EXAMPLES}) == len(EXAMPLES)
