"""What the Margin Perceptron's theorems share: the weights are never null, one update's growth, and γ ≤ 1."""

from proofs.statements.authoring import (
    Derivation, Displayed, Index, M, bounded, every, formulas, gamma, ge, implies, inner, k, le, lemma, length, lengths, margin_rule,
    number, real, recurrence, separable, u, unit_comparator, w, z,
)  # fmt: skip

c = real("c")


@lemma(
    formulas(*recurrence(), separable(), unit_comparator(), *lengths()),
    cites=("progress", "cauchy-schwarz"),
    claim=every(k, implies(ge(number(M), number(k)), ge(length(k), gamma * number(k)))),
)
def weights_grow(d: Derivation) -> None:
    """on separable data the weights after k updates are at least γk long, so never 0 after the first."""
    k = Index("j")
    within = d.assume(ge(number(M), number(k)))
    d.narrow("separable", k, within)
    gained = d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, M=k)
    joined = d.cite("cauchy-schwarz", a=u, b=w(k))
    shorter = d.have(le(inner(u, w(k)) ** 2, length(k) ** 2), joined, "unit comparator", d.at("‖w‖", k), d.square(w(k)))
    along = d.have(le(inner(u, w(k)), length(k)), shorter, d.at("‖w‖ ≥ 0", k))
    d.generalise(d.discharge(d.have(ge(length(k), gamma * number(k)), gained, along), within), k)


@lemma(
    formulas(recurrence()[1], margin_rule(c, M), *lengths(), bounded()),
    claim=every(k, le(length(k + 1) ** 2, length(k) ** 2 + 2 * c * gamma * length(k) + 1), below=number(M)),
    displayed=Displayed("v**2 <= w**2 + 2*c*gamma*w + 1", {"v": length(k + 1), "w": length(k), "c": c, "gamma": gamma}, (k,)),
)
def margin_step(d: Derivation) -> None:
    """an update below the threshold cγ‖w‖ takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + 1."""
    j = Index("j")
    guard = d.assume(ge(number(M), number(j) + 1))
    moved = d.at("update", j)
    sides = d.expand(moved, w(j + 1)), d.expand(moved, w(j)), d.expand(moved, z(j))
    facts = d.at("‖w‖", j), d.at("‖w‖", j + 1), d.at("margin rule", j), d.at("bounded examples", j)
    grown = d.have(le(length(j + 1) ** 2, length(j) ** 2 + 2 * c * gamma * length(j) + 1), *sides, *facts)
    d.generalise(d.discharge(grown, guard), j)


@lemma(formulas(unit_comparator(), bounded(updates=M + 1), separable(M + 1)), cites=("cauchy-schwarz",), claim=le(gamma, 1))
def margin_at_most_one(d: Derivation) -> None:
    """one example of length at most 1 with margin γ against a comparator of length at most 1 has γ ≤ 1."""
    gain, short = d.at("separable", 0), d.at("bounded examples", 0)
    joined = d.cite("cauchy-schwarz", a=u, b=z(0))
    small = d.have(le(inner(u, z(0)) ** 2, 1), joined, short, "unit comparator", d.square(z(0)))
    d.have(le(gamma, 1), gain, small)


@lemma(formulas(*recurrence(), *lengths(), bounded(updates=M + 1)), claim=le(length(1), 1))
def first_length(d: Derivation) -> None:
    """the first example, of length at most 1, leaves weights no longer than 1."""
    moved = d.at("update", 0)
    sides = d.expand(moved, w(1)), d.expand(moved, w(0)), d.expand(moved, z(0))
    start = d.expand("zero start", w(0)), d.expand("zero start", z(0))
    squared = d.have(le(length(1) ** 2, 1), d.at("‖w‖", 1), *sides, *start, d.at("bounded examples", 0))
    d.conclude(squared, d.at("‖w‖ ≥ 0", 1))
