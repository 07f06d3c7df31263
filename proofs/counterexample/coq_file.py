"""A counterexample as a Coq file: Coq makes the run again, checks the hypotheses by computation, and proves that the conjecture is false.

The file needs nothing but Coq. Quantities of the run are rational numbers or square roots of them. Both sides are enclosed between rational
numbers, and the theorem is an inequality between real numbers (`proofs/referees/coq/learners/Judge.v`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from perceptron.errors import InputError
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Relation, Sub
from proofs.counterexample.format import Counterexample
from proofs.counterexample.recipe import Recipe
from proofs.referees.coq.theories import boolean, comment, learners, rational, vector

THEORIES = ("Rational", "Learners", "Judge")
NAMES = {  # what a name of a conjecture stands for
    "M": "Value updates_made", "T": "Value rounds_played", "d": "Value dimension_of", "gamma": "Value gamma", "eps": "Value eps",
    "R": "Sqrt (Value longest2)", "S2": "Value sum2", "TD": "Value total_loss", "U": "Sqrt (Value comparator2)",
    "W": "Sqrt (Value final2)", "P": "Value progress_made", "H": "Times (Value total_loss) (Inv (Value gamma))",
    "H2": "Sqrt (Times (Value loss2) (Inv (Times (Value gamma) (Value gamma))))",
    "E": "Value mistakes_made", "L": "Value hinge", "L2": "Sqrt (Value hinge2)", "F": "Value least_final",
    "R_min": "Sqrt (Value shortest2)", "S2_all": "Value all_sum2", "TD_all": "Value all_loss",
    "G2": "Value along2", "G2_all": "Value all_along2",
    "H_all": "Times (Value all_loss) (Inv (Value gamma))",
    "H2_all": "Sqrt (Times (Value all_loss2) (Inv (Times (Value gamma) (Value gamma))))",
    "phi": "Times (Number (1 # 2)) (Plus (Number 1) (Sqrt (Number 5)))",
}  # fmt: skip
FALSE = {"<=": ("above", ">", False), "<": ("not_below", ">=", False), ">=": ("above", ">", True), ">": ("not_below", ">=", True)}
TRUE = {"<=": ("not_below", ">=", True), "<": ("above", ">", True), ">=": ("not_below", ">=", False), ">": ("above", ">", False)}


def coq_file(found: Counterexample) -> str:
    """The Coq file for a counterexample. Raises InputError for a run or a conjecture that has no Coq theory here."""
    return "".join([_head(found), learners(THEORIES), judgement(found), "Print Assumptions broken.\n"])


def judgement(found: Counterexample) -> str:
    """The run and its theorem, for a theory that imports those of THEORIES. Raises InputError as `coq_file` does."""
    if isinstance(found, Recipe):
        raise InputError("a recipe has no Coq file: its run is not listed")
    comparison, sides = found.comparison, [_term(node, found.radius) for node in (found.comparison.left, found.comparison.right)]
    if comparison.op not in FALSE:
        raise InputError(f"a Coq file is for a conjecture with <=, <, >= or >, not {comparison.op}")
    claims = [_claim(f"condition{i}", TRUE, c, found) for i, c in enumerate(comparison.conditions)]
    broken = _render("broken", FALSE[comparison.op], sides)
    return "".join([_play(found), _hypotheses(found), *claims, broken])


def _head(found: Counterexample) -> str:
    dropped = f" without: {', '.join(sorted(found.game.dropped))};" if found.game.dropped else ""
    return (
        f"(** {comment(found.conjecture)} is false;{dropped} after {found.M} updates its sides are\n"
        f"    {comment(found.lhs)} and {comment(found.rhs)}.\n\n"
        "    `coqc` on this file checks it.  To believe it, read what is defined in `Learners`, of `measure` and `meaning` in `Judge`,\n"
        "    the run and the last theorem. *)\n"
    )


def _play(found: Counterexample) -> str:
    learner = found.opponent.in_coq(found.gamma)  # refuses kernels, some of which have examples that are no vectors
    ties = found.opponent.ties if found.opponent.ties == "mistake" else f"predicts {boolean(found.opponent.ties == 1)}"
    examples = ";\n    ".join(f"({vector(x)}, {boolean(y == 1)})" for x, y in found.adversary_choice.rounds)
    return (
        "\nFrom Coq Require Import List QArith Reals.\nImport ListNotations.\n#[local] Open Scope Q_scope.\n"
        f"\nDefinition the_play : play := {{|\n  plays := {learner};\n  at_zero := {ties};\n  start := {vector(found.start or ())};\n"
        f"  comparator := {vector(found.u)};\n  margin_of := {rational(found.gamma)};\n  declared := {rational(found.game.eps or 0)};\n"
        f"  rounds := [\n    {examples}]\n|}}.\n"
    )


def _hypotheses(found: Counterexample) -> str:
    game = found.game
    if game.flips or game.coordinates:
        raise InputError("a Coq file is for a game without flipped labels and without a list of coordinates")
    bounds = {"unit": "one", "ball": "(at_most 1)"}
    tests: dict[str, list[str]] = {
        Hypothesis.ZERO_START: ["from_zero the_play"],
        Hypothesis.MISTAKE_DRIVEN: [],  # the learner that is run is the one whose rule this is
        Hypothesis.MARGIN_RULE: [],
        Hypothesis.POSITIVE_MARGIN: ["positive_margin the_play"],
        Hypothesis.UNIT_COMPARATOR: [f"comparator_is the_play {bounds[game.comparator]}"] if game.comparator in bounds else [],
        Hypothesis.BOUNDED_EXAMPLES: [f"length2_is the_play {bounds[game.norm]}"] if game.norm in bounds else [],
        Hypothesis.SEPARABLE: ["separable the_play"],
    }
    if unknown := [name for name in game.hypotheses if name not in tests]:
        raise InputError(f"Coq is not told of the hypothesis {unknown[0]!r}")
    radius = [] if found.radius is None else [f"length2_is the_play (at_most {rational(found.radius**2)})"]
    started = ["starts the_play"] if found.opponent.initialises and not game.always_updates else []
    kept = started + [test for name in game.hypotheses for test in tests[name]] + radius * (Hypothesis.BOUNDED_EXAMPLES in game.hypotheses)
    return f"\nTheorem hypotheses_kept : ({' && '.join([*kept, 'true'])})%bool = true.\nProof. vm_compute. reflexivity. Qed.\n"


def _claim(name: str, table: dict[str, tuple[str, str, bool]], relation: Relation, found: Counterexample) -> str:
    if relation.op not in table:
        raise InputError(f"a Coq file is for conditions with <=, <, >= or >, not {relation.op}")
    return _render(name, table[relation.op], [_term(node, found.radius) for node in (relation.left, relation.right)])


def _render(name: str, how: tuple[str, str, bool], sides: list[str]) -> str:
    test, sign, turned = how
    left, right = reversed(sides) if turned else sides
    return (
        f"\nTheorem {name} :\n  (meaning the_play ({left})\n    {sign} meaning the_play ({right}))%R.\n"
        f"Proof. apply {test}_true. vm_compute. reflexivity. Qed.\n"
    )


def _term(node: Node, radius: Fraction | None) -> str:
    """A side of a conjecture as a term of `Judge.v`."""

    def of(part: Node) -> str:
        return f"({_term(part, radius)})"

    calls: dict[str, Callable[[list[str]], str]] = {
        "sqrt": lambda a: f"Sqrt {a[0]}",
        "log": lambda a: f"Ln {a[0]}",
        "floor": lambda a: f"Floor {a[0]}",
        "ceil": lambda a: f"Neg (Floor (Neg {a[0]}))",
        "min": lambda a: a[0][1:-1] if len(a) == 1 else f"Min {a[0]} ({calls['min'](a[1:])})",
        "max": lambda a: a[0][1:-1] if len(a) == 1 else f"Max {a[0]} ({calls['max'](a[1:])})",
    }
    match node:
        case Number(value):
            return f"Number {rational(value)}"
        case Name("R") if radius is not None:
            return f"Number {rational(radius)}"
        case Name(name) if name in NAMES:
            return NAMES[name]
        case Neg(arg):
            return f"Neg {of(arg)}"
        case Add(left, right):
            return f"Plus {of(left)} {of(right)}"
        case Sub(left, right):
            return f"Plus {of(left)} (Neg {of(right)})"
        case Mul(left, right):
            return f"Times {of(left)} {of(right)}"
        case Div(left, right):
            return f"Times {of(left)} (Inv {of(right)})"
        case Pow(base, exponent) if exponent.denominator in (1, 2) and abs(exponent) <= 12:
            return _power(of(base) if exponent.denominator == 1 else f"(Sqrt {of(base)})", exponent.numerator)
        case Call(fn, args) if fn in calls:
            return calls[fn]([of(arg) for arg in args])
    name = getattr(node, "name", getattr(node, "fn", "such a power"))
    raise InputError(f"a Coq file knows sums, products, quotients, square roots, logarithms, floor, min and max, but not {name}")


def _power(base: str, exponent: int) -> str:
    if exponent < 0:
        return f"Inv ({_power(base, -exponent)})"
    if exponent == 0:
        return "Number 1"
    return base[1:-1] if exponent == 1 else f"Times {base} ({_power(base, exponent - 1)})"
