"""All verdicts at a glance, in 80 columns: a line for each theorem, family by family, and one paragraph that sums them up."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from proofs.conjecture import parse
from proofs.kernel.axioms import AXIOMS
from proofs.report.tables.verdicts import asked_of_coq, coq_line, summary
from proofs.theorems import catalogue
from proofs.verify.checks.verdict import CITED, RefereeFinding, TheoremVerdict

WIDTH, NAME = 80, 31  # columns of a line, and of a theorem's id
CLAIM = WIDTH - NAME - 8


def headings() -> dict[str, str]:
    """The first theorem of each family, with the family's name."""
    families = [family for family in catalogue.FAMILIES if family.THEOREMS]
    return {family.THEOREMS[0].id: family.__name__.rpartition(".")[2].replace("_", " ") for family in families}


def row(v: TheoremVerdict) -> str:
    """One theorem: whether it holds, what kernel, Z3 and attack found, the claim in short; then what is wrong, if anything."""
    mark = "✗" if not v.holds else "†" if v.status == CITED else "✓"
    coq = _sign(v.referees["coq"]) if asked_of_coq(v) else ""
    signs = _sign(v.referees["kernel"]) + _sign(v.referees["z3"]) + coq + {None: "–", True: "✓", False: "✗"}[v.attack.survived]
    faults = [textwrap.fill(f"FAULT {fault}", WIDTH, initial_indent="    ", subsequent_indent="    ") for fault in v.faults]
    return "\n".join([f"{mark} {v.id:<{NAME}} {signs}  {_claim(v)}".rstrip(), *faults])


def rows(v: TheoremVerdict, heads: dict[str, str]) -> str:
    """The row, below the name of its family where that begins."""
    return f"\n{heads[v.id]}\n{row(v)}" if v.id in heads else row(v)


def closing(verdicts: Sequence[TheoremVerdict], seconds: float) -> str:
    """What the signs mean, what all of it rests on, and how to learn more."""
    return textwrap.fill(" ".join(_sentences(verdicts, seconds)), WIDTH, break_on_hyphens=False)


def _sentences(verdicts: Sequence[TheoremVerdict], seconds: float) -> Iterator[str]:
    yield f"{summary(verdicts, seconds)}."
    coq = coq_line(verdicts)
    signs = "four signs are kernel, Z3, Coq" if coq else "three signs are kernel, Z3"
    yield f"The {signs} and attack: ✓ accepted or survived, ? undecided, – not asked, ✗ refused or broken."
    if coq:
        yield f"{coq}."
    if any(v.status == CITED for v in verdicts):
        yield "† rests on theorems that are cited and not proved here."
    if axioms := sum(any(text.partition(": ")[0] in AXIOMS for text in v.assumes) for v in verdicts):
        yield f"{axioms} rest on axioms about the logarithm, the others on none."
    yield f"The attacks tried {sum(v.attack.runs for v in verdicts):,} runs and instances."
    yield "`verify ID` tells all of one theorem, `verify --full` of every one, `verify --json FILE` to programs."


def _sign(finding: RefereeFinding) -> str:
    return "?" if finding.undecided else {None: "–", True: "✓", False: "✗"}[finding.ok]


def _claim(v: TheoremVerdict) -> str:
    """The bound, if it fits the line; else the beginning of the title."""
    stated = [page.statement for page in catalogue.PAGES if page.id == v.id]
    bounds = [parse(statement.bound, extra=statement.parameters).unicode() for statement in stated]
    return bounds[0] if bounds and len(bounds[0]) <= CLAIM else textwrap.shorten(v.title, CLAIM, placeholder=" …")
