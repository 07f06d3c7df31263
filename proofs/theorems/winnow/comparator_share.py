"""The comparator's weights cannot all be large: Σ v(i) ln w(i) ≤ ‖u‖₁ ln W for the total weight W, by tangents of ln at W."""

from proofs.statements.authoring import (
    Derivation, Formula, Index, M, certificate, formulas, ge, inner, le, lemma, ln, ln_tangent, multiples, product,
)  # fmt: skip
from proofs.theorems.winnow.common import (
    A, E, N, V, balance, comparator, coordinates, e, eta, g, positive_weights, powers, total, v, w, weight,
)  # fmt: skip


@lemma(
    formulas(*coordinates, *comparator, positive_weights, powers, balance),
    cites=("winnow-positive",),
    claim=le(eta * inner(V(N), g(M)), A(N) * ln(total(M))),
)
def winnow_share(d: Derivation) -> None:
    """the comparator's weights cannot all be large: η⟨u, g⟩ = Σ v(i) ln w(i) ≤ ‖u‖₁ ln W.

    Proof. Σ v(i) ln w(i) ≤ A ln W by tangents at W, for Σ v(i)w(i) ≤ A·W.
    """
    W = total(M)
    above = d.at(d.cite("winnow-positive"), M)
    zero = Index(None)

    def step_A(i: Index, before: str) -> str:
        return d.have(ge(A(i + 1), 0), before, d.at("A", i), d.at("sign balance", i))

    sizes = d.induction(lambda i: ge(A(i), 0), lambda: d.have(ge(A(0), 0), "A starts"), step_A, upto=N)

    def step_E(i: Index, before: str) -> str:
        return d.have(ge(inner(E(i + 1), w(M)), 0), before, d.expand(d.at("E", i), w(M)), weight(d, "w > 0", M, i))

    sums = d.induction(
        lambda i: ge(inner(E(i), w(M)), 0), lambda: d.have(ge(inner(E(0), w(M)), 0), d.expand("E starts", w(M))), step_E, upto=N
    )

    def mixed(i: Index) -> Formula:
        return ge(A(i) * inner(E(i), w(M)) - inner(V(i), w(M)), 0)

    def base_mixed() -> str:
        lines = "A starts", d.expand("V starts", w(M))
        return d.have(mixed(zero), lines[0], lines[1])

    def step_mixed(i: Index, before: str) -> str:
        part, sign, size_, sum_ = d.at("sign balance", i), weight(d, "w > 0", M, i), d.at(sizes, i), d.at(sums, i)
        lines = d.at("A", i), d.expand(d.at("E", i), w(M)), d.expand(d.at("V", i), w(M))
        return d.have(mixed(i + 1), before, part, sign, size_, sum_, *lines)

    small = d.at(d.induction(mixed, base_mixed, step_mixed, upto=N, note="Σ v(i)w(i) ≤ A·W"), N)

    def logs(i: Index) -> Formula:
        return ge(A(i) * W * ln(W) + inner(V(i), w(M)) - A(i) * W - eta * W * inner(V(i), g(M)), 0)

    def base_logs() -> str:
        lines = "A starts", d.expand("V starts", w(M)), d.expand("V starts", g(M))
        return d.have(logs(zero), by=certificate(*multiples((W * ln(W) - W, 1, -eta * W), lines)))

    def step_logs(i: Index, before: str) -> str:
        part, sign, power = d.at("sign balance", i), weight(d, "w > 0", M, i), weight(d, "w", M, i)
        tangent, moved = ln_tangent(d, inner(e(i), w(M)), W, sign, above), d.at("V", i)
        lines = d.at("A", i), d.expand(moved, w(M)), d.expand(moved, g(M)), power
        equations = multiples((W * ln(W) - W, 1, -eta * W, v(i) * W), lines)
        return d.have(logs(i + 1), by=certificate(before, product(tangent, part), *equations))

    summed = d.at(d.induction(logs, base_logs, step_logs, upto=N, note="tangents of ln at W"), N)
    d.conclude(summed, small, above)
