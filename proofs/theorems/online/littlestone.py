"""Littlestone's dimension is the best mistake bound of a class; that of halfspaces is infinite from d = 2 on, and 1 on the line.

Source: SS section 21.4, p. 259, the tree with v₁ = (1/2, 1, 0, …), v₂ = (1/4, 1, …), v₃ = (3/4, 1, …) and w = (−1, a, 0, …).  There ⟨w,
v⟩ = a − v, so a node splits an interval of a's at its midpoint v.  It is for every depth, and never a tie.

The game.  At node k the learner predicts p(k) = ±1, by any rule; the adversary answers y(k) = −p(k), a mistake, and goes on to the node's
child for that answer.  So the predictions are any sequence, all K of them are wrong, and a number B that bounds the mistakes on data on
which some w errs never is at least K, whatever K is.

The proof for d ≥ 2.  Along a path of any K labels y(k) = ±1, the interval (lo, hi) of the a's that agree with the labels so far is halved
at each node and never empty.  The midpoint a of the last one lies inside all of them, so it errs on no node: E, the number of its errors,
is 0. (Shown forwards: a number inside the interval after k + 1 nodes was inside it after k, and is on the right side of node k.)  The
labels are arbitrary, so the tree is shattered.  Only two orthonormal directions are needed.

The proof for d = 1.  If w and v give x₁ ≠ 0 the same label, they have the same sign, and so give every further x the same label: no tree
of depth 2 is shattered (x₁ = 1 with w = ±1 is one of depth 1).  Without the common label this fails.
"""

from perceptron.extremal.families import TREE
from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Game, Index, Instance, Polynomial, Reach, both, define, eq, every, ge, gt, implies, inner,
    k, le, nat, number, real, seq, sequence, theorem, vec, whenever,
)  # fmt: skip
from proofs.theorems.core.orthonormal import all_wrong, mistakes_counted, opposite_answers, p, y

K = nat("K")
lo, hi, v, e, E = seq("lo"), seq("hi"), seq("v"), seq("error"), seq("E")
M = seq("M")
first, second, a, B = vec("e₁"), vec("e₂"), real("a"), real("B")
w = a * second - first
half, one = Fraction(1, 2), Fraction(1)


def score(i: Index) -> Polynomial:
    """⟨w, x(i)⟩ for w = (−1, a) and x(i) = (v(i), 1)."""
    return inner(w, v(i) * first + second)


def sample(draw: Draw) -> Instance:
    depth, flat = draw.upto(4), draw.rarely()
    axes = ((one,), (one,)) if flat else ((one, Fraction(0)), (Fraction(0), one))
    guesses = [-draw.number(5) if draw.rarely() else Fraction(2 * draw.upto(1) - 1) for _ in range(depth + 2)]
    most = draw.number() if draw.rarely() else Fraction(depth + draw.upto(1))
    return Instance(depth, {"K": depth}, {"B": most}, {"p": guesses}, {"e₁": axes[0], "e₂": axes[1]})


def _label(d: Derivation, k: Index, case: str, value: int) -> tuple[str, str]:
    """y(k) = ±1 from y(k)² = 1 and its sign, dividing by 1 ± y(k); and the line to forget."""
    name = f"1/(1{'+' if value > 0 else '−'}y)"
    _, star = d.inverse(d.have(gt(1 + value * y(k), 0)), name)
    return d.have(eq(y(k), value)), star


@theorem(
    Fact(
        "two directions",
        "d ≥ 2: there are two orthonormal vectors",
        both(eq(inner(first, first), 1), both(eq(inner(second, second), 1), eq(inner(first, second), 0))),
    ),
    *opposite_answers,
    define("lo starts", "at first a may be anything above 0", lo(0), 0),
    define("hi starts", "and below 1", hi(0), 1),
    define("v", "a node is the midpoint", v(k), half * (lo(k) + hi(k))),
    define("lo", "label 1 moves lo to v", lo(k + 1), v(k), where=ge(y(k), 0)),
    define("lo else", "label −1 leaves lo where it is", lo(k + 1), lo(k), where=gt(-y(k), 0)),
    define("hi", "label −1 moves hi to v", hi(k + 1), v(k), where=gt(-y(k), 0)),
    define("hi else", "label 1 leaves hi where it is", hi(k + 1), hi(k), where=ge(y(k), 0)),
    define("a", "a is the midpoint after K labels", a, v(K)),
    define("error", "w makes no error where y⟨w, x⟩ > 0", e(k), 0, where=gt(y(k) * score(k), 0)),
    define("error else", "an error where y⟨w, x⟩ ≤ 0", e(k), 1, where=le(y(k) * score(k), 0)),
    *sequence("E", E, 0, E(k) + e(k), "E counts the errors of w"),
    *mistakes_counted(M),
    Fact("mistake bound", "the learner makes at most B mistakes where w errs on no node", implies(eq(E(K), 0), le(M(K), B))),
    claim=ge(B, number(K)),
    sample=sample,
    reach=Reach(Game(norm="any", comparator="any"), "M >= T", (TREE,)),
)
def littlestone(d: Derivation) -> None:
    """Halfspaces from d = 2 on have infinite Littlestone dimension: a mistake bound B has B ≥ K for every depth K.

    Whatever is predicted, the answers y(k) = −p(k) make K mistakes in K rounds, and w = (−1, a) errs on none of the K nodes of their path,
    ties counted as errors; so if a learner makes at most B mistakes whenever some w errs on no node, then B ≥ K, for every depth K.

    Printed, and true with assumptions:
    - SS 21.4, p. 259: density of the reals: for every depth, with a beside every node
    """
    unit_1, rest = d.parts("two directions")
    unit_2, right = d.parts(rest)

    def halve(k: Index, before: str) -> str:
        def on(case: str) -> str:
            length = d.have(eq(hi(k + 1) - lo(k + 1), half * (hi(k) - lo(k))), note="each node halves the interval")
            return d.have(gt(hi(k + 1) - lo(k + 1), 0), before, length)

        return d.cases(y(k), on)

    d.induction(lambda i: gt(hi(i) - lo(i), 0), ["lo starts", "hi starts"], halve, note="it is never empty")

    def start() -> str:
        with d.supposing(*within(Index(None))):
            d.have(eq(E(0), 0), "E starts")
        return d.last

    def further(k: Index, before: str) -> str:
        def on(case: str, up: bool) -> str:
            _, star = _label(d, k, case, 1 if up else -1)
            inside = d.have(gt(a, lo(k))), d.have(gt(hi(k), a))
            clean = d.apply(before, *inside)
            d.have(gt(y(k) * score(k), 0), note="a is on the right side of node k")
            return d.forget(d.have(eq(E(k + 1), 0), clean, d.at("error", k), d.at("E", k)), star)

        with d.supposing(*within(k + 1)):
            d.have(eq(score(k), a - v(k)), unit_1, unit_2, right, note="⟨w, v⟩ = a − v")
            d.cases(y(k), lambda case: on(case, True), lambda case: on(case, False))
        return d.last

    def within(i: Index) -> tuple[Formula, Formula]:
        return gt(a, lo(i)), gt(hi(i), a)

    inside = d.induction(lambda i: whenever(*within(i), then=eq(E(i), 0)), start, further, note="who is inside has made no error")
    d.have(gt(a, lo(K)), note="a is the midpoint of the last interval")
    below = d.have(gt(hi(K), a))
    clean = d.apply(d.at(inside, K), below, note="w errs on no node")
    bounded = d.apply("mistake bound", clean)
    d.conclude(bounded, d.at(all_wrong(d, M), K))


b, c, x1, x2 = real("w"), real("v"), real("x₁"), real("x₂")


@theorem(
    Fact("first label", "w gives x₁ its label", gt(b * x1, 0)),
    Fact("same first label", "v gives x₁ the same label", gt(c * x1, 0)),
    Fact("second label", "w gives x₂ its label", gt(b * x2, 0)),
    claim=gt(c * x2, 0),
)
def littlestone_line(d: Derivation) -> None:
    """On the line (d = 1) no tree of depth 2 is shattered: Littlestone dimension at most 1.

    v gives x₂ the same label as w, so the two cannot part after x₁.

    Printed, and true:
    - SS 21.4, p. 259: so d ≥ 2 is needed there

    Proof. w·x₁ > 0, v·x₁ > 0 and w·x₂ > 0: (w·x₁)(v·x₂) = (v·x₁)(w·x₂).
    """


# ------------------------------------------------------------------------------------------------------------------------------------------
# The best mistake bound of any class is its Littlestone dimension: no learner has a smaller one, and the optimal algorithm has that.
#
# Source: SS section 21.4, “the best achievable mistake bound depends on the Littlestone dimension of the class”, which is section 21.1 of
# the book. The dimension is the depth of the deepest tree that is shattered: at least 0 if there is a hypothesis, and at least r + 1 where
# some example splits the class into two halves, by the label, of dimension r at least. L(k) is that of the hypotheses which have been right
# in the first k rounds.
#
# The proofs. The adversary shows an example that splits what is left, and answers the opposite of the prediction. Each round takes 1 from L
# at most, so that after d ≤ L(0) rounds a hypothesis is left that was right in all of them. The optimal algorithm predicts the label whose
# half is the larger: where it errs the smaller half is left, and that is smaller than the whole, for else the example would split the
# whole into two halves of its own dimension.

depth, T = nat("d"), nat("T")
L, positive, negative, S = seq("L"), seq("P"), seq("N"), seq("S")
halves = (
    define("label 1", "label 1 leaves the half of dimension P", L(k + 1), positive(k), where=ge(y(k), 0)),
    define("label −1", "label −1 leaves the half of dimension N", L(k + 1), negative(k), where=gt(-y(k), 0)),
)


def _splits(half: seq, words: str) -> Fact:
    """That the example shown splits the hypotheses that are left, of dimension 1 at least."""
    return Fact(f"{words} half", f"L − 1 is at most that of the {words} half", every(k, implies(ge(L(k), 1), ge(half(k), L(k) - 1))))


def sample_split(draw: Draw) -> Instance:
    """Halves of dimension L − 1 or L, as long as L is at least 1; rarely smaller ones."""
    rounds, whole = draw.upto(3), Fraction(draw.upto(3) + 1)
    first, guesses, sides = whole, list[Fraction](), (list[Fraction](), list[Fraction]())
    for _ in range(rounds + 2):
        guesses.append(-draw.number(5) if draw.rarely() else Fraction(2 * draw.upto(1) - 1))
        for side in sides:
            side.append(max(whole - 1 - (draw.upto(2) if draw.rarely() else 0), Fraction(-1)))
        whole = sides[guesses[-1] > 0][-1]
    most = Fraction(rounds + 1 - draw.upto(2))
    return Instance(rounds, {"d": rounds}, {"B": most}, {"p": guesses, "L": [first], "P": sides[0], "N": sides[1]})


@theorem(
    *opposite_answers,
    *halves,
    _splits(positive, "positive"),
    _splits(negative, "negative"),
    Fact("depth", "d is at most the dimension of the class", ge(L(0), number(depth))),
    *mistakes_counted(M),
    Fact(
        "mistake bound", "the learner makes at most B mistakes where some hypothesis errs never", implies(ge(L(depth), 0), le(M(depth), B))
    ),
    claim=ge(B, number(depth)),
    sample=sample_split,
)
def littlestone_dimension(d: Derivation) -> None:
    """No mistake bound is below the Littlestone dimension: B ≥ d for every d ≤ L(0), the dimension of the class.

    Whatever is predicted, the answers y(k) = −p(k) on examples that split the hypotheses which are left make d mistakes in d rounds, and
    some hypothesis of the class errs on none of them; so a learner with at most B mistakes whenever some hypothesis errs never has B ≥ d.
    The page has no class and no tree: L is a sequence of numbers, of which the definition's one inequality is a hypothesis.

    Printed, and true:
    - SS 21.4, best mistake bound

    No derivation: SymPy has nothing to find: each round takes 1 from the dimension at most, and is a mistake.
    """

    def step(i: Index, before: str) -> str:
        room = d.find_line(ge(number(depth), number(i) + 1))
        d.have(ge(L(i), 1), before, "depth", room)

        return d.cases(y(i), lambda case: d.have(ge(L(i + 1), L(0) - number(i) - 1)))

    d.induction(lambda i: ge(L(i), L(0) - number(i)), [], step, upto=depth, note="a round takes 1 from L at most")
    some = d.have(ge(L(depth), 0), note="some hypothesis was right in all rounds")
    d.conclude(d.apply("mistake bound", some), d.at(all_wrong(d, M), depth))


def sample_optimal(draw: Draw) -> Instance:
    """Halves that are no larger than the whole, one of them smaller, and any labels; rarely larger halves."""
    rounds, whole = draw.upto(3), Fraction(draw.upto(3))
    first, labels, sides = whole, list[Fraction](), (list[Fraction](), list[Fraction]())
    for _ in range(rounds + 2):
        labels.append(Fraction(2 * draw.upto(1) - 1))
        small = draw.upto(1)
        for at, side in enumerate(sides):
            side.append(whole + draw.upto(1) if draw.rarely() else max(whole - (at == small) - draw.upto(1), Fraction(-1)))
        whole = sides[labels[-1] < 0][-1]
    return Instance(rounds, {"T": rounds}, {}, {"y": labels, "L": [first], "P": sides[0], "N": sides[1]})


@theorem(
    *halves,
    define("S at N", "S is the dimension of the smaller half", S(k), negative(k), where=ge(positive(k), negative(k))),
    define("S at P", "be it the positive one", S(k), positive(k), where=gt(negative(k), positive(k))),
    Fact("positive half", "no half is larger than the whole", every(k, ge(L(k), positive(k)), below=number(T))),
    Fact("negative half", "nor is the other", every(k, ge(L(k), negative(k)), below=number(T))),
    Fact("smaller half", "not both halves are as large as the whole", every(k, ge(L(k) - 1, S(k)), below=number(T))),
    define("predicts 1", "the prediction is 1 where the positive half is no smaller", p(k), 1, where=ge(positive(k), negative(k))),
    define("predicts −1", "else it is −1", p(k), -1, where=gt(negative(k), positive(k))),
    *mistakes_counted(M),
    Fact("realisable", "a hypothesis is left after T rounds", ge(L(T), 0)),
    claim=le(M(T), L(0)),
    sample=sample_optimal,
)
def littlestone_optimal(d: Derivation) -> None:
    """The optimal algorithm makes at most as many mistakes as the Littlestone dimension: M ≤ L(0).

    It predicts the label whose half of the hypotheses that are left has the larger dimension; where some hypothesis of the class errs
    never, it makes at most L(0) mistakes in T rounds, L(0) being the dimension of the class. The page has no class and no tree: L is a
    sequence of numbers, of which the definition's one inequality is a hypothesis.

    Printed, and true:
    - SS 21.4, best mistake bound

    No derivation: SymPy has nothing to find: a mistake takes 1 from the dimension at least.
    """

    def step(i: Index, before: str) -> str:
        goal = le(M(i + 1) + L(i + 1), L(0))

        def label(up: bool) -> str:
            def predict(one: bool) -> str:
                if one == up:
                    d.have(ge(p(i) * y(i), 0))
                    return d.have(goal)
                return d.cases(p(i) * y(i), lambda _: d.have(goal))

            return d.cases(positive(i) - negative(i), lambda _: predict(True), lambda _: predict(False))

        return d.cases(y(i), lambda _: label(True), lambda _: label(False))

    paid = d.induction(lambda i: le(M(i) + L(i), L(0)), ["M starts"], step, upto=T, note="a mistake takes 1 from L at least")
    d.conclude(d.at(paid, T), "realisable")
