"""Why ‘PDS kernel’ is said: with K = [[1, −5], [−5, 1]] the kernel Perceptron errs on every round for ever, though K(x, x) = 1.

Source: MR section 5 and Figure 2, whose update rule asks nothing of K.  The points come in turn, 0, 1, 0, 1, …, both with the label 1.  Any
bound of Novikoff's form is a number, and M is not bounded; by `gram-matrix` no features have these products, since c = (1, 1) gives −8.

The proof.  Before the k-th pair of rounds let s and t be the scores of the two points.  If both are at most 0, point 0 is a mistake and
takes 5 from t, so point 1 is a mistake too and takes 5 from s, while each gains 1 of its own: both are 4 lower.  So M = 2k for every k.
"""

from perceptron.kernels import Precomputed, run_kernel
from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, Source, eq, every, ge, implies, joined, k, le, number, pair, running, seq,
    sequence, split, theorem,
)  # fmt: skip
from proofs.theorems.kernels import derivations

MATRIX = Precomputed([[1, -5], [-5, 1]])
s, t, first, second, errors = seq("s"), seq("t"), seq("α"), seq("β"), seq("M")


def sample(draw: Draw) -> Instance:
    """The run itself, for some number of pairs."""
    pairs = 1 + draw.upto(4)
    trace = run_kernel(MATRIX, [0, 1] * (pairs + 1), [1] * 2 * (pairs + 1))
    scores = [run_kernel(MATRIX, [0, 1] * m, [1] * 2 * m) for m in range(pairs + 1)]
    alphas = [Fraction(a) for a in trace.alphas]
    once, twice = alphas[::2], alphas[1::2]
    return Instance(
        pairs - 1,
        {},
        {},
        {
            "s": [before.score(0) for before in scores],
            "t": [before.score(1) for before in scores],
            "α": once,
            "β": twice,
            "M": running([a + b for a, b in zip(once, twice, strict=True)]),
        },
    )


@theorem(
    sources=(Source("MR", "section 5, Figure 2", "‘PDS kernel’: needed"),),
    facts=(
        Fact("s starts", "α₀ = 0: point 0 has the score 0", eq(s(0), 0), defines=s),
        Fact("t starts", "α₀ = 0: point 1 has the score 0", eq(t(0), 0), defines=t),
        Fact("α", "point 0, label 1: a mistake if its score is at most 0", every(k, implies(le(s(k), 0), eq(first(k), 1))), defines=first),
        Fact(
            "β",
            "point 1, label 1: the same, after an update at point 0 has added K(0, 1) = −5",
            every(k, implies(le(t(k) - 5 * first(k), 0), eq(second(k), 1))),
            defines=second,
        ),
        Fact("s", "updates add K(0, 0) = 1 and K(0, 1) = −5", every(k, eq(s(k + 1), s(k) + first(k) - 5 * second(k))), defines=s),
        Fact("t", "updates add K(0, 1) = −5 and K(1, 1) = 1", every(k, eq(t(k + 1), t(k) - 5 * first(k) + second(k))), defines=t),
        *sequence("M", errors, 0, errors(k) + first(k) + second(k), "M counts the updates", "of k pairs of rounds"),
    ),
    claim=every(k, eq(errors(k), 2 * number(k))),
    sample=sample,
    printed="true",
    derivation=derivations.indefinite,
)
def indefinite_kernel(d: Derivation) -> None:
    """Without positive semi-definiteness nothing bounds M: K = [[1, −5], [−5, 1]] makes every round a mistake.

    After k pairs of rounds M = 2k, for every k.
    """

    def low(i: Index) -> tuple[Formula, Formula]:
        return ge(-s(i), 0), ge(-t(i), 0)

    def mistakes(i: Index, below: tuple[str, str]) -> tuple[str, str]:
        """α(i) = 1 and β(i) = 1."""
        rule = d.line("instantiate", implies(le(s(i), 0), eq(first(i), 1)), ["α"], {"at": i})
        one = d.line("apply", eq(first(i), 1), [rule, below[0]])
        after = d.have(le(t(i) - 5 * first(i), 0), below[1], one)
        rule = d.line("instantiate", implies(le(t(i) - 5 * first(i), 0), eq(second(i), 1)), ["β"], {"at": i})
        return one, d.line("apply", eq(second(i), 1), [rule, after])

    def base() -> str:
        return joined(d, d.have(ge(-s(0), 0), "s starts"), d.have(ge(-t(0), 0), "t starts"))

    def step(i: Index, before: str) -> str:
        below = split(d, before, *low(i))
        both = mistakes(i, below)
        return joined(d, d.have(ge(-s(i + 1), 0), below[0], *both, d.at("s", i)), d.have(ge(-t(i + 1), 0), below[1], *both, d.at("t", i)))

    always = d.induction(lambda i: pair(*low(i)), base, step, note="the scores are never above 0")

    def further(i: Index, before: str) -> str:
        both = mistakes(i, split(d, d.line("instantiate", pair(*low(i)), [always], {"at": i}), *low(i)))
        return d.have(eq(errors(i + 1), 2 * (number(i) + 1)), before, *both, d.at("M", i))

    d.induction(lambda i: eq(errors(i), 2 * number(i)), lambda: d.have(eq(errors(0), 0), "M starts"), further)
