"""BL's TD: the least total distance by which the examples of the updates must be moved for a unit u to separate them with margin γ.

Source: BL after Theorem 2, “the total distance we would have to move the points to make them actually separable by margin γ”, and its
√M ≥ γM − TD, M ≤ 1/γ² + (2/γ)TD.  An example counts once for every update on it.  For one unit vector u it is Σ max(0, γ − y⟨u, x⟩), the
sum that every hinge bound here has; over all u it is the least of these.

The proofs.  Less will not do: moving z by v adds at most ‖v‖ to ⟨u, z⟩, by Cauchy–Schwarz, and γ − ⟨u, z⟩ is missing.  It is enough to move
z by ξ along u.  And the distance of any move is a slack, so that M ≤ 1/γ² + (2/γ)·distance is the hinge bound with that slack.
"""

from proofs.statements.authoring import (
    TD, Derivation, Draw, Fact, Fraction, Index, Instance, M, any_run, bounded, define, dot, eq, every, gamma, ge, inner, k, le, number,
    perceptron, positive_margin, root_of, seq, sequence, slack, theorem, tight_slack, u, unit_comparator, vseq, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import gamma_reciprocal, per_gamma

v, far, total = vseq("v"), seq("D"), seq("ΣD")
m = number(M)

distance = (
    *root_of("D", far(k), inner(v(k), v(k)), "D(k) is a distance", "D(k) is the length of v(k), by which z(k) = y·x is moved"),
    *sequence("ΣD", total, 0, total(k) + far(k), "ΣD is the total distance", "ΣD grows by D(k)"),
)
moved = Fact(
    "moved apart", "moved by v(k), z(k) = y·x is separated by u: ⟨u, z + v⟩ ≥ γ", every(k, ge(inner(u, z(k) + v(k)), gamma), below=m)
)


def sample(draw: Draw) -> Instance:
    """A run, and places for its examples: moved along u as far as needed, or elsewhere."""
    run, margin = any_run(draw), draw.positive()
    slacks = [max(Fraction(0), margin - dot(run.u, x)) for x in run.steps]
    along = bool(draw.upto(1))
    moves = []
    for missing in slacks[: run.updates]:
        by = (missing / (dot(run.u, run.u) or 1) + (0 if along else abs(draw.number(5)))) if not draw.rarely() else draw.number()
        moves.append(tuple(by * b for b in run.u) if not draw.rarely() else draw.vector(len(run.u)))
    return run.instance({"γ": margin}, {}, {"v": moves})


def _enough(d: Derivation, k: Index) -> str:
    """D(k) ≥ γ − ⟨u, z(k)⟩, where k < M."""
    d.cite("cauchy-schwarz", a=u, b=v(k))
    d.have(le(inner(u, v(k)) ** 2, far(k) ** 2))
    d.have(le(inner(u, v(k)), far(k)), note="moving by D adds at most D to ⟨u, z⟩")
    return d.have(ge(far(k), gamma - inner(u, z(k))))


@theorem(unit_comparator(), *slack(), tight_slack(), *distance, moved, claim=le(TD(M), total(M)), sample=sample)
def total_distance(d: Derivation) -> None:
    """TD is no more than the total distance of any move that separates: Σ max(0, γ − y⟨u, x⟩) ≤ Σ‖v‖.

    Wherever the examples of the updates are moved so that u, with ‖u‖ ≤ 1, separates them with margin γ, they are moved by TD in all at
    least; an example counts once for every update on it, and moving x by a distance moves yx by as much.

    Printed, and true with assumptions:
    - BL after Theorem 2, TD: an example counts once for every update on it

    No derivation: SymPy has nothing to find: a move adds at most its length to ⟨u, z⟩.
    """

    def step(k: Index, before: str) -> None:
        enough, needed, above, sign = _enough(d, k), d.at("ξ is tight", k), d.at("ξ", k), d.at("D ≥ 0", k)
        d.have(le(xi(k), far(k)), enough, sign, above, needed)

    d.upto(M, lambda i: le(TD(i), total(i)), (), step)


unit = Fact("unit vector", "‖u‖ = 1", eq(inner(u, u), 1))
along_u = define("moved along u", "z(k) is moved by ξ(k) along u", v(k), xi(k) * u)


@theorem(unit, *slack()[:2], along_u, claim=every(k, ge(inner(u, z(k) + v(k)), gamma), below=m))
def total_distance_separates(d: Derivation) -> None:
    """Moved by the missing length along a unit u, the examples are separated by u with margin γ.

    ⟨u, z(k) + v(k)⟩ ≥ γ for v(k) = ξ(k)u, where z(k) = y·x and ξ(k) is max(0, γ − y⟨u, x⟩), or more.

    Printed, and true with assumptions:
    - BL after Theorem 2, TD: an example counts once for every update on it

    No derivation: SymPy has nothing to find: ⟨u, z + ξu⟩ is ⟨u, z⟩ + ξ.
    """
    k = Index("k")
    with d.supposing(k, ge(m, number(k) + 1)):
        d.have(ge(inner(u, z(k) + v(k)), gamma))


@theorem(unit, *slack(), along_u, *distance, claim=le(total(M), TD(M)))
def total_distance_attained(d: Derivation) -> None:
    """TD is attained: moved by the missing length along a unit u, the examples are moved by no more than TD in all.

    Σ‖v‖ ≤ Σξ for v = ξu, after which u separates, and ξ = max(0, γ − y⟨u, x⟩); so TD is the least total distance.

    Printed, and true with assumptions:
    - BL after Theorem 2, TD: an example counts once for every update on it

    No derivation: SymPy has nothing to find: ‖ξu‖ is ξ.
    """

    def step(i: Index, before: str) -> None:
        d.have(eq(far(i) ** 2, xi(i) ** 2))
        d.have(le(far(i), xi(i)))

    d.upto(M, lambda i: le(total(i), TD(i)), (), step)


@theorem(
    (*perceptron(), positive_margin(), unit_comparator(), bounded(), *distance, moved, gamma_reciprocal),
    claim=le(m, per_gamma**2 + 2 * total(M) * per_gamma),
    sample=sample,
)
def hinge_distance(d: Derivation) -> None:
    """M ≤ 1/γ² + (2/γ)·(total distance) for every move of the examples that separates them with margin γ.

    BL’s bound with TD as BL says it, a distance; ΣD(M) is the distance in all, counting an example once for every update on it.

    Printed, and true with assumptions:
    - BL after Theorem 2, TD: an example counts once for every update on it
    - BL M ≤ 1/γ² + (2/γ)TD
    """
    i, j = Index("i"), Index("j")
    with d.supposing(i, ge(m, number(i) + 1)):
        d.at("D ≥ 0", i)
    with d.supposing(j, ge(m, number(j) + 1)):
        _enough(d, j)
    d.cite("hinge-simple", note="a distance is a slack", ξ=far, TD=total)
