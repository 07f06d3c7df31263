"""A property: a statement that is not a bound on runs, such as what makes a loss a surrogate, or that two algorithms agree.

Like a page it has facts, a claim and a proof that the kernel replays. In place of a game it has `sample`, which draws a small instance in
exact arithmetic: what there is to choose, from which the definitions give the rest. The attack looks for an instance in which all facts
hold and the claim fails. A hypothesis is shown to be needed by one in which all other facts hold and the claim fails. A false printed form
is refuted by one, too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.derive.authoring.derivation import Derivation
from proofs.kernel import Formula
from proofs.statements.completion import Completion
from proofs.statements.definitions import flat
from proofs.statements.displayed import Display, Shown
from proofs.statements.docstrings import PRINTED, Proving, as_written, by_its_proof, join, source
from proofs.statements.evaluation import Model, holds
from proofs.statements.free_names import FreeNames
from proofs.statements.instance import MAX_HORIZON, Draw, Instance, InstanceTable
from proofs.statements.statement import Fact, Reach, Source, formulas
from proofs.statements.tail import Tail

if TYPE_CHECKING:
    from proofs.derive.sympy.derivation import SymbolicDerivation


@dataclass(frozen=True)
class FalseClaim:
    """A false claim as it is printed: the document's words, the claim as a kernel formula, and facts in place of the property's."""

    words: str
    claim: Formula
    facts: tuple[Fact, ...] | None = None
    sample: Callable[[Draw], Instance] | None = None


@dataclass(frozen=True)
class Property:
    """`words`: the claim in one sentence; facts that are not definitions are its hypotheses; `sample` draws an instance.

    `reach`: where it amounts to a bound on runs, that bound, and the families of runs that come near it; `played`: whether no run of that
    game breaks that bound, so that the falsifier can attack it as well; without `reach`, whether the learner itself plays the drawn
    examples. `tails`: a learner played on more draws than an instance can list.
    """

    id: str
    title: str
    words: str
    prove: Callable[[Derivation], object]
    facts: tuple[Fact, ...]
    claim: Formula
    sample: Callable[[Draw], Instance]
    sources: tuple[Source, ...] = ()
    printed: str = "true-with-assumptions"
    refuted: FalseClaim | None = None
    reach: Reach | None = None
    played: bool = False
    tails: Callable[[Property], tuple[Tail, ...]] | None = None
    derivation: Callable[[], SymbolicDerivation] | None = None  # SymPy's way to the claim, for show and notebooks
    followed: Callable[[Instance], InstanceTable] | None = None  # an instance as the rounds of a run, where it is one
    displayed: Shown | None = None  # the claim as its author writes it, where the kernel's is multiplied out

    @property
    def heading(self) -> str:
        return self.title

    @property
    def named_facts(self) -> tuple[tuple[str, Formula], ...]:
        """(name, formula) of every fact, which a proof may assume."""
        return formulas(*self.facts)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The facts that a user may drop; the others define the names."""
        return tuple(f.name for f in self.facts if not f.definition)

    @property
    def cited(self) -> tuple[Fact, ...]:
        """The hypotheses that are outside theorems: what rests on one is not wholly proved here."""
        return tuple(f for f in self.facts if f.cited)

    @property
    def printed_form(self) -> str:
        """The claim as a source prints it, if that is false; empty otherwise."""
        return self.refuted.words if self.refuted else ""

    def outside(self, used: Collection[str]) -> tuple[str, ...]:
        """Nothing: instances are drawn by the very facts."""
        return ()

    @property
    def breakable(self) -> tuple[str, ...]:
        """The arguments of `without`: the hypotheses, and `PRINTED` if the printed form is false."""
        return self.hypotheses + ((PRINTED,) if self.refuted else ())

    def without(self, what: str) -> Property:
        """The property without one hypothesis, or (`PRINTED`) the form that is printed and false.  Raises InputError for another name."""
        if what == PRINTED and self.refuted is not None:
            r = self.refuted
            facts = self.facts if r.facts is None else r.facts
            return replace(self, claim=r.claim, facts=facts, sample=r.sample or self._sample(facts, r.claim), refuted=None, tails=None)
        if what not in self.hypotheses:
            raise InputError(f"{self.id} has no hypothesis {what!r}; it has: {', '.join(self.breakable)}")
        facts = tuple(f for f in self.facts if f.name != what)
        return replace(self, facts=facts, sample=self._sample(facts, self.claim), refuted=None)

    def _sample(self, facts: tuple[Fact, ...], claim: Formula) -> Callable[[Draw], Instance]:
        """The page's own sample, or the free names of these facts and this claim."""
        return FreeNames(facts, claim) if isinstance(self.sample, FreeNames) else self.sample

    def spelt(self, name: str) -> str:
        """The name of a hypothesis as `without` takes it, from one that may have dashes for blanks."""
        return {known.replace(" ", "-"): known for known in self.breakable}.get(name.replace(" ", "-"), name)

    def claim_without(self, what: str) -> str:
        """The claim without a hypothesis (the printed form for `PRINTED`, all of it for ""), in a sentence. Raises InputError."""
        if self.refuted is not None and what == PRINTED:
            return f"as printed, {self.refuted.words}"
        return f"{self.without(what).title}, without {what!r}" if what else self.title

    def draw(self, draw: Draw) -> Instance:
        """An instance by its `sample`, which chooses what there is to choose; the definitions give the rest."""
        return self.draw_choices(draw).instance()

    def draw_choices(self, draw: Draw) -> Completion:
        """The free choices of an instance, by the `sample`, with a model in which the definitions give the rest.

        ∀k means k ≤ horizon, and k < M says nothing of rounds beyond it: so the horizon is no less than any natural number of it."""
        chosen = self.sample(draw)
        whole = Completion(chosen, self.facts)
        most = min(max(whole.naturals().values(), default=0), MAX_HORIZON)
        return whole if most <= max(chosen.horizon, chosen.base - 1) else Completion(replace(chosen, horizon=most), self.facts)

    def failing(self, instance: Instance) -> str:
        """The first fact that does not hold in the instance; empty if all do."""
        return self.failing_in(instance.model())

    def failing_in(self, model: Model) -> str:
        """The first fact that does not hold in the model of an instance; empty if all do."""
        return next((f.name for f in self.facts if not holds(f.formula, model)), "")

    def broken_by(self, instance: Instance) -> bool:
        """Whether all facts hold there and the claim does not."""
        model = instance.model()
        return not self.failing_in(model) and not holds(self.claim, model)


@dataclass(frozen=True)
class OneInstance:
    """A `sample` that has only one instance, which is no attack."""

    example: Callable[[], Instance]

    def __call__(self, draw: Draw) -> Instance:
        return self.example()


def theorem(
    *facts: Fact | tuple[Fact, ...], claim: Formula | Display, sample: Callable[[Draw], Instance] | None = None, **more: Any
) -> Callable[[Proving], Property]:
    """@theorem(facts or tuples of them, claim=…), above a proof; without a `sample` its instances are drawn by the names alone."""
    known: tuple[Fact, ...] = flat(facts)
    written = as_written(claim, formulas(*known), more)
    return by_its_proof(Property)(facts=known, sample=sample or FreeNames(known, written["claim"]), **written)


# ------------------------------------------------------------------------------------------------------------------------------------------
# A misprint with its exact witness: what a source prints, as a formula, beside an instance in which that formula is false.
#
# A theorem as printed and false has `refuted` on its own page. This is for the sentences around it: a step of a printed proof, a remark, a
# definition, a hypothesis that is used and not said. The instance is a file that `perceptron-proofs check` judges, as it does those that
# show what a hypothesis is for: every fact is evaluated, and the claim has to be false.


@dataclass(frozen=True)
class Misprint:
    """`of`: the theorem on whose page it stands; `source`: where, with the claim in our words as its remark.

    `facts` define the names of `claim`, the printed form; they hold in `instance` and the claim does not."""

    id: str
    source: Source
    instance: Callable[[], Instance]
    of: str
    facts: tuple[Fact, ...]
    claim: Formula
    hypotheses: tuple[str, ...] = ()  # nothing to drop: it is false with all its facts

    @property
    def title(self) -> str:
        return f"{self.source}: {self.source.remark}"

    def without(self, what: str) -> Misprint:
        """The printed form, which is all that a file about a misprint may break.  Raises InputError for another name."""
        if what != PRINTED:
            raise InputError(f"{self.id} is a misprint: a file about it is {PRINTED!r}, not without {what!r}")
        return self


def misprint(of: str, *facts: Fact | tuple[Fact, ...], claim: Formula) -> Callable[[Callable[[], Instance]], Misprint]:
    """A misprint, written as its instance: the id is the function's name, and the docstring has the place and the claim, as a theorem's
    does. Its quotation, and the true statement, are among the errata of `proofs.theorems.sources`."""

    def make(instance: Callable[[], Instance]) -> Misprint:
        where = join(inspect.cleandoc(instance.__doc__ or "").partition("\n\n")[0])
        return Misprint(instance.__name__.replace("_", "-"), source(where), instance, of, flat(facts), claim)

    return make
