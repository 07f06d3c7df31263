"""Proof files that are traps: small, well formed or nearly, and made to cost time.  Each with the line that has to answer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Trap:
    """What a file holds; how the first line of the answer begins, and the exit code."""

    content: Any
    answer: str
    code: int = 1


def real(name: str) -> dict[str, Any]:
    return {"Real": [name, None]}


def vector(name: str) -> dict[str, Any]:
    return {"Vec": [name, None]}


def number(name: str) -> dict[str, Any]:
    return {"Nat": [name]}


def polynomial(*terms: tuple[str, list[Any]]) -> dict[str, Any]:
    return {"Polynomial": [list(term) for term in terms]}


def total(*atoms: Any) -> dict[str, Any]:
    return polynomial(*(("1", [[atom, 1]]) for atom in atoms))


def at_least_0(term: Any) -> dict[str, Any]:
    return {"Compare": [term, ">="]}


ONE = polynomial(("1", []))
TRUE = at_least_0(ONE)
NULL = {"Null": [{"Vector": []}]}
NINES = "9" * 60
RATIONAL = {"Fraction": "1"}


def step(name: str, rule: str, claim: Any, /, *premises: str, **data: Any) -> dict[str, Any]:
    return {"name": name, "rule": rule, "claim": claim, "premises": list(premises), "data": data}


def certificate(*factors: Any, claim: Any = TRUE, premises: tuple[str, ...] = (), equations: list[Any] | None = None) -> dict[str, Any]:
    data = {"strict": [RATIONAL, []], "terms": [[RATIONAL, list(factors)]], "equations": equations or []}
    return step("s", "certificate", claim, *premises, **data)


def theorem(id: str, hypotheses: dict[str, Any], *steps: Any, conclusion: str = "s") -> dict[str, Any]:
    return {"id": id, "hypotheses": [list(h) for h in hypotheses.items()], "steps": list(steps), "conclusion": conclusion}


def document(*theorems: Any) -> dict[str, Any]:
    return {"format": "perceptron-proofs/proof-1", "theorems": list(theorems)}


def proof(hypotheses: dict[str, Any], *steps: Any, conclusion: str = "s") -> dict[str, Any]:
    """A file with one theorem."""
    return document(theorem("t", hypotheses, *steps, conclusion=conclusion))


def assumed(claim: Any) -> dict[str, Any]:
    """A theorem that says what it assumes."""
    return proof({"h": claim}, conclusion="h")


def replaced(claim: Any, images: list[Any]) -> dict[str, Any]:
    """A lemma h ⊢ h, and its use under a substitution."""
    return document(
        theorem("lemma", {"h": claim}, conclusion="h"),
        theorem("t", {"g": TRUE}, step("s", "cut", TRUE, "g", theorem="lemma", substitution=images)),
    )


def nested(depth: int) -> Any:
    atom: Any = real("x")
    for _ in range(depth):
        atom = {"Fn": ["f", total(atom)]}
    return atom


def balanced(leaves: list[Any]) -> Any:
    while len(leaves) > 1:
        leaves = [{"Both": leaves[i : i + 2]} if i + 1 < len(leaves) else leaves[i] for i in range(0, len(leaves), 2)]
    return leaves[0]


def many(count: int) -> list[Any]:
    return [number(f"n{i}") for i in range(count)]


LONG_VECTOR = {"Vector": [[vector(f"v{i}"), ONE] for i in range(1200)]}
DENOMINATORS = [f"1/{10**58 + 2 * i + 1}" for i in range(900)]
SQUARES = [(at_least_0(total(real(f"x{i}"))), {"Compare": [polynomial(("1", [[real(f"x{i}"), 2]])), "="]}) for i in range(500)]
ROOTS = [
    step("s", "certificate", at_least_0(polynomial()), strict=[RATIONAL, ["z"]], terms=[], equations=[]),
    *(step(f"s{i}", "root", {"Both": list(parts)}, "s", name=f"x{i}") for i, parts in enumerate(SQUARES)),
]
COLLAPSING = polynomial(*(("1", [[{"Nat": [0]}, i % 59 + 1], [real(f"a{i}"), 1]]) for i in range(400)))
LEMMA = theorem("l", {"h": TRUE}, conclusion="h")


def let(name: str, *terms: list[Any]) -> dict[str, Any]:
    """A rule of version 0.1.0: a name for a sum of monomials."""
    claim = polynomial(("1", [[real(name), 1]]), *(("-1", monomial) for monomial in terms))
    return step(f"let {name}", "let", {"Compare": [claim, "="]}, name=name, be=polynomial(*(("1", monomial) for monomial in terms)))


CUT, CERTIFICATE = ("rejected: t, step 's' (cut): ", "rejected: t, step 's' (certificate): ")
DEEP, ASSUMES = "rejected: the data is nested", "rejected: t: the conclusion still assumes"
WORK = "the proof takes too much arithmetic"

TRAPS = {
    "a power of an inner product": Trap(
        replaced(
            at_least_0(polynomial(("1", [[{"Inner": [vector("u"), vector("u")]}, 60]]))),
            [["vec", "u", {"Vector": [[vector(name), ONE] for name in "abc"]}]],
        ),
        CUT + WORK,
    ),
    "a product of squares": Trap(proof({}, certificate(*[total(*map(real, "abcdefghijkl"))] * 40)), CERTIFICATE + WORK),
    "a long coefficient multiplied nine thousand times": Trap(
        proof({}, certificate(*["z"] * 9000, claim=at_least_0(polynomial((NINES, []))))), CERTIFICATE + WORK
    ),
    "a long monomial multiplied nine thousand times": Trap(
        proof({}, certificate(*["z"] * 9000, claim=at_least_0(polynomial(("1", [[n, 1] for n in many(700)]))))), CERTIFICATE + WORK
    ),
    "a constant power of many variables": Trap(
        replaced(
            at_least_0(polynomial(("1", [[real(f"x{i}"), 60] for i in range(300)]))),
            [["real", f"x{i}", polynomial((NINES, []))] for i in range(300)],
        ),
        CUT + WORK,
    ),
    "denominators without a common factor": Trap(
        proof({"h": {"Compare": [ONE, "="]}}, certificate(premises=("h",), equations=[[polynomial((c, [])), "h"] for c in DENOMINATORS])),
        CERTIFICATE + WORK,
    ),
    "one monomial nine hundred times": Trap(
        assumed(at_least_0(polynomial(*((c, []) for c in DENOMINATORS)))), "rejected: a monomial occurs twice in a polynomial"
    ),
    "the square of a long vector": Trap(proof({}, step("s", "square", TRUE, of=LONG_VECTOR)), f"rejected: t, step 's' (square): {WORK}"),
    "a long null vector replaced": Trap(
        document(
            theorem("lemma", {"h": {"Null": [LONG_VECTOR]}}, conclusion="h"),
            theorem(
                "t",
                {"g": NULL},
                step("s", "cut", TRUE, "g", theorem="lemma", substitution=[["vec", f"v{i}", {"Vector": []}] for i in range(300)]),
            ),
        ),
        CUT,
    ),
    "names to keep apart from a long line": Trap(proof({"h": at_least_0(total(*many(1200)))}, *ROOTS[:250], conclusion="s0"), ASSUMES),
    "a long line that collapses again and again": Trap(
        proof(
            {"h": {"ForAll": [at_least_0(COLLAPSING)]}},
            *(step(f"s{i}", "instantiate", at_least_0(polynomial()), "h", at={"Index": [None, 0]}) for i in range(400)),
            conclusion="s0",
        ),
        "rejected: t, step ",
    ),
    "a power of a number with an offset": Trap(
        proof(
            {"h": {"ForAll": [at_least_0(polynomial(*(("1", [[{"Nat": [0]}, 60], [real(f"a{j}"), 1]]) for j in range(30))))]}},
            step("s", "instantiate", TRUE, "h", at={"Index": ["k", 999_999]}),
        ),
        f"rejected: t, step 's' (instantiate): {WORK}",
    ),
    "two copies of a long argument compared": Trap(
        proof(
            {name: at_least_0(total({"Fn": ["f", total(*many(500))]})) for name in "ab"},
            certificate(*["a", "b"] * 4000, premises=("a", "b")),
        ),
        CERTIFICATE + WORK,
    ),
    "a long product in an axiom": Trap(
        proof({}, step("s", "axiom", TRUE, name="ln-quadratic", at=[total(*(real(f"{side}{i}") for i in range(200))) for side in "ab"])),
        f"rejected: t, step 's' (axiom): {WORK}",
    ),
    "functions in functions": Trap(replaced(at_least_0(total(nested(17))), [["real", "x", total(nested(17))]]), CUT + "the claim is not"),
    "functions in functions to print": Trap(assumed(at_least_0(total(nested(17), *map(real, "abc")))), "accepted: t: ", 0),
    "functions too deep": Trap(assumed(at_least_0(total(nested(70)))), DEEP),
    "a formula too deep": Trap(assumed({"ForAll": [{"ForAll": [nested(58)]}]}), DEEP),
    "a thousand conjunctions discharged": Trap(
        proof({"h": balanced([NULL] * 1000), "g": NULL}, step("s", "discharge", {"Implies": [balanced([NULL] * 999), NULL]}, "g", "h")),
        "rejected: t, step 's' (discharge): the claim is not",
    ),
    "nine hundred theorems that need one another": Trap(
        document(*(theorem(f"t{i}", {"h": NULL}, conclusion="h") for i in range(900)), theorem("t0", {"h": NULL}, conclusion="h")),
        "rejected: two proofs are called 't0'",
    ),
    "ten thousand premises": Trap(
        proof({"h": TRUE}, certificate("h", premises=("h",) * 10_000)),
        "rejected: t, step 's' (certificate): the certificate's sum is not zero",
    ),
    "an integer of 4,001 digits": Trap(assumed(at_least_0(total({"Nat": [int("9" * 4001)]}))), "rejected: a number is out of range"),
    "a step that is a list": Trap(proof({"h": TRUE}, [], conclusion="h"), "rejected: a record with name, rule, claim"),
    "a step of old that forgets itself": Trap(
        proof({"h": TRUE}, let("a", []), step("c", "forget", TRUE, "c", "let a"), conclusion="c"), "rejected: t: there is no step 'c'"
    ),
    "a step of old that forgets nothing": Trap(
        proof({"h": TRUE}, let("a", []), step("c", "forget", TRUE, "h"), conclusion="c"),
        "rejected: t, step 'c' (forget): 2 premises are needed, 1 given",
    ),
    "a citation of old without a substitution": Trap(
        document(LEMMA, theorem("t", {"h": TRUE}, let("a", []), step("c", "cut", TRUE, "h", theorem="l"), conclusion="c")),
        "rejected: t, step 'c' (cut): data 'substitution' must be a list",
    ),
    "a citation of old with half a substitution": Trap(
        document(
            LEMMA, theorem("t", {"h": TRUE}, let("a", []), step("c", "cut", TRUE, "h", theorem="l", substitution=["x"]), conclusion="c")
        ),
        "rejected: t, step 'c' (cut): a substitution lists",
    ),
    "a power of a name of old for a sum": Trap(
        proof(
            {"h": TRUE},
            let("a", *([[real(x), 1]] for x in "uvwxyz")),
            let("b", [[real("a"), 30]]),
            step("c", "certificate", at_least_0(polynomial(("1", [[real("b"), 30]])))),
            conclusion="c",
        ),
        f"rejected: {WORK}",
    ),
}
