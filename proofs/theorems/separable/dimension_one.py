"""On a line the Perceptron makes at most one mistake, however small the margin: M ≤ 1.

No source prints it; SS says what becomes of it for d ≥ 2, where no number bounds the mistakes without a margin.  Dimension 1 is said
without coordinates: whatever lies on the line of u has ‖u‖²z = ⟨u, z⟩u.

The proof.  After the first mistake w = z(0).  A second one needs ⟨z(0), z(1)⟩ ≤ 0; but ‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩ ≥ γ² > 0.
Neither the length of u nor that of the examples matters.
"""

from perceptron.extremal.families import ONE
from proofs.statements.authoring import (
    SYMBOLS, Beyond, Derivation, Fact, Game, Index, M, Source, Statement, every, ge, gt, inner, k, mistake_bound, null, number, perceptron,
    positive_margin, separable, u, z,
)  # fmt: skip
from proofs.theorems.separable import derivations

line = Fact("on a line", "every example is a multiple of u: ‖u‖²z = ⟨u, z⟩u", every(k, null(inner(u, u) * z(k) - inner(u, z(k)) * u)))


@mistake_bound(
    Statement(
        sources=(Source("SS", "Ldim(H) = ∞ if d ≥ 2", "the case d = 1, which the page leaves out"),),
        game=Game(setting="separable", norm="any", comparator="any", dimension=1),
        bound="M <= 1",
        facts=(*perceptron(), positive_margin(), separable(), line),
        symbols=SYMBOLS,
        beyond={"on a line": Beyond("M <= 1", Game(setting="separable", norm="any", comparator="any"))},
    ),
    cites=(),
    printed="true",
    families=(ONE,),
    derivation=derivations.line,
)
def dimension_one(d: Derivation) -> None:
    """On a line: M ≤ 1.

    If all examples lie on the line of u and y⟨u, x⟩ ≥ γ > 0 on them, the Perceptron from 0 makes no second update, whatever γ and the
    lengths.
    """
    one = Index(None, 1)

    def on(case: str) -> str:
        if d.claims[case] == ge(1, number(M)):
            return case
        second = d.integer(case, M, one, note="a second mistake")
        d.have(ge(number(M), 1), second)
        start = d.expand("zero start", z(1))
        moved = d.expand(d.at("update", 0), z(1))
        mistake = d.at("mistake-driven", 1)
        gains = d.at("separable", 0), d.at("separable", 1)
        along = d.expand(d.at(line.name, 0), z(1), note="‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩")
        wrong = d.have(ge(0, inner(z(0), z(1))), start, moved, mistake)
        length = d.square(u)
        both = d.have(gt(inner(u, z(0)) * inner(u, z(1)), 0), *gains, "positive margin", note="both gain γ along u")
        return d.conclude(wrong, length, along, both)

    d.cases(1 - number(M), on)
