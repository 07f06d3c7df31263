"""MR Theorem 4, online to batch: from few mistakes while learning to a small risk of one hypothesis, with probability 1 − δ.

Source: MR Theorem 4, (9), after Cesa-Bianchi, Conconi & Gentile (2004).  Of the hypotheses h₁, …, h_T that one is chosen whose average loss
on the examples from its own round on, k of them, plus c = √(ln(T(T+1)/δ)/(2k)) is least.  MR says ‘bounded by one’ and ‘any δ > 0’.
Needed are losses from 0 to 1 (with a loss of 1 or −100 and T = 1, (9) fails half the time), δ ≤ 1 and a measurable loss, examples drawn
independently from D, and hypotheses each of which depends on earlier examples only.

What is cited, and why the status is ‘cited’: Hoeffding's inequality, for each hypothesis on the examples from its round on, from both
sides; and that of Hoeffding and Azuma for the sum of the risks less the losses met on the way.  All else is proved: the bound, at every
sample where those hold; and that they hold at once with probability 1 − 3δ/(T + 1), at least 1 − δ for T ≥ 2, in
`online-to-batch-confidence`.  For T = 1 the bound holds on every sample, `online-to-batch-single`.  Below, k ∈ {0, …, T − 1} is the
hypothesis that has k + 1 examples left.

The proof.  The chosen risk is at most the least of the penalised averages, so at most their mean, (Σrisk + 2Σc)/T.  Σrisk ≤ Σloss + Ta, and
Σc ≤ √(2T ln(T(T+1)/δ)), for 1/√1 + … + 1/√T ≤ 2√T.  T(T+1)/δ ≤ ((T+1)/δ)² brings both logarithms to ln((T+1)/δ).  So the constant is
4 + 1/√2 < 4.71, where (9) has 6 and ln(2(T+1)/δ): `online-to-batch-constant`; with that logarithm √17 will do: `online-to-batch-best`.
For T < 316 and δ = 1/10, (9) is above 1 and says nothing.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.authoring.certificate import certificate, multiple, product, square
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_product, ln_rises
from proofs.derive.authoring.terms import both, eq, every, ge, gt, le, nat, number, real, seq
from proofs.kernel import Index
from proofs.kernel.axioms import ln
from proofs.statements.page import Lemma
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source, formulas
from proofs.theorems.batch import derivations
from proofs.theorems.batch.samples import sample

HOEFFDING = "Hoeffding (1963), Theorem 2, for independent examples and a measurable loss in [0, 1]"
AZUMA = "Hoeffding (1963), Azuma (1967), for the same"
T, i = nat("T"), nat("i")
n, per_T, per_delta, delta = number(T), real("1/T"), real("1/δ"), real("δ")
a, b, h, m, r = real("a"), real("b"), real("√½"), real("m"), real("√T")
risk, emp, loss, c, s = seq("risk"), seq("average"), seq("loss"), seq("c"), seq("√k")
risks, losses, penalties = seq("Σrisk"), seq("Σloss"), seq("Σc")
log, long_log = ln((n + 1) * per_delta), ln(n * (n + 1) * per_delta)
half = Fraction(1, 2)


def summed(total: seq, of: seq) -> tuple[Fact, ...]:
    """A sum over the rounds."""
    words = f"{total.name} is the sum of {of.name} over the rounds"
    return (
        Fact(f"{total.name} starts", words, eq(total(0), 0), definition=True),
        Fact(total.name, words, every(k, eq(total(k + 1), total(k) + of(k))), definition=True),
    )


penalty_sign = Fact("c ≥ 0", "a penalty is not negative", every(k, ge(c(k), 0), below=n), definition=True)
confidence = (
    Fact("δ > 0", "δ is the probability of failure that is allowed", gt(delta, 0), definition=True),
    Fact("1/δ", "1/δ is the reciprocal of δ", eq(per_delta * delta, 1), definition=True),
    Fact("a probability", "δ ≤ 1", le(delta, 1)),
)
half_root = (Fact("√½ ≥ 0", "√½ is a root", ge(h, 0), definition=True), Fact("√½", "√½ squared is 1/2", eq(2 * h**2, 1), definition=True))
deviation = (
    Fact("b ≥ 0", "b is a root", ge(b, 0), definition=True),
    Fact("b", "b is √(ln((T+1)/δ)/T), or more", ge(n * b**2, log), definition=True),
)
selection = (
    Fact("i", "the chosen hypothesis is one of the T", ge(n, number(i) + 1), definition=True),
    Fact("chosen", "its penalised average is the least", every(k, le(emp(i) + c(i), emp(k) + c(k)), below=n)),
    penalty_sign,
    Fact(
        "c", "c(k) is √(ln(T(T+1)/δ)/(2(k+1))), or less", every(k, le(2 * (number(k) + 1) * c(k) ** 2, long_log), below=n), definition=True
    ),
    *summed(penalties, c),
    *summed(risks, risk),
    *summed(losses, loss),
)
concentration = (
    Fact(
        "Hoeffding above",
        "no risk exceeds the average by more than c, but for a probability of δ/(T(T+1)) each",
        every(k, le(risk(k), emp(k) + c(k)), below=n),
        cited=HOEFFDING,
    ),
    Fact(
        "Hoeffding below",
        "no average exceeds the risk by more than c, but for a probability of δ/(T(T+1)) each",
        every(k, le(emp(k), risk(k) + c(k)), below=n),
        cited=HOEFFDING,
    ),
    Fact(
        "Azuma",
        "on average the risks exceed the losses by no more than a, but for a probability of δ/(T+1)",
        le(risks(T), losses(T) + n * a),
        cited=AZUMA,
    ),
    Fact("a", "a is √(ln((T+1)/δ)/(2T)), or less", le(2 * n * a**2, log), definition=True),
)


def _reciprocal_roots(d: Derivation) -> None:
    """Σc ≤ 2m√k by induction: m ≥ c(k)√(k+1), and 2√(k+1)(√(k+1) − √k) ≥ 1."""
    star = d.line("root", every(k, both(ge(s(k), 0), eq(s(k) ** 2, number(k)))), [d.known(every(k, ge(number(k), 0)))], {"name": "√k"})

    def base() -> str:
        sign, _ = d.parts(d.at(star, 0))
        return d.have(le(penalties(0), 2 * m * s(0)), "Σc starts", d.have(ge(m * s(0), 0), "m ≥ 0", sign))

    def step(j: Index, before: str) -> str:
        (sign, root), (next_sign, next_square) = d.parts(d.at(star, j)), d.parts(d.at(star, j + 1))
        size = d.at("c ≥ 0", j)
        rises = d.have(ge(s(j + 1), s(j)), sign, root, next_sign, next_square)
        least = d.have(le((c(j) * s(j + 1)) ** 2, m**2), d.at("c", j), next_square, note="c(k)√(k+1) ≤ m")
        gain = d.have(le(c(j) * s(j + 1) * (s(j + 1) - s(j)), m * (s(j + 1) - s(j))), d.have(le(c(j) * s(j + 1), m), least, "m ≥ 0"), rises)
        whole = d.have(
            le(c(j), 2 * c(j) * s(j + 1) * (s(j + 1) - s(j))),
            note="1 ≤ 2√(k+1)(√(k+1) − √k)",
            by=certificate(product(size, square(s(j + 1) - s(j))), multiple(-c(j), root), multiple(c(j), next_square)),
        )
        return d.have(le(penalties(j + 1), 2 * m * s(j + 1)), before, gain, whole, d.at("Σc", j))

    always = d.induction(lambda j: le(penalties(j), 2 * m * s(j)), base, step, upto=T)
    _, root = d.parts(d.at(star, T))
    same = d.have(le(s(T), r), root, "√T", "√T ≥ 0")
    d.forget(d.conclude(d.at(always, T), d.have(le(m * s(T), m * r), same, "m ≥ 0")), star)


reciprocal_roots = Lemma(
    "reciprocal-roots",
    "Σ m/√k ≤ 2m√T over k = 1, …, T",
    formulas(
        penalty_sign,
        *summed(penalties, c),
        Fact("c", "", every(k, le((number(k) + 1) * c(k) ** 2, m**2), below=n)),
        Fact("m ≥ 0", "", ge(m, 0)),
        Fact("√T ≥ 0", "", ge(r, 0)),
        Fact("√T", "", eq(r**2, n)),
    ),
    _reciprocal_roots,
    claim=le(penalties(T), 2 * m * r),
)


def _logarithms(d: Derivation) -> None:
    """ln(T(T+1)/δ) = ln((T+1)/δ) + ln T, and T ≤ (T+1)/δ."""
    large, small = (n + 1) * per_delta, n
    least = d.have(ge(large, n + 1), "1/δ ≥ 1", d.natural(T))
    first, second = d.have(gt(large, 0), least, d.natural(T)), d.have(gt(small, 0), "T ≥ 1")
    parts = ln_product(d, large, small, first, second)
    order = ln_rises(d, small, large, second, first, least, note="T ≤ (T+1)/δ")
    d.conclude(parts, order)


logarithms = Lemma(
    "confidence-logarithms",
    "ln(T(T+1)/δ) ≤ 2 ln((T+1)/δ) for T ≥ 1 and δ ≤ 1",
    (("T ≥ 1", ge(n, 1)), ("1/δ ≥ 1", ge(per_delta, 1)), ("1/δ", eq(per_delta * delta, 1))),
    _logarithms,
    claim=le(long_log, 2 * log),
)
LEMMAS = (reciprocal_roots, logarithms)


def prove(d: Derivation) -> None:
    d.have(ge(n, 1), "i", d.natural(i), name="T ≥ 1")
    per_delta_sign = d.have(gt(per_delta, 0), "1/δ", "δ > 0")
    d.have(ge(per_delta, 1), "a probability", "1/δ", per_delta_sign)
    logs = d.cite("confidence-logarithms", note="T(T+1)/δ ≤ ((T+1)/δ)²")
    _, r_sign, r_square, star = d.root(d.natural(T), "√T")
    total = _penalties(d, logs, r_sign, r_square)

    def step(j: Index, before: str) -> str:
        least, above = d.at("chosen", j), d.at("Hoeffding below", j)
        claim = le((number(j) + 1) * (emp(i) + c(i)), risks(j + 1) + 2 * penalties(j + 1))
        return d.have(claim, before, least, above, d.at("Σrisk", j), d.at("Σc", j))

    always = d.induction(
        lambda j: le(number(j) * (emp(i) + c(i)), risks(j) + 2 * penalties(j)),
        lambda: d.have(le(0 * emp(i), risks(0) + 2 * penalties(0)), "Σrisk starts", "Σc starts"),
        step,
        upto=T,
        note="the least is at most the mean",
    )
    squares = d.have(le(a**2, (h * b) ** 2), _divided(d, "a", "b"), "√½", note="a ≤ b/√2")
    short = d.have(le(a, h * b), squares, d.have(ge(h * b, 0), "√½ ≥ 0", "b ≥ 0"))
    least = d.have(le(risk(i), emp(i) + c(i)), d.at("Hoeffding above", i))
    mean = d.have(le(n * (emp(i) + c(i)), losses(T) + n * a + 4 * n * b), d.at(always, T), total, "Azuma")
    bound = d.have(
        le(n * risk(i), losses(T) + n * h * b + 4 * n * b),
        mean,
        d.have(le(n * a, n * h * b), short, "T ≥ 1"),
        d.have(le(n * risk(i), n * (emp(i) + c(i))), least, "T ≥ 1"),
    )
    sign = d.have(gt(per_T, 0), "1/T", "T ≥ 1")
    end = d.conclude(note="divide by T", by=certificate(product(bound, sign), multiple(risk(i) - (4 + h) * b, "1/T")))
    d.forget(end, star)


def _divided(d: Derivation, small: str, large: str) -> str:
    """2a² ≤ b², from 2Ta² ≤ ln((T+1)/δ) ≤ Tb²."""
    scaled = d.have(le(2 * n * a**2, n * b**2), small, large)
    return d.have(le(2 * a**2, b**2), scaled, "T ≥ 1")


def _penalties(d: Derivation, logs: str, r_sign: str, r_square: str) -> str:
    """Σc ≤ 2Tb."""
    j = Index("j")
    guard = d.assume(ge(n, number(j) + 1))
    size = d.have(le((number(j) + 1) * c(j) ** 2, (b * r) ** 2), d.at("c", j), logs, "b", r_square)
    d.generalise(d.discharge(size, guard), j)
    d.have(ge(b * r, 0), "b ≥ 0", r_sign)
    total = d.cite("reciprocal-roots", m=b * r, note="Σ 1/√k ≤ 2√T")
    return d.have(le(penalties(T), 2 * n * b), total, r_square)


reciprocal_T = Fact("1/T", "1/T is the reciprocal of T", eq(per_T * n, 1), definition=True)
facts = (*confidence, reciprocal_T, *half_root, *deviation, *selection, *concentration)
page = Property(
    id="online-to-batch",
    title="Risk of the chosen hypothesis ≤ average loss while learning + (4 + 1/√2)·√(ln((T+1)/δ)/T), with probability 1 − δ",
    sources=(Source("MR", "Theorem 4, (9)", "needs losses from 0 to 1, δ ≤ 1 and measurability; prints the constant 6 and ln(2(T+1)/δ)"),),
    facts=facts,
    claim=le(risk(i), per_T * losses(T) + (4 + h) * b),
    words="at every sample where the cited inequalities hold, the chosen hypothesis has at most that risk",
    sample=sample,
    prove=prove,
    derivation=derivations.to_batch,
    cites=("reciprocal-roots", "confidence-logarithms"),
    misprints=(
        "MR does not say that the loss is measurable; it is assumed, as in the theorems that are cited: without it there is no risk.",
    ),
)
pages = (page,)
