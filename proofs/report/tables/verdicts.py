"""Verdicts to be read: one line each on a pipe, a card for each on a terminal, all at a glance in 80 columns; and the contents of a proof
file or a certificate of Coq.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from proofs.conjecture import parse
from proofs.kernel.axioms import AXIOMS
from proofs.report.proofs.render import statement
from proofs.system.escaping import label, quote, visible
from proofs.theorems import catalogue
from proofs.verify.checks.verdict import (
    CITED,
    NEEDS,
    NOT_ASKED,
    ROLES,
    STARTS_FROM,
    FileTheorem,
    Hypothesis,
    RefereeFinding,
    TheoremVerdict,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from proofs.referees.coq.gate import CertificateStanding, CoqCertificate

CITES = "cited, "  # how what is assumed begins where it is an outside theorem
SEPARATORS = set(";:")  # of the parts of a line: no name may look like one
FEW = 4  # theorems that are named where an axiom is explained


def line(v: TheoremVerdict) -> str:
    """A verdict as one line."""
    referees = [f"{name} {_word(v.referees[name])}" for name in ("kernel", "z3") if name in v.referees]
    referees += [f"coq {_word(v.referees['coq'])}"] if asked_of_coq(v) else []
    steps = v.referees["kernel"].steps
    parts = [f"{label(v.id)}: {v.status}", f"{steps} steps", *referees, f"attack {attack_verdict(v)}"]
    parts += [f"{what} {names}" for what, names in uses(v)]
    parts += [f"{'as printed' if v.printed == 'false' else 'read to the letter'} false: {v.refutation}"] if v.refutation else []
    parts += [f"hypotheses hold on an {v.example['by']}"] if v.example and v.example["by"].startswith("exact") else []
    parts += [f"tightness {v.tightness}", f"axioms {axioms(v)}", f"sources {sources(v)}"]
    return visible("; ".join(parts) + "".join(f"; FAULT {fault}" for fault in v.faults))


def summary(verdicts: Sequence[TheoremVerdict], seconds: float) -> str:
    """How many hold, and how long it took."""
    held = sum(v.holds for v in verdicts)
    failed = [label(v.id) for v in verdicts if not v.holds]
    tail = f"; not: {', '.join(failed)}" if failed else ""
    cited = [v.id for v in verdicts if v.holds and v.status == CITED]
    tail += f"; resting on cited theorems: {', '.join(cited)}" if cited else ""
    return f"{held} of {len(verdicts)} theorem{'s' * (len(verdicts) != 1)} hold{'s' * (held == 1)} ({seconds:.1f} s){tail}"


def asked_of_coq(v: TheoremVerdict) -> bool:
    """Whether Coq was asked, even where it is not installed."""
    return "coq" in v.referees and v.referees["coq"].reason != NOT_ASKED


def coq_line(verdicts: Sequence[TheoremVerdict]) -> str:
    """The number of theorems that Coq accepts, or why it was not asked; empty without a certificate to report."""
    heard = [v.referees["coq"] for v in verdicts if asked_of_coq(v)]
    skipped = next((f.reason for f in heard if f.ok is None), "")
    refused = sum(f.ok is False for f in heard)
    if skipped:
        return f"Coq – skipped: {skipped}"
    return f"Coq ✓ {sum(f.ok is True for f in heard)}" + (f", ✗ {refused}" if refused else "") if heard else ""


def kept_line(verdicts: Sequence[TheoremVerdict]) -> str:
    """The number of verdicts of an earlier run, and since when; empty if there is none."""
    days = [v.day for v in verdicts if v.day]
    if not days:
        return ""
    since = min(days) if len({*days}) == 1 else f"{min(days)} to {max(days)}"
    return (
        f"The kernel replayed every proof just now; the other checks of {len(days)} are those of {since}, since when nothing that they "
        "rest on has changed (--fresh makes them again)."
    )


def attack_verdict(v: TheoremVerdict) -> str:
    if v.attack.survived is None:
        return "–"
    return f"survived {v.attack.describe()}" if v.attack.survived else "BROKEN"


def uses(v: TheoremVerdict) -> list[tuple[str, str]]:
    """Hypotheses by their need: shown by a run or an instance that breaks the theorem without them, for the existence of named things only,
    not needed at all, and used without a run that shows the need."""
    named = [(role, [_name(h) for h in v.hypotheses if h.role == role]) for role in ROLES]
    return [(what, ", ".join(names)) for what, names in named if names]


def _name(h: Hypothesis) -> str:
    name = quote(h.name) if set(h.name) & SEPARATORS else h.name
    return f"{name} ({h.proof})" if h.role == STARTS_FROM else name


def axioms(v: TheoremVerdict) -> str:
    """The names of the assumed axioms; `legend` explains them."""
    outer = [text.removeprefix(CITES).partition(": ")[0] for text in v.assumes if text.startswith(CITES)]
    cited = dict.fromkeys(text.partition(", for ")[0] for text in outer)
    named = [text if _outside(text) else text.partition(": ")[0] for text in v.assumes if not text.startswith(CITES)]
    named = [text.replace(";", ",") for text in named]  # which would look like the line's next part
    return "; ".join(filter(None, [", ".join(named), f"cited {' and '.join(cited)}" if cited else ""])) or "none"


def legend(verdicts: Sequence[TheoremVerdict]) -> list[str]:
    """Everything that any of them assumes, once, each as a line: name, statement, and its theorem unless there are many."""
    texts: dict[str, list[str]] = {}
    for v in verdicts:
        for text in v.assumes:
            texts.setdefault(text, []).append(v.id)

    def phrase(text: str, ids: list[str]) -> str:
        return visible(f"    {text} ({', '.join(map(label, ids)) if len(ids) <= FEW else f'{len(ids)} theorems'})")

    return [phrase(text, texts[text]) for text in sorted(texts, key=lambda text: (text.startswith(CITES), _outside(text), text))]


def _outside(text: str) -> bool:
    return text.startswith(("outside the game: ", "of the learner "))


def sources(v: TheoremVerdict) -> str:
    named = " · ".join(f"{document} {number}" for document, number in v.sources) or "–"
    return f"{named} (false as printed)" if v.refutation and v.printed == "false" else named


def _word(f: RefereeFinding) -> str:
    if f.undecided:
        return f"undecided at {len(f.undecided)} steps"
    return "skipped" if f.ok is None else "ok" if f.ok else "FAILED"


def cards(verdicts: Sequence[TheoremVerdict]) -> RenderableType:
    """All verdicts for a terminal."""
    from rich.console import Group
    from rich.text import Text

    faults = [Text(f"{label(v.id)}: {visible(fault)}", style="bold red") for v in verdicts for fault in v.faults]
    return Group(*(_card(v) for v in verdicts), *faults)


def _card(v: TheoremVerdict) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    name = [(label(v.id), "bold green" if v.holds else "bold red"), *([(" (cited)", "bold yellow")] if v.status == CITED else [])]
    kernel, z3 = v.referees["kernel"], v.referees["z3"]
    coq = ("  Coq ", _mark(v.referees["coq"])) if asked_of_coq(v) else ()
    attack = f"  attack {attack_verdict(v)}"
    head = Text.assemble(*name, "  ", "kernel ", _mark(kernel), f" {kernel.steps} steps", "  Z3 ", _mark(z3), *coq, attack)
    rows = Table.grid(padding=(0, 1))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    words = {"says": v.title, "sources": sources(v), "needs": _needs(v), "tightness": str(v.tightness), "axioms": axioms(v)}
    for what, text in words.items():
        rows.add_row(what, Text(text))
    return Group(head, Padding(rows, (0, 0, 1, 2)))


def _needs(v: TheoremVerdict) -> str:
    return "; ".join(names if what == NEEDS else f"{what} {names}" for what, names in uses(v)) or "–"


SIGNS = {None: "–", True: "✓", False: "✗"}  # not asked, accepted or survived, refused or broken
COLOURS = {"–": "dim", "✓": "green", "✗": "bold red", "?": "yellow"}


def _sign(finding: RefereeFinding) -> str:
    return "?" if finding.undecided else SIGNS[finding.ok]


def _mark(finding: RefereeFinding) -> tuple[str, str]:
    return _sign(finding), COLOURS[_sign(finding)]


WIDTH, NAME = 80, 31  # columns of a line, and of a theorem's id
CLAIM = WIDTH - NAME - 8


def headings() -> dict[str, str]:
    """The first theorem of each family, with the family's name."""
    families = [family for family in catalogue.FAMILIES if family.THEOREMS]
    return {family.THEOREMS[0].id: family.__name__.rpartition(".")[2].replace("_", " ") for family in families}


def row(v: TheoremVerdict) -> str:
    """One theorem: whether it holds, what kernel, Z3 and attack found, the claim in short; then the faults, if any."""
    mark = "✗" if not v.holds else "†" if v.status == CITED else "✓"
    coq = _sign(v.referees["coq"]) if asked_of_coq(v) else ""
    signs = _sign(v.referees["kernel"]) + _sign(v.referees["z3"]) + coq + SIGNS[v.attack.survived]
    faults = [textwrap.fill(f"FAULT {fault}", WIDTH, initial_indent="    ", subsequent_indent="    ") for fault in v.faults]
    return "\n".join([f"{mark} {v.id:<{NAME}} {signs}  {_claim(v)}".rstrip(), *faults])


def rows(v: TheoremVerdict, heads: dict[str, str]) -> str:
    """The row, below the name of its family where that begins."""
    return f"\n{heads[v.id]}\n{row(v)}" if v.id in heads else row(v)


def opening(count: int, coq: bool) -> str:
    """The legend of the signs, for the head of the table."""
    signs = "Four signs: kernel, Z3, Coq" if coq else "Three signs: kernel, Z3"
    text = f"{count} theorems. {signs} and attack; ✓ accepted or survived, ? undecided, – not asked, ✗ rejected or broken. Then the claim."
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)


def closing(verdicts: Sequence[TheoremVerdict], seconds: float) -> str:
    """The summary, the axioms that the proofs use, and the commands that show more."""
    return textwrap.fill(" ".join(_sentences(verdicts, seconds)), WIDTH, break_on_hyphens=False)


def _sentences(verdicts: Sequence[TheoremVerdict], seconds: float) -> Iterator[str]:
    yield f"{summary(verdicts, seconds)}."
    if coq := coq_line(verdicts):
        yield f"{coq}."
    if any(v.status == CITED for v in verdicts):
        yield "† rests on theorems that are cited and not proved here."
    if axioms := sum(any(text.partition(": ")[0] in AXIOMS for text in v.assumes) for v in verdicts):
        yield f"{axioms} rest on axioms about the logarithm, the others on none."
    if kept := kept_line(verdicts):
        yield kept
    played, drawn = sum(v.attack.played for v in verdicts), sum(v.attack.drawn for v in verdicts)
    yield f"The attacks tried {played:,} runs played by the learner and {drawn:,} instances drawn."
    yield "`verify ID` prints the full record of one theorem, `verify --full` of every one; `verify --json FILE` writes them for programs."


def _claim(v: TheoremVerdict) -> str:
    """The bound, if it fits the line; else the beginning of the title."""
    stated = [page.statement for page in catalogue.PAGES if page.id == v.id]
    bounds = [parse(statement.bound, extra=statement.parameters).unicode() for statement in stated]
    return bounds[0] if bounds and len(bounds[0]) <= CLAIM else textwrap.shorten(v.title, CLAIM, placeholder=" …")


CLOSED = "none are assumed"


def said_lines(v: TheoremVerdict, said: FileTheorem) -> list[str]:
    """For a reader."""
    stated = statement(said.theorem, said.declared)
    lines = [f"says: {stated.conclusion}", *stated.conditions, f"hypotheses: {_possible(v, said)}", f"digest: {said.digest}"]
    return [f"    {line}" for line in lines]


def said_record(v: TheoremVerdict, said: FileTheorem) -> dict[str, Any]:
    """For a program, beside the record of the verdict."""
    stated = statement(said.theorem, said.declared)
    return {
        "claim": str(stated.conclusion),
        "rests_on": [{"name": name, "says": str(f)} for name, f in stated.hypotheses],
        "where": [{"name": name, "says": str(f)} for name, f in stated.meanings],
        "possible": _possible(v, said),
        "digest": said.digest,
    }


def _possible(v: TheoremVerdict, said: FileTheorem) -> str:
    if not said.declared:
        return CLOSED
    if v.example is not None:
        return f"they hold in an example ({v.example['by']})"
    if v.remarks:
        return "they contradict each other"
    return "no instance of them is known" if v.referees["z3"].details else "whether they can hold was not asked"


CERTIFICATE_WIDTH = 140


def certificate_lines(certificate: CoqCertificate, standings: Mapping[str, CertificateStanding]) -> Iterator[str]:
    """The checkers, the axioms, and the theorems of each standing."""
    from proofs.referees.coq.gate import CertificateStanding

    yield f"Coq {certificate.version} has checked {len(certificate.theorems)} theorems."
    yield from _wrap("they assume: ", sorted(certificate.assumes) or ["nothing"])
    for standing in CertificateStanding:
        ids = [id for id, one in standings.items() if one is standing]
        if ids:
            yield f"{standing.value}: {len(ids)}"
            yield from _wrap("    ", ids)
    yield "This is a record and no proof: `verify --referee coq` has Coq check them here."


def _wrap(head: str, words: list[str]) -> list[str]:
    return textwrap.wrap(head + ", ".join(words), CERTIFICATE_WIDTH, subsequent_indent="    ", break_on_hyphens=False)
