"""Exercises that ask for a whole proof, line by line: each line is a comparison, and the kernel says whether it follows.

A line that does not is answered by small exact numbers at which the known lines hold and the line fails, or by the line that it lacks. The
certificates are searched here, exactly and without a library, and the kernel replays them: the search is not believed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.nodes import Node, Pow, walk
from proofs.derive.authoring.certificate_search import Data, NotFound, SearchLimits, TooLong, search, weighted_without_z3
from proofs.kernel import Compare, Polynomial, Proof, Real, Rejected, Step, replay
from proofs.report.book.exercises.steps import Proving, compare, value_at
from proofs.report.book.exercises.tasks import Choosing, MarkedAnswer
from proofs.system.escaping import near

LIMITS = (SearchLimits(1, 0, 0), SearchLimits(2, 1, 0), SearchLimits(1, 2, 0), SearchLimits(3, 1, 0))  # one thought; a longer line is two
LINE = 2_000_000  # the work of the search for one line: two or three seconds, and ten in a page
POINTS, BEST_OF = 6000, 4
TERMS = 200_000  # that are worked out at points for one line
NUMBERS = [Fraction(n) for n in (1, 1, 2, 2, 0, 3, 4, -1, -2, 6, 9, 11, 16, 20)] + [Fraction(n, 2) for n in (1, 1, 3, 5)] + [Fraction(1, 4)]
SHORTER = "put a line before it, such as half of the claim or a square, and name after `by` only the lines that it needs."
WRITTEN = "a comparison, and after `by` the lines that it follows from, as in `{} by {}`. Without `by` all lines are tried."


@dataclass(frozen=True)
class Building(Proving):
    """Show `goal` from `lines`, all over `names`, in lines of the student's own."""

    @property
    def asks(self) -> str:
        given = f"Known is\n\n{self.known_lines}\n\nand the goal is" if self.lines else "The goal is"
        name, text = next(iter(self.lines.items()), ("1", f"0 <= {self.names[0]}**2"))
        return f"{given} {self.latex(self.goal)}. Answer with the lines of a proof. Each is {WRITTEN.format(text, name)}"

    def mark(self, answer: str) -> MarkedAnswer:
        known, steps = dict(self.facts), list[Step]()
        for text in filter(None, map(str.strip, re.split(r"[\n;]", answer))):
            try:
                read = self._step(str(len(steps) + 1), text, known)
            except InputError as error:
                raise InputError(f"line {len(steps) + 1}, {str(error).removeprefix('conjecture, ')}") from None
            if isinstance(read, MarkedAnswer):
                return read
            step, claim = read
            steps.append(step)
            known[step.name] = claim
        if not steps:
            raise InputError("there is no line")
        try:
            replay(Proof("proof", tuple(self.facts.items()), tuple(steps), steps[-1].name), {})
        except Rejected as reason:  # never met: the search checks what it finds
            return MarkedAnswer(False, f"the kernel rejects it: {reason}.")
        length = "1 line" if len(steps) == 1 else f"{len(steps)} lines"
        if steps[-1].claim == self.claim:
            return MarkedAnswer(True, f"the kernel has replayed your proof, {length}.", right=len(steps))
        return MarkedAnswer(False, f"the kernel has accepted {length}. The goal is still to be reached.", right=len(steps))

    def _step(self, name: str, text: str, known: Mapping[str, Compare]) -> tuple[Step, Compare] | MarkedAnswer:
        """A line as a step for the kernel, or why it is none."""
        written, by, listed = text.partition(" by ")
        comparison = parse(written, extra=self.names)
        claim, roots = compare(comparison), [*map(self._polynomial, square(comparison))]
        used = [one.strip() for one in listed.split(",")] if by else list(known)
        for one in used:
            if one not in known:
                hint = near(one, known) or f"; there are {', '.join(known)}"
                raise InputError(f"after by: there is no line {one!r:.40}{hint}")
        try:
            data = prove(claim, {one: known[one] for one in used}, roots)
        except TooLong:
            return self._refusal(name, claim, used, {one: known[one] for one in used})
        return self._refusal(name, claim, used, known) if data is None else (Step(name, "certificate", claim, tuple(used), data), claim)

    def _refusal(self, name: str, claim: Compare, used: list[str], known: Mapping[str, Compare]) -> MarkedAnswer:
        """Why a line is none; `known` are the lines that are looked at."""
        right, point = int(name) - 1, apart(claim, known.values())
        if point:
            return MarkedAnswer(
                False, f"line {name} is false: at these numbers all that is known holds, and it does not.", values=point, right=right
            )
        for one in known:
            if one not in used and _follows(claim, {each: known[each] for each in (*used, one)}):
                return MarkedAnswer(False, f"line {name} does not follow from {' and '.join(used)} alone: with {one} it does.", right=right)
        if point := apart(claim, [known[one] for one in used]):
            words = (
                f"line {name} does not follow from {', '.join(used)}: they hold at these numbers, and it does not. Which line is missing?"
            )
            return MarkedAnswer(False, words, values=point, right=right)
        words = f"line {name}: this step is too long for one line, or false, though no numbers were met that say so: {SHORTER}"
        return MarkedAnswer(False, words, right=right)


@dataclass(frozen=True)
class Finding(Proving):
    """Find the false line of another author's `proof`, and numbers that show it."""

    proof: tuple[str, ...] = ()

    @property
    def asks(self) -> str:
        lines = "\n".join(f"{number}. {self.latex(text)}" for number, text in enumerate(self.proof, 1))
        shape = f"1: {', '.join(f'{name} = …' for name in self._questions)}"
        return (
            f"Known is\n\n{self.known_lines}\n\nand the goal is {self.latex(self.goal)}. The proof:\n\n{lines}\n\n"
            f"Answer with the number of a false line and numbers at which all else that stands before it holds, and it does not: `{shape}`."
        )

    @property
    def _questions(self) -> tuple[str, ...]:
        return tuple(sorted(set().union(*(parse(text, extra=self.names).names for text in (*self.lines.values(), *self.proof)))))

    def mark(self, answer: str) -> MarkedAnswer:
        label, colon, values = answer.partition(":")
        if not colon or not label.strip().isdecimal() or not 1 <= int(label) <= len(self.proof):
            raise InputError(f"an answer is the number of a line, from 1 to {len(self.proof)}, a colon, and numbers")
        point = Choosing(self._questions, ()).read(values)
        known = self.facts | {f"line {n}": compare(parse(text, extra=self.names)) for n, text in enumerate(self.proof, 1)}
        asked = f"line {int(label)}"
        for name, formula in known.items():
            if _holds(formula, point) is (name == asked):
                said = "holds there: look for numbers at which it does not, or at another line" if name == asked else "does not hold there"
                return MarkedAnswer(False, f"{name} {said}.", values=point)
            if name == asked:
                break
        return MarkedAnswer(True, f"all that stands before {asked} holds at these numbers, and it does not.", values=point)


def square(comparison: Comparison) -> Iterator[Node]:
    """The squared terms in a comparison as it is written, whose signs it therefore shows."""
    for side in (comparison.left, comparison.right):
        yield from (Pow(n.base, n.exponent / 2) for n in walk(side) if isinstance(n, Pow) and n.exponent > 0 and n.exponent % 2 == 0)


def prove(claim: Compare, facts: Mapping[str, Compare], roots: Sequence[Polynomial] = ()) -> Data | None:
    """The certificate of a claim that follows in one thought; `roots` of squares may help.  Raises TooLong."""
    try:
        return search(claim, facts, LINE, LIMITS, weighted_without_z3, roots)
    except TooLong:
        raise
    except NotFound:
        return None


def _follows(claim: Compare, facts: Mapping[str, Compare]) -> bool:
    try:
        return prove(claim, facts) is not None
    except TooLong:
        return False


def apart(claim: Compare, facts: Iterable[Compare]) -> dict[str, Fraction]:
    """Small numbers at which the facts hold and the claim does not; none if there are none."""
    held = list(facts)
    most = min(POINTS, TERMS // (1 + len(claim.left.terms)))
    met = (p for p in islice(points([claim, *held]), most) if not _holds(claim, p) and all(_holds(f, p) for f in held))
    return min(islice(met, BEST_OF), key=lambda p: sum(abs(v.numerator) + v.denominator for v in p.values()), default={})


def points(formulas: list[Compare]) -> Iterator[dict[str, Fraction]]:
    """Numbers for all names, drawn; those that an equation gives by the others are worked out, so that it holds."""
    names = sorted({atom.name for f in formulas for m in f.left.terms for atom, _ in m if isinstance(atom, Real)})
    given: dict[str, Polynomial] = {}
    for f in formulas[1:]:
        if f.relation == "=" and (solved := _solve(f.left, given)):
            given |= solved
    free, rng = [name for name in names if name not in given], random.Random(0)
    while True:
        point = {name: rng.choice(NUMBERS) for name in free}
        for name in reversed(given):
            point[name] = value_at(given[name], point)
        yield point


def _solve(left: Polynomial, given: Mapping[str, Polynomial]) -> dict[str, Polynomial]:
    """A name that an equation gives by others, none of which was given by an earlier one."""
    for monomial, c in left.terms.items():
        atom, power = next(iter(monomial)) if len(monomial) == 1 else (None, 0)
        rest = left - Polynomial({monomial: c})
        inside = {a.name for m in rest.terms for a, _ in m if isinstance(a, Real)}
        if isinstance(atom, Real) and power == 1 and atom.name not in {*inside, *given} and inside.isdisjoint(given):
            return {atom.name: rest * (-1 / c)}
    return {}


def _holds(f: Compare, point: Mapping[str, Fraction]) -> bool:
    value = value_at(f.left, point)
    return value == 0 if f.relation == "=" else value > 0 if f.relation == ">" else value >= 0
