"""Logarithms and exponentials in a bound: rational bounds on them, as fine as is needed.

ln x lies between 1 − 1/x and x − 1.  Taking square roots first, ln x = 2ⁿ ln x^(1/2ⁿ), makes both as near as one likes.  An exponential
E = exp(x) is the number with ln E = x, so the same bounds serve it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from proofs.conjecture import nodes
from proofs.conjecture.pretty import term as unicode_text
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, product, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_below, ln_product, ln_tangent
from proofs.derive.authoring.terms import ge, gt, le, poly, real
from proofs.kernel import Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.statement import Translation

SECONDS = 2.0  # for the sign of an argument


@dataclass
class Chain:
    """x, and its roots x^(1/2), x^(1/4), … so far: the last one, the line that it is > 0, and ln x = 2ⁿ ln of it as two lines."""

    x: Polynomial
    last: Polynomial
    positive: str
    level: int = 0
    same: tuple[str, str] | None = None  # ln x ≤ 2ⁿ ln last, and ≥


@dataclass
class Logarithms:
    arithmetic: Arithmetic[Derivation]
    translation: Translation
    chains: dict[str, Chain] = field(default_factory=dict)
    introduced: list[str] = field(default_factory=list)

    def occur(self, *sides: nodes.Node) -> list[nodes.Node]:
        """Every logarithm, exponential and e."""
        found = (n for side in sides for n in nodes.walk(side))
        return [n for n in found if n == nodes.Name("e") or (isinstance(n, nodes.Call) and n.fn in ("log", "exp"))]

    def learn(self, *sides: nodes.Node) -> None:
        """1 − 1/x ≤ ln x ≤ x − 1 for each logarithm, and ln x ≥ 0 where x ≥ 1."""
        for node in self.occur(*sides):
            if (name := unicode_text(node)) in self.chains:
                continue
            with suppress(NotFound):
                self.chains[name] = chain = self.start(node, name)
                self.bounds(chain)
                if _is_log(node):
                    self.sign(chain)

    def start(self, node: nodes.Node, name: str) -> Chain:
        if isinstance(node, nodes.Call) and node.fn == "log":
            x = self.translation.term(node.args[0])
            return Chain(x, x, self.arithmetic.prove(gt(x, 0), SECONDS))
        value = real(name)
        self.arithmetic.sign(value, f"{name} > 0")
        self.arithmetic.equation(name, ln(value))
        return Chain(value, value, f"{name} > 0")

    def bounds(self, chain: Chain) -> None:
        """ln x ≤ 2ⁿ(y − 1) and y ln x ≥ 2ⁿ(y − 1) for y = x^(1/2ⁿ)."""
        d, y, factor = self.arithmetic.derivation, chain.last, 2**chain.level
        tangent = ln_tangent(d, y, poly(1), chain.positive, d.have(gt(1, 0)))
        upper = d.have(le(ln(y), y - 1), tangent, d.axiom("ln-one"))
        lower = ln_below(d, y, chain.positive)
        if chain.same is not None:
            above, below = chain.same
            upper = d.have(le(ln(chain.x), factor * (y - 1)), upper, above)
            weights = certificate(product(factor, lower), product(chain.positive, below))
            lower = d.have(ge(y * ln(chain.x), factor * (y - 1)), by=weights)
        self.arithmetic.fact(upper, lower)

    def sign(self, chain: Chain) -> None:
        """ln x ≥ 0 from x ≥ 1."""
        d = self.arithmetic.derivation
        big = self.arithmetic.prove(ge(chain.x, 1), SECONDS)
        lower = ln_below(d, chain.x, chain.positive)
        line = d.have(ge(ln(chain.x), 0), by=certificate(strict("z", chain.positive), lower, big))
        if len(ln(chain.x).terms) == 1:
            self.arithmetic.sign(ln(chain.x), line)
        else:
            self.arithmetic.fact(line)

    def refine(self, left: nodes.Node, right: nodes.Node, level: int) -> None:
        """One square root more for each logarithm."""
        for node in self.occur(left, right):
            chain = self.chains.get(unicode_text(node))
            if chain is not None and chain.level < level:
                self.halve(chain, f"{unicode_text(node)}^(1/{2**level})")
                self.bounds(chain)

    def halve(self, chain: Chain, name: str) -> None:
        """With r² = y: ln y = 2 ln r, by the product and the tangent at r² both ways."""
        d, y = self.arithmetic.derivation, chain.last
        root, sign, square, star = d.root(d.have(ge(y, 0), chain.positive), name)
        self.introduced.append(star)
        positive = d.have(gt(root, 0), sign, square, chain.positive)
        self.arithmetic.sign(root, positive)
        self.arithmetic.equation(square, root**2)
        doubled = ln_product(d, root, root, positive, positive)
        squared = d.have(gt(root * root, 0), square, chain.positive)
        up = ln_tangent(d, y, root * root, chain.positive, squared)
        down = ln_tangent(d, root * root, y, squared, chain.positive)
        above = d.have(le(ln(y), 2 * ln(root)), up, doubled, square, squared)
        below = d.have(ge(ln(y), 2 * ln(root)), down, doubled, square, chain.positive)
        if chain.same is not None:
            factor = 2**chain.level
            above = d.have(le(ln(chain.x), 2 * factor * ln(root)), above, chain.same[0])
            below = d.have(ge(ln(chain.x), 2 * factor * ln(root)), below, chain.same[1])
        chain.last, chain.positive, chain.level, chain.same = root, positive, chain.level + 1, (above, below)


def _is_log(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and node.fn == "log"
