"""Winnow: ‖x‖ is the largest |x_i|, ‖u‖ is Σ|u_i|, and w stands for the exponents g of its weights.

By definition it predicts the sign of Σ (β^{g_i} − β^{−g_i})x_i. Where all exponents are whole that sum is a fraction, for a rational β.
Elsewhere it is enclosed in balls of growing precision; where these do not separate it from 0, `perceptron.Winnow` decides, which has an
exact test for 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from perceptron import Hebb, measure, run
from perceptron.errors import InputError
from perceptron.learners.perceptron import AnyLearner, is_mistake
from perceptron.learners.winnow import Winnow, l1
from perceptron.numbers.exact import dot
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.base import AdversaryChoice, MeasuredRun, Opponent, Round, Vector, VectorRun, agrees

TOLD = "eta=gamma"
MAX_RATE_BITS = 64  # of numerator and denominator
PRECISIONS = (64, 256, 1024)
MAX_BITS = 400_000  # of a weight: a fraction of twice as many is reduced at one go, and nothing interrupts that


class WinnowOpponent(Opponent):
    """Winnow with the rate "eta=gamma" (it knows the margin), "eta=1/4" or "beta=3/2"."""

    name = "winnow"
    fields = frozenset({"eta", "beta", "ties", "balanced", "always"})
    options = frozenset({"ties", "eta", "beta"})
    is_euclidean = False

    def choose(self, eps: Fraction | None, kernel: str, rate: str) -> None:
        super().choose(eps, kernel, "")
        self.rate = full_rate(rate)
        self.balanced = Hypothesis.BALANCED_WEIGHTS not in self.dropped

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return (Hypothesis.MISTAKE_DRIVEN, Hypothesis.BALANCED_WEIGHTS, *(() if self.rate == TOLD else (Hypothesis.POSITIVE_MARGIN,)))

    def length2(self, x: Sequence[Fraction] | str | int) -> Fraction:
        if isinstance(x, str | int):
            raise InputError("only a kernel compares strings or rows")
        return largest(x) ** 2

    def rule(self, gamma: Fraction) -> Winnow:
        """Winnow for this gamma, which updates on mistakes. Raises InputError if the margin is not above 0."""
        name, _, value = self.rate.partition("=")
        rate: dict[str, Any] = {name: gamma if value == "gamma" else value}
        return Winnow(**rate, ties=self.ties, balanced=self.balanced)

    def learner(self, gamma: Fraction, start: Vector | None = None) -> AnyLearner:
        return Hebb() if self.always else self.rule(gamma)

    def exact_run(self, given: AdversaryChoice) -> WinnowRun:
        return WinnowRun(self.rule(given.gamma), self.always, given.rounds, given.u)

    def measure(self, given: AdversaryChoice) -> MeasuredRun:
        """The run by `perceptron.run`, measured by `perceptron.measure` with Winnow's lengths put in their place."""
        trace = run(self.learner(given.gamma), given.examples())
        longest = [Fraction(max(map(abs, n), default=0), trace.examples.denominator) for n in trace.examples.numerators]
        quantities = replace(
            measure(trace, given.u, given.level),
            R2=max(longest, default=Fraction(0)) ** 2,
            S2=sum((longest[t] ** 2 for t in trace.counted_rounds), Fraction(0)),
            U2=l1(given.u) ** 2,
            W2=largest(trace.final) ** 2,
            longest2=max(longest, default=Fraction(0)) ** 2,
        )
        return quantities, trace.counted_rounds, trace.final

    def spec(self, start: list[str] | None = None) -> dict[str, Any]:
        name, _, value = self.rate.partition("=")
        single = {} if self.balanced else {"balanced": False}
        return {"name": "winnow", name: value, "ties": self.ties} | single | ({"always": True} if self.always else {})

    @classmethod
    def parse_options(cls, record: Mapping[str, Any]) -> dict[str, Any]:
        """Without a rate it is given the margin."""
        rates = [(name, record[name]) for name in ("eta", "beta") if name in record]
        if len(rates) > 1 or any(type(value) not in (str, int) for _, value in rates):
            raise InputError(RATES)
        return super().parse_options(record) | ({"rate": "=".join(map(str, rates[0]))} if rates else {})

    @classmethod
    def from_options(cls, plain: list[str], pairs: dict[str, str]) -> dict[str, Any] | None:
        rates = [f"{name}={pairs.pop(option)}" for option, name in (("factor", "beta"), ("eta", "eta")) if option in pairs]
        fields = super().from_options(plain, pairs)
        if fields is None or len(rates) > 1:
            return None
        return fields | ({"rate": rates[0]} if rates else {})

    @classmethod
    def read(cls, record: Mapping[str, Any], dropped: Sequence[str], eps: Fraction | None) -> dict[str, Any]:
        agrees(record, "always", True, "mistake-driven", dropped)
        agrees(record, "balanced", False, "balanced weights", dropped)
        if not record.keys() & {"eta", "beta"}:
            raise InputError(RATES)
        return super().read(record, dropped, eps)


RATES = 'winnow has eta or beta, an exact number such as "1/4"'


def full_rate(text: object) -> str:
    """The rate in its full form. Raises InputError."""
    if text in ("", TOLD):
        return TOLD
    name, _, value = text.partition("=") if isinstance(text, str) else ("", "", "")
    if name not in ("eta", "beta"):
        raise InputError(f"Winnow's rate must be like eta=gamma, eta=1/4 or beta=3/2, not {text!r:.60}")
    rate: dict[str, Any] = {name: value}
    rule = Winnow(**rate)
    number = rule.beta or rule.eta or Fraction(1)
    if max(number.numerator, number.denominator).bit_length() > MAX_RATE_BITS:
        raise InputError(f"Winnow's rate {text!r:.60} is too long a number: {MAX_RATE_BITS} bits are enough")
    return f"{name}={number}"


class WinnowRun(VectorRun):
    """A run by the definition; its weights are the exponents."""

    def __init__(self, rule: Winnow, always: bool, rounds: Sequence[Round], u: Vector) -> None:
        if rule.beta is not None and rule.beta.numerator.bit_length() * sum(largest(x) for x, _ in rounds) > MAX_BITS:
            raise InputError(f"exponents of such examples give the weights more than {MAX_BITS} bits")
        super().__init__(rounds, u, (Fraction(0),) * len(u))
        self.rule, self.always = rule, always

    def norm2(self, x: Vector) -> Fraction:
        return largest(x) ** 2

    def update(self, step: Round) -> bool:
        x, y = step
        if not self.always and not is_mistake(y * sign(self.rule, self.w, x), y, self.rule.ties):
            return False
        self.w = tuple(a + y * b for a, b in zip(self.w, x, strict=True))
        return True

    def comparator2(self) -> Fraction:
        return sum(map(abs, self.u), Fraction(0)) ** 2


def sign(rule: Winnow, g: Vector, x: Vector) -> int:
    """The sign of the score."""
    if rule.beta is not None and all(value.denominator == 1 for value in g):
        powers = [rule.beta ** int(v) - (rule.beta ** -int(v) if rule.balanced else 0) for v in g]
        total = dot(map(Fraction, powers), x)
        return (total > 0) - (total < 0)
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            ball = sum(_weight(rule, v) * _ball(n) for v, n in zip(g, x, strict=True))
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
    return rule.score(g, x)


def _weight(rule: Winnow, exponent: Fraction) -> arb:
    """w⁺ − w⁻, or w⁺ alone."""
    return _power(rule, exponent) - (_power(rule, -exponent) if rule.balanced else 0)


def _power(rule: Winnow, exponent: Fraction) -> arb:
    """β^exponent."""
    if rule.eta is not None:
        return _ball(rule.eta * exponent).exp()
    return _ball(rule.beta or Fraction(1)) ** _ball(exponent)


def _ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


def largest(x: Sequence[Fraction]) -> Fraction:
    """‖x‖∞."""
    return max(map(abs, x), default=Fraction(0))
