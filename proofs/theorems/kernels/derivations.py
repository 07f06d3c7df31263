"""SymPy's derivations about kernels and their matrices, and support vectors."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality, nonnegative, positive, real
from proofs.theorems.core.derivations import trace

kernel_trace = trace

k = sp.Symbol("k", integer=True, nonnegative=True)


def normalised_kernel() -> SymbolicDerivation:
    """Cauchy–Schwarz in feature space; the same as the least of ‖φ(x) − λφ(z)‖²."""
    (K, lam), (first, second) = real("K lambda"), positive("p q")
    square = first**2 - 2 * lam * K + lam**2 * second**2
    chain = Inequality(
        "Cauchy–Schwarz for the features, with p² = K(x, x), q² = K(z, z) and K = K(x, z)",
        K**2,
        first**2 * second**2,
        by="cauchy-schwarz",
        **{"a·b": K, "a·a": first**2, "b·b": second**2},
    )
    place = chain.minimum("(‖φ(x) − λφ(z)‖² is least at", square, lam, K / second**2)
    chain.equal("where it is that, over q²)", square.subs(lam, place.right), (first**2 * second**2 - K**2) / second**2)
    chain.multiply("divide by p²q²", 1 / (first * second) ** 2)
    return chain.finish("normalised-kernel", **{"K'(x, z)": K / (first * second)})


def indefinite_kernel() -> SymbolicDerivation:
    """The negative eigenvalue of [[1, −5], [−5, 1]], and the scores it feeds."""
    matrix, of = sp.Matrix([[1, -5], [-5, 1]]), "indefinite-kernel"
    s, alpha, beta, updates = (sp.Function(name) for name in ("s", "alpha", "beta", "M"))
    low = min(matrix.eigenvals())
    chain = Inequality("the eigenvalue of K along (1, 1), the direction of the updates", (matrix * sp.ones(2, 1))[0], low, "=")
    names = {"s(k+1)": s(k + 1), "s(k)": s(k), "α(k)": alpha(k), "β(k)": beta(k), "M(k+1)": updates(k + 1), "M(k)": updates(k)}
    one = chain.cite("while a score is not positive, point 0 is a mistake", alpha(k), 1, "=", by=f"{of}#α", **names)
    two = chain.cite("and point 1", beta(k), 1, "=", by=f"{of}#β", **names)
    score = chain.cite("a pair of rounds adds to the score of point 0", s(k + 1) - s(k), alpha(k) - 5 * beta(k), "=", by=f"{of}#s", **names)
    score.exchange("α is 1", one, right=1 - 5 * beta(k))
    score.exchange("and β", two, right=low)
    total = sp.rsolve(s(k + 1) - s(k) - low, s(k), {s(0): 0})
    chain.at_most("so that the scores stay at most 0", total, 0)
    count = chain.cite("the updates grow", updates(k + 1) - updates(k), alpha(k) + beta(k), "=", by=f"{of}#M", **names)
    count.exchange("α is 1", one, right=1 + beta(k))
    count.exchange("and β, so by 2", two, right=sp.Integer(2))
    pairs, end = nonnegative("K m")
    count.sum_up("summed over K pairs", k, pairs, right=2 * pairs)
    count.rewrite("the left side telescopes", left=updates(pairs) - updates(0))
    count.substitute("from 0 to M", {updates(0): 0, updates(pairs): end})
    return count.finish(of, **{"M(k)": end, "k": pairs})


def polynomial_kernel_half() -> SymbolicDerivation:
    """⟨v, Kv⟩ as a function of ‖x‖²."""
    (t,) = positive("t")
    plus, minus = sp.sqrt(1 + t), sp.Symbol("m", nonnegative=True)
    of = "polynomial-kernel-half"
    names = {"√(1+‖x‖²)": plus, "√(1−‖x‖²)": minus, "x·x": t}
    K, v = sp.Matrix([[1, 1, 1], [1, plus, minus], [1, minus, plus]]), sp.Matrix([-2, 1, 1])
    square = Inequality("with t = ‖x‖² and m for √(1 − t)", t + minus**2, 1, "=", by=f"{of}#√(1−‖x‖²)", **names)
    square.equal("⟨v, Kv⟩ is", (v.T * K * v)[0], 2 * plus + 2 * minus - 4)
    square.add("so m² is 1 − t, and", -t, left=minus**2, right=1 - t)
    product = square.copy()
    product.multiply("times 1 + t", 1 + t, left=(1 + t) * minus**2, right=1 - t**2)
    product.weaken("less than 1", right=sp.Integer(1), strict=True)
    product.square_roots("roots", left=plus * minus, right=sp.Integer(1))
    product.multiply("twice", 2, left=2 * plus * minus, right=sp.Integer(2))
    product.combine("with m² = 1 − t", square, 1, left=2 * plus * minus + minus**2, right=3 - t)
    product.add("add 1 + t", 1 + t, left=(plus + minus) ** 2, right=sp.Integer(4))
    product.square_roots("roots", left=plus + minus, right=sp.Integer(2))
    return product.finish(of, **names)


def support_vectors() -> SymbolicDerivation:
    """‖p‖² as the mean of the ⟨p, z⟩."""
    of, (P,), (mu, g, hull, total) = "support-vectors", nonnegative("P"), real("mu g h L")
    h, weight, z, L = (sp.Function(name, real=True) for name in ("h", "lambda", "g", "L"))
    names = {
        "λ(k)": weight(k),
        "p·z(k)": z(k),
        "p·p": P,
        "hull(k+1)·p": h(k + 1),
        "hull(k)·p": h(k),
        "Λ(k+1)": L(k + 1),
        "Λ(k)": L(k),
        "μ": mu,
        "hull(n)·p": hull,
        "p·s": g,
        "Λ(n)": total,
    }
    chain = Inequality("no other point z of the hull has a smaller product with p than P = ‖p‖²", P, z(k), by=f"{of}#nearest", **names)
    sign = chain.cite("the weights are not negative", 0, weight(k), by=f"{of}#weights", **names)
    chain.multiply("times its weight λ", weight(k), since=[sign])
    gain = chain.cite("added up they are h = ⟨p, Σλz⟩", weight(k) * z(k), h(k + 1) - h(k), "=", by=f"{of}#hull", against=["p"], **names)
    chain.follow("so", gain)
    share = chain.cite("and the weights L = Σλ", L(k + 1) - L(k), weight(k), "=", by=f"{of}#Λ", **names)
    share.multiply("times P", P, left=P * (L(k + 1) - L(k)), right=P * weight(k))
    share.follow("so", chain)
    n = sp.Symbol("n", integer=True, nonnegative=True)
    share.sum_up("summed", k, n)
    share.rewrite("both sides telescope", left=P * (L(n) - L(0)), right=h(n) - h(0))
    share.substitute("from 0", {L(0): 0, h(0): 0, L(n): total, h(n): hull})
    whole = share.cite("with the weight μ of s all are 1", total, 1 - mu, "=", by=f"{of}#weights sum", **names)
    mean = share.cite("p is their mean: with g = ⟨p, s⟩", hull, P - mu * g, "=", by=f"{of}#p", against=["p"], **names)
    share.weaken("so", left=P * (1 - mu), since=[whole])
    share.weaken("and", right=P - mu * g, since=[mean])
    share.add("add μg − P + μP", mu * g - P + mu * P, left=mu * g, right=mu * P)
    return share.finish(of, **names)


def support_vectors_greatest() -> SymbolicDerivation:
    """The square of ‖p‖u − p: the mean of the margins is at least ‖p‖."""
    of, (r, U), (g,) = "support-vectors-greatest", nonnegative("r U"), real("g")
    h, weight, z, L = (sp.Function(name, real=True) for name in ("h", "lambda", "g", "L"))
    names = {
        "λ(k)": weight(k),
        "u·z(k)": z(k),
        "‖p‖": r,
        "hull(k+1)·u": h(k + 1),
        "hull(k)·u": h(k),
        "Λ(k+1)": L(k + 1),
        "Λ(k)": L(k),
        "u·u": U**2,
        "p·p": r**2,
        "p·u": g,
    }
    chain = Inequality("with r = ‖p‖, every margin is at least", r, z(k), by=f"{of}#margin", **names)
    sign = chain.cite("the weights are not negative", 0, weight(k), by=f"{of}#weights", **names)
    chain.multiply("times its weight λ", weight(k), since=[sign])
    chain.follow(
        "added up they are h = ⟨u, Σλz⟩",
        chain.cite("as the hull grows by λz", weight(k) * z(k), h(k + 1) - h(k), "=", by=f"{of}#hull", against=["u"], **names),
    )
    share = chain.cite("and the weights L = Σλ", L(k + 1) - L(k), weight(k), "=", by=f"{of}#Λ", **names)
    share.multiply("times r", r, left=r * (L(k + 1) - L(k)), right=r * weight(k))
    share.follow("so", chain)
    n = sp.Symbol("n", integer=True, nonnegative=True)
    share.sum_up("summed", k, n)
    share.rewrite("both sides telescope", left=r * (L(n) - L(0)), right=h(n) - h(0))
    share.substitute("from 0 to the sums 1 and g = ⟨p, u⟩", {L(0): 0, h(0): 0, L(n): 1, h(n): g})
    share.multiply("times 2r", 2 * r)
    unit = share.cite("‖u‖ is at most 1", U**2, 1, by=f"{of}#unit comparator", **names)
    share.weaken("so", left=r**2 * U**2 + r**2, since=[unit])
    return share.finish(of, **names)


def support_vectors_nearest() -> SymbolicDerivation:
    """The distance along a step towards s."""
    of, (P, S, t), (g,) = "support-vectors-nearest", positive("P S t"), real("g")
    names = {"p·p": P, "p·s": g, "s·s": S, "t": t}
    step = t**2 * S + 2 * t * (1 - t) * g + (1 - t) ** 2 * P
    short = Inequality(
        "the step is so short that, with P = ‖p‖², S = ‖s‖² and g = ⟨p, s⟩", t * P + t * S + g, 2 * t * g + P, by=f"{of}#short", **names
    )
    short.equal("the slope of N = ‖(1 − t)p + ts‖² at t = 0 is", sp.diff(step, t).subs(t, 0), -2 * (P - g))
    short.multiply("times t", t)
    near = short.cite("s is nearer in the direction of p", g, P, "<", by=f"{of}#s before p", **names)
    chain = short.copy()
    chain.add("N less P, from below", t * g - 2 * t * P - 2 * t**2 * g + P, left=step, right=P - t * P + t * g)
    chain.weaken("so", right=P, since=[near], strict=True)
    return chain.finish(of, **names)


def support_vectors_optimal() -> SymbolicDerivation:
    """γΣλ ≤ ⟨u, w⟩ ≤ ‖w‖ and ‖w‖² = Σλ⟨w, z⟩ ≤ Σλ."""
    of, (gamma, W, U, total), (g,) = "support-vectors-optimal", nonnegative("gamma W U L"), real("g")
    h, weight, z, L, s, own = (sp.Function(name, real=True) for name in ("h", "lambda", "g", "L", "s", "w"))
    names = {
        "λ(k)": weight(k),
        "u·z(k)": z(k),
        "hull(k+1)·u": h(k + 1),
        "hull(k)·u": h(k),
        "Λ(k+1)": L(k + 1),
        "Λ(k)": L(k),
        "u·u": U**2,
        "w·w": W**2,
        "u·w": g,
        "γ": gamma,
        "w·z(k)": s(k),
        "hull(k+1)·w": own(k + 1),
        "hull(k)·w": own(k),
    }
    n = sp.Symbol("n", integer=True, nonnegative=True)
    chain = Inequality("every margin is at least", gamma, z(k), by=f"{of}#margin", **names)
    sign = chain.cite("the weights are not negative", 0, weight(k), by=f"{of}#weights", **names)
    chain.multiply("times its weight λ", weight(k), since=[sign])
    gain = chain.cite("w = Σλz grows by λz: times u", weight(k) * z(k), h(k + 1) - h(k), "=", by=f"{of}#hull", against=["u"], **names)
    chain.follow("so", gain)
    share = chain.cite("and the sum L of the weights by λ", L(k + 1) - L(k), weight(k), "=", by=f"{of}#Λ", **names)
    scaled = share.copy()
    scaled.multiply("times γ", gamma, left=gamma * (L(k + 1) - L(k)), right=gamma * weight(k))
    scaled.follow("so", chain)
    scaled.sum_up("summed", k, n)
    scaled.rewrite("both sides telescope", left=gamma * (L(n) - L(0)), right=h(n) - h(0))
    scaled.substitute("from 0 to L and g = ⟨u, w⟩", {L(0): 0, h(0): 0, L(n): total, h(n): g})
    joined = chain.cite("Cauchy–Schwarz", g**2, U**2 * W**2, by="cauchy-schwarz", **{"a·b": g, "a·a": U**2, "b·b": W**2})
    unit = chain.cite("‖u‖ is at most 1", U**2, 1, by=f"{of}#unit comparator", **names)
    joined.weaken("so", right=W**2, since=[unit])
    joined.square_roots("roots", left=g, right=W)
    scaled.follow("so", joined)
    support = chain.cite("weights sit only where ⟨w, z⟩ ≤ 1", weight(k) * s(k), weight(k), by=f"{of}#support", **names)
    grown = chain.cite("w grows by λz: times w", own(k + 1) - own(k), weight(k) * s(k), "=", by=f"{of}#hull", against=["w"], **names)
    grown.follow("so", support)
    grown.weaken("that is", right=L(k + 1) - L(k), since=[share])
    grown.sum_up("summed", k, n)
    grown.rewrite("both sides telescope", left=own(n) - own(0), right=L(n) - L(0))
    grown.substitute("from 0 to ‖w‖² and L", {L(0): 0, own(0): 0, L(n): total, own(n): W**2})
    grown.multiply("times γ", gamma, left=gamma * W**2, right=gamma * total)
    grown.follow("so γ‖w‖² is at most", scaled)
    grown.multiply("times γ", gamma, left=gamma**2 * W**2, right=gamma * W)
    (p,) = nonnegative("p")
    grown.name("write p for γ‖w‖", p, gamma * W)
    grown.rewrite("so", left=p**2, right=p)
    more = grown.suppose("were p more than 1", 1, "<", p)
    grown.refute("p² were more than p; so", more)
    grown.square("square", right=sp.Integer(1))
    grown.rewrite("p put back", left=gamma**2 * W**2)
    return grown.finish(of, **names)


def polynomial_kernel() -> SymbolicDerivation:
    """(1 + ⟨x, z⟩)² in the plane multiplied out, and φ read off; the kernel's proof does the same for every degree, by induction."""
    x, y, z, w = real("x_1 x_2 z_1 z_2")
    power = (1 + x * z + y * w) ** 2
    chain = Inequality("for d = 2 in the plane, (1 + ⟨x, z⟩)² multiplied out", power, sp.expand(power), "=")
    root = sp.sqrt(2)
    phi = [1, root * x, root * y, x**2, y**2, root * x * y]
    there = [sp.sympify(entry).subs({x: z, y: w}, simultaneous=True) for entry in phi]
    chain.rewrite(
        "which is ⟨φ(x), φ(z)⟩ for φ(x) = (1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂)", right=sum(a * b for a, b in zip(phi, there, strict=True))
    )
    return chain.finish("polynomial-kernel", S=chain.right, K=chain.left)


def subset_kernel() -> SymbolicDerivation:
    """(1 + x₁z₁)(1 + x₂z₂) multiplied out, and φ read off: the product of the coordinates in each subset."""
    x, y, z, w = real("x_1 x_2 z_1 z_2")
    product = (1 + x * z) * (1 + y * w)
    chain = Inequality("for two coordinates, the product multiplied out", product, sp.expand(product), "=")
    phi = [sp.Integer(1), x, y, x * y]
    there = [entry.subs({x: z, y: w}, simultaneous=True) for entry in phi]
    chain.rewrite("which is ⟨φ(x), φ(z)⟩ for φ(x) = (1, x₁, x₂, x₁x₂)", right=sum(a * b for a, b in zip(phi, there, strict=True)))
    return chain.finish("subset-kernel", S=chain.right, K=chain.left)
