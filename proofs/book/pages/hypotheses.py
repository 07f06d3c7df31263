"""What each hypothesis is for: the run or the instance that breaks the theorem without it, to be followed round by round."""

from __future__ import annotations

from pathlib import Path

from proofs.book.pages import markup
from proofs.counterexample import Counterexample, judge
from proofs.report.proofs import render
from proofs.report.tables import rounds
from proofs.statements.instance import Instance
from proofs.statements.misprint import Misprint
from proofs.statements.property import Property
from proofs.statements.provable import Provable
from proofs.theorems import witnesses
from proofs.theorems.witnesses import TEACHES
from proofs.verify.checks.evidence import Evidence, evidence, lesson


def needed(item: Provable) -> str:
    """A section for each hypothesis with a counterexample, which is judged once more; the others in a line."""
    facts = {fact.name: fact for fact in item.facts}
    parts, without = [], []
    for name in item.hypotheses:
        found = evidence(item, name)
        if found is None or found.reasons:
            without.append(name)
            continue
        words = f": {markup.text(facts[name].words)}" if name in facts and facts[name].words != name else ""
        parts.append(f"### Without “{markup.text(name)}”\n\nDropped is *{markup.text(name)}*{words}.\n\n{shown(item, name, found)}")
    if without:
        parts.append(f"No counterexample is stored for: {markup.text(', '.join(without))}.\n")
    return "\n".join(parts)


def shown(item: Provable, what: str, found: Evidence, alone: bool = False) -> str:
    """The smallest counterexample, and before it one that teaches more, if there is one; `alone`: then only that."""
    taught = lesson(item, what)
    smallest = _counterexample(item, what, found.found, witnesses.path(item.id, what))
    if taught is None:
        return smallest
    told = f"{TEACHES[what]}\n\n{_counterexample(item, what, taught, witnesses.lesson_path(item.id, what))}"
    return told if alone else told + "\n" + markup.details("The smallest one", smallest)


def _counterexample(item: Provable, what: str, found: Counterexample | Instance, file: Path) -> str:
    return instance(item, what, found, file) if isinstance(found, Instance) else run(found, file)


def run(found: Counterexample, file: Path | None) -> str:
    """A run as a table, and what it breaks."""
    chosen = [f"u = {rounds.point(found.u)}" if found.points is None else "", f"γ = {rounds.real(found.gamma)}"]
    chosen += [f"R = {rounds.real(found.radius)}"] if found.radius is not None else []
    chosen += [f"the start {rounds.point(found.start)}"] if found.start is not None else []
    listed = rounds.rounds(found)
    more = f"The first {rounds.MOST} of {len(found.rounds):,} rounds. " if len(found.rounds) > rounds.MOST else ""
    sides = " against ".join(judge(found).sides).replace("-", "−")
    claim = markup.text(found.comparison.unicode())
    end = f"{more}M = {found.M}, and {claim} is false: {markup.text(sides)}."
    if (again := rounds.circle(found)) is not None and again[1] - again[0] > 1:
        first, second = again
        end += f" Before round {second} all is as it was before round {first}: the learner goes round in circles and never ends."
    return f"With {markup.text(', '.join(filter(None, chosen)))}:\n\n{markup.block(scrolling(listed.html))}\n{end}{check(file)}\n"


def instance(item: Provable | Misprint, what: str, found: Instance, file: Path) -> str:
    """The values of an instance, and the claim that is false there."""
    claim = item.without(what).claim if isinstance(item, Property) else item.claim
    tables = [markup.block(scrolling(listed.html)) for listed in rounds.values(found) if listed is not None]
    if isinstance(item, Property) and item.followed is not None:
        chosen, listed = rounds.followed(item.followed(found))
        tables = [f"With {chosen}:\n\n{markup.block(scrolling(listed.html))}", markup.details("The values of all names", "\n".join(tables))]
    own = item.displayed if isinstance(item, Property) and claim == item.claim else None
    said = markup.formula(render.formula(claim, [f.formula for f in item.facts], own)) if claim is not None else "the claim"
    return "\n".join(tables) + f"\nAll other facts hold here, and {said} does not.{check(file)}\n"


def check(file: Path | None) -> str:
    """How to have a stored file judged once more."""
    return "" if file is None or not file.is_file() else f" `perceptron-proofs check {witnesses.name(file)}` judges it."


def scrolling(html: str) -> str:
    """A table that scrolls by itself where it is wider than the page."""
    return f'<div class="scrolling" tabindex="0" role="group" aria-label="table">{html}</div>'
