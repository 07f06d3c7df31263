"""The verdict on a conjecture: proved, refuted or undecided, with its evidence; and its proof in plain lines."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.conjecture.game import SUREST_FIRST, Ending, Game
from proofs.counterexample import Counterexample
from proofs.decide.prove import ProvedConjecture, evidence
from proofs.decide.ranges import Range, range_of
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Proof, Step
from proofs.statements.statement import Statement
from proofs.theorems import catalogue

RULES = {
    "cut": "by {theorem}",
    "certificate": "by algebra",
    "integer": "whole numbers",
    "root": "a root",
    "inverse": "a reciprocal",
    "forget": "with the names introduced left out",
}


def number(proof: Proof) -> list[tuple[str, str, str]]:
    """(number, claim, reason) of every step, hypotheses being cited by their names."""
    place = {step.name: str(i) for i, step in enumerate(proof.steps, 1)}
    names = theorem_names([*(f for _, f in proof.hypotheses), *(step.claim for step in proof.steps)])
    return [(place[step.name], UNICODE.write(sentence(step.claim, names)), _reason(step, place)) for step in proof.steps]


def _reason(step: Step, place: dict[str, str]) -> str:
    said = RULES.get(step.rule, step.rule).replace("{theorem}", str(step.data.get("theorem", "")))
    cited = [f"({place[name]})" if name in place else f"‘{name}’" for name in step.premises]
    return said + (f" from {', '.join(cited)}" if cited and step.rule != "cut" else "")


BY_RANGE = "by a run at an end of the range"


@dataclass(frozen=True)
class Decision:
    """A verdict. Exactly one of `proof` and `counterexample` is there, unless all runs were exhausted or the conjecture is undecided.

    how        how it was decided, or the missing part
    exhausted  whether all runs of a finite class were enumerated and none breaks it
    nearest    where the search broke nothing, the run that came nearest to that
    learner    the class of a learner object; empty for a learner of the game
    vacuous    in words, that no run meets the conditions or gives it a value; `proof` is then a proof of that
    parts      of a claim of several comparisons a decision on each; the fields are those of the part that decides the claim
    claim      such a claim in words
    """

    comparison: Comparison
    game: Game
    seconds: float
    how: str
    proof: ProvedConjecture | None = None
    counterexample: Counterexample | None = None
    nearest: Counterexample | None = None
    exhausted: bool = False
    learner: str = ""
    parts: tuple[Decision, ...] = ()
    claim: str = ""

    def page(self, **of_page: Any) -> tuple[Statement, Callable[[Derivation], None]]:
        """The proved conjecture as the statement of a page, and its proof, to be written into a derivation; for `mistake_bound(by=decide)`.

        Raises InputError if there is no kernel proof, or one that rests on more than the rules of the game."""
        if self.proof is None or self.proof.posed is None or self.vacuous or self.parts:
            raise InputError(f"{self.comparison.unicode()}: decide finds no proof for a page; it is {self.verdict}: {self.how}")
        proof, statement = self.proof.proof, replace(self.proof.posed, game=self.game, **of_page).translate()

        def prove(d: Derivation) -> None:
            for step in proof.steps:
                d.line(step.rule, step.claim, step.premises, step.data, step.name)

        return statement, prove

    vacuous: str = ""

    @property
    def ending(self) -> Ending:
        if self.vacuous:
            return Ending.VACUOUS
        if self.proof is not None:
            return Ending.PROVED
        if self.exhausted:
            return Ending.EXHAUSTED
        return Ending.UNDECIDED if self.counterexample is None else Ending.REFUTED

    @property
    def verdict(self) -> str:
        """The word of the ending, such as “proved”, “refuted” or “undecided”."""
        return self.ending.word

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The theorems and lemmas that the proof cites, directly or not."""
        proofs = [part.proof for part in self.parts or (self,) if part.proof is not None]
        return tuple(dict.fromkeys(cited.id for proof in proofs for cited in proof.cited))

    @property
    def range(self) -> Range | None:
        """The range theorem for such runs; None for a learner object, and where there is none."""
        return None if self.learner else range_of(self.game)

    def evidence(self) -> dict[str, Any] | None:
        """The content of the `--out` file: a proof file for `replay` and `verify`, or a counterexample file for `check`."""
        if self.proof is not None:
            proved = [part.proof for part in self.parts or (self,) if part.proof is not None]
            return evidence(replace(one, proof=replace(one.proof, id=f"{one.proof.id}{n or ''}")) for n, one in enumerate(proved))
        return None if self.counterexample is None else self.counterexample.to_json()

    def to_json(self) -> dict[str, Any]:
        return {
            "conjecture": self.claim or self.comparison.text,
            "verdict": self.verdict,
            "how": self.how,
            "seconds": round(self.seconds, 3),
            "rests_on": list(self.rests_on),
            "where": [] if self.proof is None else list(self.proof.where),
            "vacuous": self.vacuous,
            "range": None if self.range is None else {"name": self.range.name, "theorems": list(self.range.ids), "open": self.range.open},
            "evidence": self.evidence(),
            "nearest": None if self.nearest is None else self.nearest.to_json(),
            **({"parts": [part.to_json() for part in self.parts]} if self.parts else {}),
        }

    def lines(self) -> list[str]:
        """The verdict in plain lines."""
        if self.parts:
            return [f"{self.claim} is {self.ending.truth}", *(f"  {line}" for part in self.parts for line in part.lines())]
        return [*self._wording(), *self._range_line()]

    def _wording(self) -> list[str]:
        sentence = self.comparison.unicode()
        if self.proof is not None:
            steps = len(self.proof.proof.steps)
            true = f"is true where {' and '.join(self.proof.where)}" if self.proof.where else "is true"
            true = f"says nothing because {self.vacuous}" if self.vacuous else true
            return [
                f"{sentence} {true}: {steps} steps, accepted by the kernel ({self.how}, {self.seconds:.1f} s)",
                f"rests on: {self.proof.rests_on}",
                *([] if self.game.is_plain else ["proved for any sequence of examples, of which those by these rules are some"]),
            ]
        if (run := self.counterexample) is not None:
            return [
                f"{sentence} is false: {run.lhs} {run.comparison.op} {run.rhs} fails ({self.how}, {self.seconds:.1f} s)",
                f"{run.size}, γ = {run.gamma}, M = {run.M}",
            ]
        if self.exhausted:
            return [f"{sentence} is true, {self.how} ({self.seconds:.1f} s)"]
        return [f"{sentence} is undecided after {self.seconds:.1f} s", f"missing: {self.how}", *self._nearest()]

    def _nearest(self) -> list[str]:
        near = self.nearest
        return [] if near is None else [f"nearest run: {near.lhs} against {near.rhs} ({near.size})"]

    def _range_line(self) -> list[str]:
        """The theorems on the range that the verdict used; where that is all of them, what else is open is in `decide --ranges`."""
        if self.range is None or (self.counterexample is not None and self.how != BY_RANGE):
            return []
        ids = self.range.every_run if self.proof is not None else self.range.ids if self.counterexample is None else self.range.attained
        opened = "; what is open of it: decide --ranges" if self.range.open and self.verdict == "undecided" else ""
        return [f"range: {self.range.name} ({', '.join(ids) or 'nothing known to be attained'}){opened}"]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The verdict, the theorems that it rests on with their titles, the proof in lines that unfold, or the run drawn."""
        parts = [f"<p>{html.escape(line)}</p>" for line in self.lines() if not line.startswith("rests on")]
        parts[0] = f"<p><strong>{self.verdict}</strong>: {html.escape(self.lines()[0])}</p>"
        if self.proof is not None:
            parts.append(_titles(self.rests_on))
            parts += [_unfolding(number(part.proof.proof)) for part in self.parts or (self,) if part.proof is not None]
        shown = self.counterexample or self.nearest
        return "".join(parts) + ("" if shown is None else shown._repr_html_())


def join(parts: Sequence[Decision], claim: str = "") -> Decision:
    """The decision on a claim of several comparisons: false if one is, true if all are."""
    if len(parts) == 1:
        return parts[0]
    *before, last = (part.comparison for part in parts)
    said = " and ".join([*(replace(one, conditions=()).unicode() for one in before), last.unicode()])
    decisive = max(parts, key=lambda part: SUREST_FIRST.index(part.ending))
    seconds = sum(part.seconds for part in parts)
    return replace(decisive, seconds=seconds, parts=tuple(parts), claim=f"{claim}, which is {said}," if claim else said)


def _titles(ids: tuple[str, ...]) -> str:
    """A list of theorems and lemmas, each with its statement; a proof may bring a lemma of its own."""
    known = {item.id for item in (*catalogue.THEOREMS, *catalogue.LEMMAS)}
    said = [(id, "a lemma whose proof comes with this one") for id in ids if id not in known]
    said += [(item.id, item.heading) for item in catalogue.with_citations(id for id in ids if id in known)]
    items = "".join(f"<li><code>{html.escape(id)}</code>: {html.escape(text)}</li>" for id, text in said)
    return f"<p>It rests on:</p><ul>{items}</ul>" if items else ""


def _unfolding(lines: list[tuple[str, str, str]]) -> str:
    rows = "".join(
        f"<tr><td>{number}</td><td>{html.escape(claim)}</td><td>{html.escape(reason)}</td></tr>" for number, claim, reason in lines
    )
    return f"<details><summary>The proof, {len(lines)} lines</summary><table>{rows}</table></details>"
