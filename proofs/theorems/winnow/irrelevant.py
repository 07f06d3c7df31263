"""Irrelevant variables: on examples in {0,1}ⁿ they leave the L1–L∞ margin as it is.

Source: BL, on L1 and L2 margins, ‘adding extra irrelevant variables (variables where the target has zero weight) doesn't affect the L1–L∞
margin’.  True of an example that is not 0 without them; an example that is 0 there has ⟨u, x⟩ = 0 and the margin 0/0 before, 0 after.
Winnow's bound still grows by the logarithm of the number of variables.  The L2 margin does suffer: ‖x‖ grows.

The proof.  Neither ⟨u, x⟩ nor ‖u‖₁ changes, and ‖x‖∞ is 1 already.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, Formula, Fraction, Index, Instance, NoDerivation, Source, combination, dot, eq, every, ge, gt,
    implies, inner, k, nat, real, seq, sequence, theorem, vec,
)  # fmt: skip

u, x, m = vec("u"), vec("x"), nat("m")
size, longest, gamma = real("A₀"), real("X₀"), real("γ")
weight, entry = seq("v"), seq("x′")
score, A, X = seq("S"), seq("A"), seq("X")


def greatest(name: str, words: str, entry_is_more: bool, then: Formula) -> Fact:
    premise = gt(entry(k), X(k)) if entry_is_more else ge(X(k), entry(k))
    return Fact(name, words, every(k, implies(premise, then)), defines=X)


facts = (
    Fact("Boolean", "the entries of the m extra variables are 0 or 1", every(k, eq(entry(k) ** 2, entry(k)))),
    Fact("irrelevant", "the target has weight 0 on them", every(k, eq(weight(k), 0))),
    Fact("not 0", "the example is in {0,1}ⁿ and not 0 without them: X₀ = ‖x‖∞ = 1", eq(longest, 1)),
    Fact(
        "margin",
        "without them y⟨u, x⟩ is γA₀X₀, A₀ being ‖u‖₁ and X₀ being ‖x‖∞; u stands for y times the target",
        eq(inner(u, x), gamma * size * longest),
    ),
    *sequence(
        "S", score, inner(u, x), score(k) + weight(k) * entry(k), "S is y⟨u, x⟩ with the first of them", "S grows by weight times entry"
    ),
    Fact("A starts", "A is ‖u‖₁ with the first of them", eq(A(0), size), defines=A),
    Fact(
        "A at a weight ≥ 0",
        "A grows by the size of the weight",
        every(k, implies(ge(weight(k), 0), eq(A(k + 1), A(k) + weight(k)))),
        defines=A,
    ),
    Fact("A at a weight < 0", "A grows by its size", every(k, implies(gt(0, weight(k)), eq(A(k + 1), A(k) - weight(k)))), defines=A),
    Fact("X starts", "X is ‖x‖∞ with the first of them", eq(X(0), longest), defines=X),
    greatest("X grows", "X becomes the entry if that is more", True, eq(X(k + 1), entry(k))),
    greatest("X stays", "else X stays", False, eq(X(k + 1), X(k))),
)


def sample(draw: Draw) -> Instance:
    count, target = 1 + draw.upto(2), draw.vector(2)
    shown: Coordinates = (Fraction(1), Fraction(draw.upto(1)))
    if draw.rarely():
        shown = (Fraction(0), Fraction(0)) if draw.upto(1) else draw.vector(2)
    entries = [draw.number() if draw.rarely() else Fraction(draw.upto(1)) for _ in range(count + 2)]
    weights = [draw.number() if draw.rarely() else Fraction(0) for _ in range(count + 2)]
    norm, high = sum(map(abs, target), Fraction(0)), max(map(abs, shown))
    margin = dot(target, shown) / (norm * high) if norm * high and not draw.rarely() else draw.number()
    scores, sizes, tops = [dot(target, shown)], [norm], [high]
    for value, by in zip(entries, weights, strict=True):
        scores.append(scores[-1] + by * value)
        sizes.append(sizes[-1] + abs(by))
        tops.append(max(tops[-1], value))
    sequences = {"v": weights, "x′": entries, "S": scores[:-1], "A": sizes[:-1], "X": tops[:-1]}
    reals = {"A₀": norm, "X₀": high, "γ": margin}
    return Instance(count, {"m": count}, reals, sequences, {"u": target, "x": shown})


@theorem(
    sources=(Source("BL", "irrelevant variables", "true unless x = 0 without them; the bound still grows with the number of variables"),),
    facts=facts,
    claim=eq(score(m), gamma * A(m) * X(m)),
    sample=sample,
    misprints=("BL: an irrelevant variable leaves the L1–L∞ margin as it is, unless x = 0 without it; the bound still grows, by log n.",),
    derivation=NoDerivation("Nothing is to be found: none of the three numbers changes."),
)
def irrelevant_variables(d: Derivation) -> None:
    """Irrelevant variables leave the L1–L∞ margin of examples in {0,1}ⁿ as it is.

    With m more variables of weight 0 and entries 0 or 1, y⟨u, x⟩ is still γ‖u‖₁‖x‖∞; S, A and X are these three with them.
    """

    def scored(i: Index, before: str) -> str:
        return d.have(eq(score(i + 1), inner(u, x)), before, d.at("S", i), d.at("irrelevant", i))

    same = d.at(d.induction(lambda i: eq(score(i), inner(u, x)), lambda: d.have(eq(score(0), inner(u, x)), "S starts"), scored), m)

    def sized(i: Index, before: str) -> str:
        zero = d.at("irrelevant", i)
        d.have(ge(weight(i), 0), zero)
        return d.have(eq(A(i + 1), size), before, d.at("A at a weight ≥ 0", i), zero)

    kept = d.at(d.induction(lambda i: eq(A(i), size), lambda: d.have(eq(A(0), size), "A starts"), sized), m)

    def topped(i: Index, before: str) -> str:
        d.have(ge(X(i), entry(i)), d.at("Boolean", i), before, note="a Boolean entry is at most 1")
        return d.have(eq(X(i + 1), 1), before, d.at("X stays", i))

    start = d.have(eq(X(0), 1), "X starts", "not 0")
    top = d.at(d.induction(lambda i: eq(X(i), 1), lambda: start, topped), m)
    parts = (1, same), (1, "margin"), (gamma * size, "not 0"), (-gamma * X(m), kept), (-gamma * size, top)
    d.conclude(by=combination(*parts))
