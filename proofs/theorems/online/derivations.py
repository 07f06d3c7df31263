"""SymPy's way to online convex optimisation: regret, the hinge as a surrogate of the 0–1 loss, and the labels that a tree asks for."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real
from proofs.theorems.online.descent_derivations import distance_step

M, gamma, U, H, S2, eta = map(symbol, ("M", "gamma", "U", "H", "S2", "eta"))
T, e, V = nonnegative("T e V")
first, second = nonnegative("s q")  # hinge losses at two points
m, n, f, w_loss, u_loss = real("m n f f_w f_u")
k = sp.Symbol("k", integer=True, nonnegative=True)


def ssbd_21_16_regret() -> SymbolicDerivation:
    """The regret's right side for w* = u/γ; minimised over η, it gives (3)."""
    names = {"Σf(w)": w_loss, "Σf(u)": H, "u·u": (U / gamma) ** 2, "V": S2, "η": eta}
    chain = Inequality(
        "the regret against w* = u/γ over the updates", w_loss, H + U**2 / (2 * gamma**2 * eta) + eta * S2 / 2, by="ogd-regret", **names
    )
    f = sp.Function("f")(k)
    cost = chain.cite(
        "the hinge loss lies above the 0–1 loss, and each update is a mistake", 1, f, by="hinge-surrogate", **{"loss": 1, "f(w)": f}
    )
    cost.sum_up("summed over the M updates", k, M, left=M)
    cost.substitute("the sum of the losses is f_w", {sp.Sum(f, (k, 0, M - 1)): w_loss})
    cost.follow("so", chain)
    size, squares, rate = positive("U_1 S eta")
    right = size**2 / (2 * gamma**2 * rate) + rate * squares**2 / 2
    place = chain.minimum("for U₁ = ‖u‖ and S = √S₂ positive, what η adds is least at", right, rate, size / (gamma * squares))
    chain.equal("where it is that of MR (3)", right.subs(rate, place.right), size * squares / gamma)
    return cost.finish("ssbd-21-16-regret")


def ogd_regret() -> SymbolicDerivation:
    """The squared distance D to u, and its change at a step."""
    of, (D, b, c, d, size, q, fw, fu) = "ogd-regret", (sp.Function(name) for name in ("D", "b", "c", "d", "v", "q", "f_w", "f_u"))
    added = eta * (q(k) + 2 * c(k) - 2 * d(k) - eta * size(k) ** 2)
    losses = {"f(w)": fw(k), "f(u)": fu(k)}
    step, names = distance_step(of, U, eta, size(k) ** 2, (D, b, c, d, q), added, **losses)
    step.add("so", -eta * q(k), left=2 * eta * (c(k) - d(k)) - eta**2 * size(k) ** 2, right=D(k) - D(k + 1))
    chain = step.cite(
        "the losses of w and u are at most c − d apart, by the subgradient v", fw(k) - fu(k), c(k) - d(k), by=f"{of}#subgradient", **names
    )
    chain.multiply("times 2η", 2 * eta)
    chain.add("less η²‖v‖²", -(eta**2) * size(k) ** 2, right=2 * eta * (c(k) - d(k)) - eta**2 * size(k) ** 2)
    chain.follow("so with the step", step)
    sums = {one: sp.Sum(one, (k, 0, T - 1)) for one in (fw(k), fu(k), size(k) ** 2)}
    left = 2 * eta * sums[fw(k)] - 2 * eta * sums[fu(k)] - eta**2 * sums[size(k) ** 2]
    chain.sum_up("summed over T rounds", k, T, left=left)
    chain.rewrite("the distances telescope", right=D(0) - D(T))
    chain.multiply("divide by 2η", 1 / (2 * eta), left=sp.expand(left / (2 * eta)), right=(D(0) - D(T)) / (2 * eta))
    chain.add("so", eta * sums[size(k) ** 2] / 2, left=sums[fw(k)] - sums[fu(k)])
    values = {D(0): U**2, D(T): e, sums[fw(k)]: w_loss, sums[fu(k)]: u_loss, sums[size(k) ** 2]: V}
    chain.substitute("w starts at 0, ‖u‖² away from u, and ends e ≥ 0 away", values)
    chain.weaken("so", right=U**2 / (2 * eta) + eta * V / 2)
    size_, root, rate = positive("U_1 v eta")
    right = size_**2 / (2 * rate) + rate * root**2 / 2
    place = chain.minimum("for U₁ = ‖u‖ and v = √V positive the right side is least at", right, rate, size_ / root)
    chain.equal("where it is", right.subs(rate, place.right), size_ * root)
    return chain.finish(of, **{"Σf(w)": w_loss, "Σf(u)": u_loss, "V": V})


def littlestone() -> SymbolicDerivation:
    """The width of the interval that is left, and how far its midpoint stays from every node."""
    width, K, count = sp.Function("w"), sp.Symbol("K", integer=True, nonnegative=True), sp.Function("M")
    left = sp.rsolve(width(k + 1) - width(k) / 2, width(k), {width(0): 1})
    (B, last) = real("B m")
    chain = Inequality("each label halves the interval, from width 1; K labels leave", left.subs(k, K), 2**-K, "=")
    chain.at_most(
        "a is its midpoint, and every node one of its ends or outside, so that y⟨w, v⟩ is at least half of that, which is positive",
        0,
        left.subs(k, K) / 2,
        strict=True,
    )
    each = chain.cite(
        "so w errs on none of the K nodes, while each prediction is a mistake",
        count(k + 1) - count(k),
        1,
        "=",
        by="littlestone#a mistake",
        **{"M(k+1)": count(k + 1), "M(k)": count(k)},
    )
    each.sum_up("summed over the K rounds", k, K, right=K)
    each.rewrite("the left side telescopes", left=count(K) - count(0))
    each.substitute("from 0 mistakes to m", {count(0): 0, count(K): last})
    bound = each.cite("a bound B on the mistakes has", last, B, by="littlestone#mistake bound", **{"M(K)": last, "B": B})
    bound.weaken("so", left=K, since=[each])
    return bound.finish("littlestone", K=K, B=B)


def littlestone_line() -> SymbolicDerivation:
    """A product of three known signs."""
    w, v, x1, x2 = real("w v x_1 x_2")
    names, (p,) = {"w": w, "v": v, "x₁": x1, "x₂": x2}, positive("p")
    one = Inequality("the first label", 0, w * x1, "<", by="littlestone-line#first label", **names)
    chain = one.cite("v has the same one", 0, v * x1, "<", by="littlestone-line#same first label", **names)
    two = one.cite("the second label", 0, w * x2, "<", by="littlestone-line#second label", **names)
    chain.multiply("times the second", w * x2, since=[two], left=0, right=v * x1 * w * x2)
    one.name("write p for wx₁", p, w * x1, since=[one])
    chain.multiply("divide by p", 1 / p, left=0, right=v * x2)
    return chain.finish("littlestone-line", **names)


def hinge_surrogate() -> SymbolicDerivation:
    """A mistake costs at least 1, and no loss is negative."""
    (cost,), (zero_one,) = nonnegative("f"), real("l")
    names = {"f(w)": cost, "w·z": m, "loss": zero_one}
    argument = Inequality("the hinge loss at the margin m is at least", 1 - m, cost, by="hinge-surrogate#f(w) ≥ its argument", **names)
    false = argument.suppose("let the 0–1 loss l be more", cost, "<", zero_one)
    mistake = argument.suppose("on a mistake", m, "<=", 0)
    argument.weaken("that is", left=sp.Integer(1), since=[mistake])
    one = argument.cite("where l is 1", zero_one, 1, "=", by="hinge-surrogate#loss on a mistake", **names)
    one.follow("so", argument)
    one.refute("which is false; so", mistake, since=[false])
    other = one.cite("there l is 0", zero_one, 0, "=", by="hinge-surrogate#loss else", **names)
    other.weaken("and no loss is negative", right=cost)
    other.refute("which is false, too; so", false)
    return other.finish("hinge-surrogate", **names)


def hinge_convex() -> SymbolicDerivation:
    """Where the mixture's loss is positive, it is its argument, the mixture of the two arguments."""
    (mixed,), (t,) = nonnegative("f"), nonnegative("t")
    names = {"f(w)": first, "f(u)": second, "f(mix)": mixed, "w·z": m, "u·z": n, "t": t}
    of = "hinge-convex"
    whole = Inequality("the weight t is at most 1", t, 1, by=f"{of}#weight to 1", **names)
    over = whole.suppose("let the mixture's loss f be more", t * first + (1 - t) * second, "<", mixed)
    some = over.copy()
    some.weaken("then it is positive", left=sp.Integer(0), since=[whole])
    chain = whole.cite(
        "the loss f is 0 or its argument: f² is f times it", mixed**2, mixed * (1 - (t * m + (1 - t) * n)), "=", by=f"{of}#f(mix)", **names
    )
    chain.multiply("divide by f", 1 / mixed, since=[some], left=mixed, right=1 - (t * m + (1 - t) * n))
    chain.rewrite("the mixture of the two arguments", right=t * (1 - m) + (1 - t) * (1 - n))
    one = whole.cite("no loss is less than its argument, at w", 1 - m, first, by=f"{of}#f(w) ≥ its argument", **names)
    two = whole.cite("and at u", 1 - n, second, by=f"{of}#f(u) ≥ its argument", **names)
    chain.weaken("so", right=t * first + (1 - t) * (1 - n), since=[one])
    last = two.copy()
    last.multiply("times 1 − t", 1 - t, since=[whole], left=(1 - t) * (1 - n), right=(1 - t) * second)
    chain.weaken("and", right=t * first + (1 - t) * second, since=[last])
    chain.refute("which is false; so", over)
    return chain.finish(of, **names)


def hinge_subgradient() -> SymbolicDerivation:
    """The loss is its argument on a mistake, and no loss is less than its argument."""
    (at, other), of = nonnegative("f g"), "hinge-subgradient"
    names = {"f(w)": at, "f(u)": other, "w·z": m, "u·z": n}
    tau = sp.Symbol("tau", real=True)
    some = Inequality("the loss f of w is at least its argument", 1 - m, at, by=f"{of}#f(w) ≥ its argument", **names)
    mistake = some.cite("on a mistake", m, 0, by=f"{of}#mistake", **names)
    some.weaken("so at least", left=sp.Integer(1), since=[mistake])
    some.weaken("and positive", left=sp.Integer(0), strict=True)
    chain = some.cite("f is 0 or its argument", at * (m + at), at, "=", by=f"{of}#f(w)", **names)
    chain.multiply("divide by f", 1 / at, since=[some], left=m + at, right=sp.Integer(1))
    chain.equal("the slope of the argument from w towards u is ⟨−z, u − w⟩", sp.diff(1 - (m + tau * (n - m)), tau), -(n - m))
    low = some.cite("the loss g of u is at least its argument", 1 - n, other, by=f"{of}#f(u) ≥ its argument", **names)
    chain.weaken("so", right=other + n, since=[low])
    return chain.finish(of, **names)
