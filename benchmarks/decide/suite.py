"""The conjectures of the benchmark: `conjectures.txt`, a line each; and what `decide` is measured beside.

That is Z3's nonlinear solver alone, with the range of the quantities as real constraints.  Its "false" is a point of the range over the
reals, not a run.  It may be wrong: it knows neither that M is whole nor how large losses are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import z3

from proofs.conjecture import Comparison, claims, nodes
from proofs.conjecture.game import Game, default_game
from proofs.conjecture.nodes import Relation

FILE = Path(__file__).with_name("conjectures.txt")
READ: dict[str, Any] = {
    "eps": Fraction,
    "dimension": int,
    "flips": int,
    "passes": int,
    "ties": int,
    "dropped": lambda names: frozenset(name.replace("-", " ") if name != "mistake-driven" else name for name in names.split(",")),
    "coordinates": lambda numbers: tuple(map(Fraction, numbers.split(","))),
}


@dataclass(frozen=True)
class Entry:
    """A conjecture of one or more comparisons, its rules of play, whether it is true, and the reason where one is written down."""

    true: bool
    text: str
    claimed: tuple[Comparison, ...]
    game: Game
    why: str = ""


def entries(path: Path = FILE) -> list[Entry]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_entry(line) for line in lines if line.strip() and not line.startswith("#")]


def _entry(line: str) -> Entry:
    truth, text, rules, *why = (part.strip() for part in line.split("|"))
    claimed = claims(text)
    changes = {name: READ.get(name, str)(value) for name, value in (rule.split("=", 1) for rule in rules.split())}
    names = frozenset[str]().union(*(one.names for one in claimed))
    return Entry(truth == "T", text, claimed, default_game(names, **changes), *why)


def by_z3(entry: Entry, budget: float) -> bool | None:
    game = entry.game
    if game.learner != "perceptron" or game.dimension is not None:
        return None
    try:
        reader = _Reader(game.norm, game.comparator, game.setting)
        claim = z3.And(*map(reader.relation, entry.claimed))
        given = [reader.relation(condition) for condition in entry.claimed[0].conditions]
    except KeyError:
        return None
    solver = z3.SolverFor("QF_NRA")
    solver.set("timeout", int(budget * 1000))
    solver.add(*reader.facts, *given, z3.Not(claim))
    return {"unsat": True, "sat": False}.get(str(solver.check()))


class _Reader:
    """Terms of the grammar as terms of Z3, over the range of the quantities. Raises KeyError for what has none."""

    def __init__(self, norm: str, comparator: str, setting: str) -> None:
        s, g, td, h, k, r, u, v, w = z3.Reals("s g TD H H2 R U v W")
        self.number = count()
        self.names: dict[str, Any] = {
            "M": s * s, "gamma": g, "TD": td, "H": h, "H2": k, "R": r, "U": u, "S2": v * v, "W": w
        }  # fmt: skip
        sizes = [r <= 1] * (norm == "ball") + [r == 1, v == s] * (norm == "unit") + [u <= 1] * (comparator == "ball")
        sizes += [u == 1] * (comparator == "unit")
        loss = [td == 0, k == 0] if setting == "separable" else [td >= 0, k >= 0, td <= s * k * g]
        core = [g * s * s - td <= u * w, w <= v, v <= r * s, h * g == td]
        self.facts: list[Any] = [s >= 1, g > 0, r > 0, u > 0, v >= 0, w >= 0, *sizes, *loss, *core]
        self.names["phi"] = (1 + self.root(z3.RealVal(5), 2, self.facts)) / 2

    def root(self, of: Any, order: int, facts: list[Any]) -> Any:
        found = z3.Real(f"root{next(self.number)}")
        power = found
        for _ in range(order - 1):
            power = power * found
        facts += [found >= 0, power == of]
        return found

    def relation(self, relation: Relation) -> Any:
        a, b = self.term(relation.left), self.term(relation.right)
        return {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "=": a == b}[relation.op]

    def term(self, node: nodes.Node) -> Any:
        match node:
            case nodes.Number(value):
                return z3.Q(value.numerator, value.denominator)
            case nodes.Name(name):
                return self.names[name]
            case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
                return nodes.arithmetic(node, self.term)
            case nodes.Div(a, b):
                return self.term(a) / self.term(b)
            case nodes.Pow(base, exponent):
                return self.power(self.term(base), exponent.numerator, exponent.denominator)
            case nodes.Call("sqrt", (inside,)):
                return self.root(self.term(inside), 2, self.facts)
            case nodes.Call("min" | "max" as which, arguments):
                best, *others = map(self.term, arguments)
                for other in others:
                    best = z3.If((best <= other) == (which == "min"), best, other)
                return best
        raise KeyError(node)

    def power(self, base: Any, above: int, below: int) -> Any:
        root = base if below == 1 else self.root(base, below, self.facts)
        power = z3.RealVal(1)
        for _ in range(abs(above)):
            power = power * root
        return power if above >= 0 else 1 / power
