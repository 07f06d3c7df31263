"""The game that every learner loses: whatever it predicts, p(k) = ±1, the adversary answers the opposite, and every round is a mistake."""

from proofs.statements.authoring import (
    Derivation, Fact, Index, certificate, combination, eq, every, ge, gt, implies, k, multiple, number, seq, strict,
)  # fmt: skip

p, y = seq("p"), seq("y")
opposite_answers = (
    Fact("predictions", "each prediction is ±1; it may depend on all that came before", every(k, eq(p(k) ** 2, 1))),
    Fact("answers", "the adversary answers the opposite", every(k, eq(y(k), -p(k))), definition=True),
)


def mistakes_counted(count: seq) -> tuple[Fact, ...]:
    """count(k), the mistakes in the first k rounds."""
    more = every(k, implies(gt(0, p(k) * y(k)), eq(count(k + 1), count(k) + 1)))
    same = every(k, implies(ge(p(k) * y(k), 0), eq(count(k + 1), count(k))))
    return (
        Fact(f"{count.name} starts", f"{count.name} counts the mistakes", eq(count(0), 0), definition=True),
        Fact("a mistake", f"{count.name} grows where p(k)y(k) < 0", more, definition=True),
        Fact("no mistake", "and rests where p(k)y(k) ≥ 0", same, definition=True),
    )


def all_wrong(d: Derivation, count: seq) -> str:
    """∀k count(k) = k."""

    def wrong(i: Index, before: str) -> str:
        opposite, sign = d.at("answers", i), d.at("predictions", i)
        d.have(gt(0, p(i) * y(i)), by=certificate(strict(), "z", multiple(-p(i), opposite), multiple(1, sign)), note="p(k)y(k) = −1")
        return d.have(eq(count(i + 1), number(i) + 1), by=combination((1, before), (1, d.at("a mistake", i))))

    starts = f"{count.name} starts"
    return d.induction(lambda i: eq(count(i), number(i)), lambda: d.have(eq(count(0), 0), by=combination((1, starts))), wrong)
