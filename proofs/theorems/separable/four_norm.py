"""The p-norm Perceptron at p = 4: at most 3Y/γ² mistakes, where ‖x‖₄² ≤ Y and ‖u‖ ≤ 1 in the norm of 4/3.

Grove, Littlestone, Schuurmans (2001) and Gentile (2003) have (p − 1)Y/γ² in the norm of any p ≥ 2 (both from memory); p = 2 is `novikoff`.
The learner adds z = yx to θ on a mistake, as the Perceptron does, and predicts by Σθᵢ³xᵢ: it is mirror descent (`mirror-descent`) with the
potential whose gradient takes the weights back to θ. With an even p the power has no sign, so products of entries are enough. For p = 6, 8,
… the same steps would do with the products θʳ⁻ʲzʲ for r = p/2, j = 0 to r; they are not proved here.

S, P, Z, C, V and v are θ², θz, z², c², cθ and cz, each the vector of the products entry by entry, and u has the entries c³. So
⟨S, P⟩ = Σθ³z, ⟨Z, Z⟩ = ‖x‖₄⁴ and ⟨C, v⟩ = ⟨u, z⟩.

The proofs. With b ≥ ‖θ‖₄² and y ≥ ‖x‖₄², Cauchy–Schwarz for P and bZ − yS bounds ⟨P, Z⟩ = Σθz³, as ⟨S, P⟩ ≤ 0 on a mistake: so ‖θ‖₄²
grows by 3y at most. And twice Cauchy–Schwarz is Hölder's inequality ⟨u, θ⟩ ≤ ‖θ‖₄.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Index, Instance, M, Root, define, dot, eq, every, gamma, ge, inner,
    k, le, lemma, null, number, positive_margin, real, theorem, vec, vseq,
)  # fmt: skip

C, S, P, Z, V, v = vec("C"), *(vseq(name) for name in "SPZVv")
Y, m, s, p, z, b, y = real("Y"), number(M), vec("S"), vec("P"), vec("Z"), real("b"), real("y")


def one_step() -> Instance:
    """θ = 1 and z = −1: Σθ⁴ falls from 1 to 0."""
    one = (Fraction(1),)
    return Instance(0, reals={"b": 1, "y": 1}, vectors={"S": one, "P": (-one[0],), "Z": one})


@lemma(
    ("products", eq(inner(p, p), inner(s, z))),
    ("mistake", le(inner(s, p), 0)),
    ("weights", le(inner(s, s), b**2)),
    ("example", le(inner(z, z), y**2)),
    ("b ≥ 0", ge(b, 0)),
    ("y ≥ 0", ge(y, 0)),
    claim=le(inner(s + 2 * p + z, s + 2 * p + z), (b + 3 * y) ** 2),
    example=one_step,
)
def four_norm_step(d: Derivation) -> None:
    """a mistake of the 4-norm Perceptron adds 3‖z‖₄² to ‖θ‖₄² at most: with S, P and Z for θ², θz and z².

    Proof. B = ⟨P, P⟩ is at most by, and b⟨P, Z⟩ ≤ E = ⟨P, bZ − yS⟩ with E² ≤ 2b²y²(by − B) by Cauchy–Schwarz; so 4⟨P, Z⟩ ≤ 6(by − B) + 8y².
    """
    B, cubes, E = inner(p, p), inner(p, z), inner(p, b * z - y * s)
    short, light = b**2 * (y**2 - inner(z, z)), b**2 - inner(s, s)
    enough, most = 3 * (b * y - B) + 4 * y**2, d.have(ge(b * y, 0), "b ≥ 0", "y ≥ 0")
    least, _, _ = d.square(p), d.square(z), d.cite("cauchy-schwarz", a=s, b=z)
    d.have(ge(inner(z, z) * light, 0)), d.have(ge(short, 0)), d.have(le(B**2, (b * y) ** 2))
    room = d.have(ge(b * y - B, 0), d.last, most)

    def large(case: str) -> str:
        joined = d.cite("cauchy-schwarz", a=p, b=b * z - y * s)
        parts = d.have(ge(B * (short + y**2 * light), 0), least, "example", "weights"), d.have(ge(b * y * (b * y - B) ** 2, 0), most)
        turned = d.have(le((2 * E) ** 2, (b * enough) ** 2), joined, *parts, "products", room)
        below = d.have(ge(b * enough - 2 * E, 0), turned, d.have(ge(b * enough, 0), room, "b ≥ 0"))
        above = d.have(ge(b * (enough - 2 * cubes), 0), below, d.have(ge(-1 * y * inner(s, p), 0), "mistake", "y ≥ 0"))
        return d.conclude(d.have(ge(enough - 2 * cubes, 0), above, case), "mistake", "weights", "example", "products")

    def none(case: str) -> str:
        nothing = d.have(le(b * y, 0), case, "y ≥ 0"), d.have(le(b**2, 0), case, "b ≥ 0")
        flat = d.have(le(B, 0), room, nothing[0])
        d.cite("cauchy-schwarz", a=p, b=z), d.have(le(B * inner(z, z), 0)), d.have(le(cubes**2, 0))
        return d.conclude(d.have(le(cubes, 0), d.last), flat, *nothing, "mistake", "weights", "example", "products", most)

    d.cases(b * -1, none, large)


def sample(draw: Draw) -> Instance:
    """Up to five mistakes of the 4-norm Perceptron, on one example again and again or on drawn ones; γ is mostly the least gain.

    Rarely a rule is broken: with `spoiled` the last entry of P is below that of θz at first, and then what makes ⟨S, P⟩ = 0."""
    d, careless, spoiled, again, zero, one = 1 + draw.upto(1), draw.rarely(), draw.rarely(), draw.upto(1), Fraction(0), Fraction(1)
    c = draw.vector(d) if draw.rarely() else (Fraction(4, 5),) * d if draw.upto(1) else (one, zero)[:d]
    weights = (*(zero,) * (d - 1), 10 * one if draw.rarely() else zero)
    at, paths = multiply(weights, weights), {"S": [multiply(weights, weights)], "V": [multiply(c, weights)]}
    rows, products, gains = list[Coordinates](), list[Coordinates](), list[Fraction]()
    for _ in range(draw.upto(5)):
        x = rows[-1] if rows and again else (one, -one)[:d] if draw.upto(1) else draw.vector(d)
        product = multiply(weights, x)
        if spoiled:
            product = (*product[:-1], -10 * one if at[-1] >= 0 else max(zero, dot(at[:-1], product[:-1]) / -at[-1]))
        if careless or dot(at, product) <= 0:
            rows, products, gains = [*rows, x], [*products, product], [*gains, dot(multiply(c, c), multiply(c, x))]
            weights = tuple(a + b for a, b in zip(weights, x, strict=True))
            at = tuple(a + 2 * b + e * e for a, b, e in zip(at, product, x, strict=True))
    least = min(gains, default=one)
    margin = draw.number() if draw.rarely() or least <= 0 else least
    squares = [multiply(x, x) for x in rows]
    reals: dict[str, Exact | int] = {
        "γ": margin,
        "Y": draw.number() if draw.rarely() else Root(max((dot(a, a) for a in squares), default=zero)),
    }
    moves = [draw.vector(d) if draw.rarely() else multiply(c, x) for x in rows]
    paths |= {name: [*path, (zero,) * d, (zero,) * d] for name, path in (("P", products), ("Z", squares), ("v", moves))}
    return Instance(len(rows), {"M": len(rows)}, reals, {}, {"C": multiply(c, c)}, paths)


def multiply(a: Coordinates, b: Coordinates) -> Coordinates:
    """The products entry by entry."""
    return tuple(i * j for i, j in zip(a, b, strict=True))


@theorem(
    Fact("zero start", "the weights θ start at 0", null(S(0))),
    define("update", "a mistake adds z = yx to θ: θ² becomes θ² + 2θz + z²", S(k + 1), S(k) + 2 * P(k) + Z(k)),
    define("gain", "and cθ becomes cθ + cz", V(k + 1), V(k) + v(k)),
    Fact("products", "Σ(θz)² is Σθ²z²", every(k, eq(inner(P(k), P(k)), inner(S(k), Z(k))), below=m)),
    Fact("products with c", "Σ(cθ)² is Σc²θ²", every(k, eq(inner(V(k), V(k)), inner(C, S(k))), below=m + 1)),
    Fact("mistake-driven", "an update happens only on a mistake: Σθ³z ≤ 0", every(k, le(inner(S(k), P(k)), 0), below=m)),
    Fact("sign", "Y is the square of a length: Y ≥ 0", ge(Y, 0)),
    Fact("bounded examples", "‖x‖₄² ≤ Y: Σx⁴ ≤ Y²", every(k, le(inner(Z(k), Z(k)), Y**2), below=m)),
    Fact("unit comparator", "u is no longer than 1 in the norm of 4/3: Σc⁴ ≤ 1", le(inner(C, C), 1)),
    Fact("separable", "y⟨u, x⟩ = Σc³z is γ at least", every(k, ge(inner(C, v(k)), gamma), below=m)),
    positive_margin(),
    claim=Display("gamma**2*M <= 3*Y", {"gamma": gamma, "M": m, "Y": Y}),
    sample=sample,
)
def four_norm_perceptron(d: Derivation) -> None:
    """The p-norm Perceptron at p = 4: at most 3Y/γ² mistakes.

    It predicts by Σθ³x with the sum θ of its mistakes, where ‖x‖₄² ≤ Y and u has the margin γ and a length of 1 at most in the norm of 4/3.
    """
    wide = 3 * Y

    def step(i: Index, before: str) -> list[str]:
        for name in ("products", "mistake-driven", "bounded examples"):
            d.at(name, i)
        d.have(ge(wide * number(i), 0), "sign", d.natural(i))
        grown = d.cite("four-norm-step", S=S(i), P=P(i), Z=Z(i), b=wide * number(i), y=Y)
        return [grown, d.expand(d.at("update", i), S(i + 1) + S(i) + 2 * P(i) + Z(i))]

    def base() -> str:
        d.cite("cauchy-schwarz", a=C, b=V(0)), d.at("products with c", 0), d.expand("zero start", C)
        d.have(le(inner(C, V(0)) ** 2, 0))
        return d.have(ge(inner(C, V(0)), 0), d.last)

    d.upto(M, lambda i: le(inner(S(i), S(i)), (wide * number(i)) ** 2), (), step, note="‖θ‖₄² ≤ 3Yk")
    d.upto(M, lambda i: ge(inner(C, V(i)), gamma * number(i)), base, note="⟨u, θ⟩ ≥ γk")
    d.at("products with c", M)
    across, most = inner(C, S(M)), d.have(ge(wide * m, 0), "sign", d.natural(M))
    d.cite("cauchy-schwarz", a=C, b=V(M)), d.cite("cauchy-schwarz", a=C, b=S(M)), d.square(V(M)), d.square(S(M))
    d.have(le(across**2, (wide * m) ** 2))
    d.have(le(across, wide * m), d.last, most)
    d.have(le(inner(C, V(M)) ** 2, across))
    d.have(ge(gamma * m, 0)), d.have(le((gamma * m) ** 2, inner(C, V(M)) ** 2))
    d.have(ge(m * (wide - gamma**2 * m), 0)), d.have(ge(wide, 0), "sign")
    d.cite("divide-out", x=m, K=wide, g=gamma**2)
