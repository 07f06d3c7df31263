"""Z3 as second judge: does every step follow, have the hypotheses a common model, and which of them can go?

It reads the proof data afresh, in its own encoding, and takes only proofs that the kernel has replayed: it can refute, never add. How a
step is judged depends on its rule:

* by algebra (certificate, natural): premises and negated claim, every inner product a real of its own (QF_NRA, nlsat); * by coordinates
(square, expand): vectors as rows of a triangular matrix, as many dimensions as there are vectors; * by shape (apply, part, cases):
propositional, each comparison a fact about one number; * over the integers (integer): a strict gap is at least 1; * by instance
(instantiate, induction): sequences as functions of an integer; an induction's instances k = 0..3; a ∀ inside a claim, and the summand of a
Σ, is a letter where that is enough; * by existence (root, inverse): there is such a number, for any value of the term; * not at all
(generalise, discharge, forget, sum, cut, assume, axiom): `structural`, these move assumptions and names only.

Are hypotheses satisfiable together (`has_model`)?  A theorem from contradictory hypotheses would be true and worthless.

Looked for: a model on a line, else in a plane, in which every free natural number is 1 (so that there is an update) and ∀k is
read at k = 0, 1, 2.  The recurrences among the hypotheses define later values from earlier ones and the guards k < M or
k < M + 1 are false from there on, so such a beginning extends to all k.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any

import z3

from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Proof, Real, Step, Vec, Vector
from proofs.kernel.formula import opened
from proofs.referees.encode import Coordinates, IndexedNames, Integers, Opaque, Reading, Undecidable, comparison, equal, rational, total
from proofs.system.work_clock import STRETCH, work_time

# A step is `ok` if its negation has no model beside its premises, `refuted` if it has one, `unknown` if that is not decided in the effort
# allowed, and `structural` if it moves assumptions and names, which is the kernel's business alone.
OK, REFUTED, UNKNOWN, STRUCTURAL = "ok", "refuted", "unknown", "structural"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Z3's verdicts on one proof, by the names of its steps.

    `satisfiable`: the hypotheses have a common model (None: none found, which refutes nothing).  `redundant`: hypotheses that no
    step needs that cites them; each can go, though perhaps not all at once.
    """

    steps: Mapping[str, str]
    satisfiable: bool | None
    redundant: tuple[str, ...]
    seconds: float

    def steps_with(self, verdict: str) -> tuple[str, ...]:
        """The names of the steps with that verdict."""
        return tuple(name for name, own in self.steps.items() if own == verdict)

    @property
    def verdict(self) -> str:
        """`refuted` if a step is; else `unknown` if a step is; else `ok`."""
        return next((verdict for verdict in (REFUTED, UNKNOWN) if self.steps_with(verdict)), OK)


ROUNDS = 3
MODEL_EFFORT = 400_000  # Z3's own count of its steps for one of three tries, so that a loaded machine finds as much


class OneUpdate(Reading):
    """Free naturals are 1; a sequence value is a number of its own; vectors have `dimension` coordinates."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.values: dict[tuple[str, str, int | None, int], Any] = {}

    def value(self, kind: str, name: str, index: Index | None, coordinate: int = 0) -> Any:
        at = None if index is None else index.offset + (index.name is not None)
        return self.values.setdefault((kind, name, at, coordinate), z3.Real(f"m{len(self.values)}"))

    def coordinates(self, v: Vec) -> list[Any]:
        return [self.value("vec", v.name, v.index, j) for j in range(self.dimension)]

    def atom(self, atom: object) -> Any:
        if isinstance(atom, Nat):
            return z3.RealVal(1)
        if isinstance(atom, Inner):
            ends = list(atom.pair)
            return total(x * y for x, y in zip(self.coordinates(ends[0]), self.coordinates(ends[-1]), strict=True))
        if not isinstance(atom, Real):
            raise Undecidable(f"{type(atom).__name__} in a hypothesis")
        return self.value("real", atom.name, atom.index)

    def null(self, v: Vector) -> Any:
        parts = [(self.polynomial(c), self.coordinates(b)) for b, c in v.parts.items()]
        return z3.And([total(c * x[j] for c, x in parts) == 0 for j in range(self.dimension)])

    def formula(self, f: Formula) -> Any:
        if isinstance(f, Compare):
            return self.compare(f)
        if isinstance(f, Null):
            return self.null(f.vector)
        if isinstance(f, Both):
            return z3.And(self.formula(f.first), self.formula(f.second))
        if isinstance(f, Implies):
            return z3.Implies(self.formula(f.premise), self.formula(f.conclusion))
        return z3.And([self.formula(opened(f, Index(None, k))) for k in range(ROUNDS)])

    def hint(self) -> list[Any]:
        """Round numbers for the usual u, γ and z: the search is for any model, so it may begin with an easy one."""
        easy = {("vec", "u", 0): 1, ("vec", "u", 1): 0, ("real", "γ", 0): z3.Q(1, 10), ("vec", "z", 0): z3.Q(1, 10)}
        return [v == easy[kind, name, j] for (kind, name, _, j), v in self.values.items() if (kind, name, j) in easy]


def has_model(hypotheses: Sequence[Formula]) -> bool | None:
    """True if there is such a model; None if none is found, which refutes nothing."""
    for dimension, hinted in ((1, False), (2, True), (2, False)):
        reading = OneUpdate(dimension)
        solver = z3.Then("simplify", "propagate-values", "solve-eqs", "qfnra-nlsat").solver()
        solver.set("timeout", TIMEOUT)
        solver.set("rlimit", MODEL_EFFORT)
        try:
            solver.add(*(reading.formula(f) for f in hypotheses))
            solver.add(*(reading.hint() if hinted else ()))
        except Undecidable:
            return None
        if answer_of(solver) == z3.sat:
            return True
    return None


def has_no_model(hypotheses: Sequence[Formula]) -> bool:
    """True if the hypotheses contradict each other already as facts about numbers: each ∀ at 0, 1 and 2, and each inner product, sequence
    value and logarithm a number of its own, squared lengths and naturals not below 0.  False says nothing."""
    reading = Opaque()
    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("timeout", TIMEOUT)
    solver.set("rlimit", MODEL_EFFORT)
    solver.add(*(_follow(f, reading) for f in hypotheses))
    solver.add(*(number >= 0 for atom, number in reading.atoms.items() if isinstance(atom, Nat) or _square(atom)))
    return bool(answer_of(solver) == z3.unsat)


def _square(atom: object) -> bool:
    return isinstance(atom, Inner) and len(atom.pair) == 1


def _follow(f: Formula, reading: Opaque) -> Any:
    """Consequences of `f` about numbers."""
    if isinstance(f, Compare):
        return reading.compare(f)
    if isinstance(f, Both):
        return z3.And(_follow(f.first, reading), _follow(f.second, reading))
    if isinstance(f, Implies) and isinstance(f.premise, Compare):
        return z3.Implies(reading.compare(f.premise), _follow(f.conclusion, reading))
    if isinstance(f, (Implies, Null)):
        return z3.BoolVal(True)
    return z3.And([_follow(opened(f, Index(None, k)), reading) for k in range(ROUNDS)])


def with_letters(question: Any) -> Any:
    """`question` with a letter for each outermost ∀, and for what each Σ outside of these adds up."""
    letters: dict[int, Any] = {}
    pairs = [(q, letters.setdefault(q.get_id(), z3.Const(f"letter {len(letters)}", q.sort()))) for q in outermost(question)]
    return z3.substitute(question, *pairs)


def outermost(e: Any) -> list[Any]:
    if z3.is_quantifier(e):
        return [e]
    return [q for child in e.children() for q in outermost(child)]


def is_identity(step: Step, claims: Mapping[str, Formula], reading: Opaque) -> bool:
    """Whether the certificate's sum is 0 by Z3's arithmetic and each of its products has the sign that it must have."""
    goal, facts = comparison(step.claim), {p: comparison(claims[p]) for p in step.premises}
    if goal.relation == "=":
        return False
    relations = {p: f.relation for p, f in facts.items()} | {"z": ">" if goal.relation == ">=" else ">="}
    values = {p: reading.polynomial(f.left) for p, f in facts.items()} | {"z": -reading.polynomial(goal.left)}

    def product(entry: Any, allowed: set[str], squares: bool) -> Any:
        coefficient, factors = entry
        signs = all(relations[f] in allowed if isinstance(f, str) else squares for f in factors)
        if not signs or not coefficient > 0:
            raise ValueError("a product of the wrong sign")
        parts = [[values[f]] if isinstance(f, str) else [reading.polynomial(f)] * 2 for f in factors]
        return z3.Product([rational(coefficient), *(x for part in parts for x in part)])

    def multiple(entry: Any) -> Any:
        multiplier, name = entry
        if facts[name].relation != "=" or not isinstance(multiplier, Polynomial):
            raise ValueError("no equation")
        return reading.polynomial(multiplier) * values[name]

    data: Mapping[str, Any] = step.data
    try:
        terms = [product(data["strict"], {">"}, False), *(product(t, {">", ">="}, True) for t in data["terms"])]
        return equal(total([*terms, *map(multiple, data["equations"])]), z3.RealVal(0))
    except (ValueError, KeyError, TypeError):
        return False


# What stands after a bracket in Z3's text of comparisons of polynomials, which names shared terms a!1, a!2, …; a quotient is of numbers.
BRACKET = re.compile(r"\(")
POLYNOMIAL = re.compile(r"(?:[+*=<>-]|<=|>=|and|or|not|=>|distinct|let|a!\d+)(?=[\s)])|/ -?[\d.]+ [\d.]+\)|\(")


def refuse_beyond_polynomials(facts: Sequence[Any]) -> None:
    """Raise Undecidable unless the facts are comparisons of polynomials.

    On those alone no version of Z3 is known to err. Versions 5.3 and 5.4 refute log(xy) = log x + log y, and what g⁻¹ is at g = 0, or the
    root of a negative number, changed between versions: docs/solvers.md.
    """
    for fact in facts:
        text = fact.sexpr()
        if not all(POLYNOMIAL.match(text, bracket.end()) for bracket in BRACKET.finditer(text)):
            raise Undecidable(f"Z3 {z3.get_version_string()} is asked about polynomials only")


EFFORT = 300_000  # Z3's own count of its steps for one question: about 0.1 s, and the same on a loaded machine
TIMEOUT = 2000  # milliseconds for one question, where the steps take long
Answer = bool | None  # satisfiable, unsatisfiable, undecided


def answer_of(solver: Any) -> Any:
    """Z3's answer within TIMEOUT of work. Z3 reads the clock: a timeout in which this process only waited is followed by one more try."""
    clock, work = monotonic(), work_time()
    answer = solver.check()
    if answer == z3.unknown and monotonic() - clock >= TIMEOUT / 1000 > work_time() - work:
        solver.set("timeout", int(TIMEOUT * STRETCH))
        answer = solver.check()
        solver.set("timeout", TIMEOUT)
    return answer


def judge(proof: Proof) -> Judgement:
    """Z3's judgement of a proof that the kernel has just accepted."""
    began, referee = perf_counter(), Referee(proof)
    steps = {s.name: referee.step(s) for s in proof.steps}
    satisfiable = has_model([f for _, f in proof.hypotheses])
    cited = {p for s in proof.steps for p in s.premises}
    redundant = tuple(name for name, _ in proof.hypotheses if name in cited & referee.open)
    return Judgement(steps, satisfiable, redundant, perf_counter() - began)


class Referee:
    """The solvers and the claims of one proof.  `open`: the hypotheses that no step so far was found to need."""

    def __init__(self, proof: Proof) -> None:
        self.claims: dict[str, Formula] = dict(proof.hypotheses) | {s.name: s.claim for s in proof.steps}
        self.open = {name for name, _ in proof.hypotheses}
        self.idle: set[str] = set()  # those that the step under judgement does without
        self.algebra = z3.Tactic("qfnra-nlsat").solver()
        self.logic = z3.SimpleSolver()
        for solver in (self.algebra, self.logic):
            solver.set("timeout", TIMEOUT)
            solver.set("rlimit", EFFORT)
        self.opaque = Opaque()

    def step(self, step: Step) -> str:
        """The verdict on one step, from the claims that it cites."""
        method = METHODS.get(step.rule)
        self.idle = set()
        try:
            verdict = STRUCTURAL if method is None else method(self, step)
        except (Undecidable, z3.Z3Exception):
            verdict = UNKNOWN
        self.open -= set(step.premises) - self.idle
        return verdict

    def ask(self, solver: Any, *facts: Any) -> Answer:
        """Whether the facts have a model. Raises Undecidable if the algebra solver would have to read more than polynomials."""
        if solver is self.algebra:
            refuse_beyond_polynomials(facts)
        solver.reset()
        solver.add(*facts)
        answer = answer_of(solver)
        return None if answer == z3.unknown else bool(answer == z3.sat)

    # by algebra

    def certificate(self, step: Step) -> str:
        premises = {name: self.compare(name) for name in step.premises}
        negation = z3.Not(self.opaque.compare(comparison(step.claim)))
        facts = list(premises.values())
        answer = self.ask(self.algebra, *facts, negation)
        if answer is None and is_identity(step, self.claims, self.opaque):
            return OK
        if answer is False:
            others = {name: [f for other, f in premises.items() if other != name] for name in premises if name in self.open}
            self.idle = {name for name, rest in others.items() if self.ask(self.algebra, *rest, negation) is False}
        return judge_answer(answer)

    def natural(self, step: Step) -> str:
        claim = comparison(step.claim)
        known = [self.opaque.atom(a) >= 0 for m in claim.left.terms for a, _ in m]
        return judge_answer(self.ask(self.algebra, *known, z3.Not(self.opaque.compare(claim))))

    def integer(self, step: Step) -> str:
        reading = Integers()
        given, claim = reading.compare(comparison(self.claims[step.premises[0]])), reading.compare(comparison(step.claim))
        return judge_answer(self.ask(self.logic, given, z3.Not(claim)))

    def compare(self, name: str) -> Any:
        return self.opaque.compare(comparison(self.claims[name]))

    # by coordinates

    def square(self, step: Step) -> str:
        space, claim, v = Coordinates(self.opaque), comparison(step.claim), step.data["of"]
        if not isinstance(v, Vector):
            raise Undecidable("no vector")
        space.compare(claim)  # meets every vector
        parts = space.vector(v)
        if equal(space.polynomial(claim.left), total(x * x for x in parts)):
            numbers = [z3.Real(f"c{j}") for j in range(len(parts))]
            return judge_answer(self.ask(self.algebra, total(x * x for x in numbers) < 0))
        return judge_answer(self.ask(self.algebra, z3.Not(space.compare(claim))))

    def expand(self, step: Step) -> str:
        space, claim = Coordinates(self.opaque), comparison(step.claim)
        null, other = self.claims[step.premises[0]], step.data["with"]
        if not isinstance(null, Null) or not isinstance(other, Vector):
            raise Undecidable("no null vector")
        for met in (null.vector, other):
            space.vector(met)
        space.compare(claim)
        zero, with_ = space.vector(null.vector), space.vector(other)
        if equal(space.polynomial(claim.left), total(x * y for x, y in zip(zero, with_, strict=True))):
            c, d = ([z3.Real(f"{name}{j}") for j in range(len(zero))] for name in "cd")
            nothing = total(x * y for x, y in zip(c, d, strict=True)) != 0
            return judge_answer(self.ask(self.algebra, *(x == 0 for x in c), nothing))
        return judge_answer(self.ask(self.algebra, *(x == 0 for x in zero), z3.Not(space.compare(claim))))

    # by shape

    def propositional(self, step: Step) -> str:
        facts = [self.opaque.outline(self.claims[p]) for p in step.premises]
        if step.rule == "cases":  # one and two hold under the assumptions yes and no
            one, two, yes, no = facts
            facts = [z3.Implies(yes, one), z3.Implies(no, two)]
        return judge_answer(self.ask(self.logic, *facts, z3.Not(self.opaque.outline(step.claim))))

    # by instance

    def instantiate(self, step: Step) -> str:
        reading = IndexedNames()
        k, body = reading.open(universal(self.claims[step.premises[0]]))
        at = step.data["at"]
        if not isinstance(at, Index):
            raise Undecidable("no index")
        instance = z3.substitute(body, (k, reading.index(at)))
        return self.instances([instance], [reading.formula(step.claim)], reading)

    def induction(self, step: Step) -> str:
        reading = IndexedNames()
        base = reading.formula(self.claims[step.premises[0]])
        k, body = reading.open(universal(self.claims[step.premises[1]]))
        n, claim = reading.open(universal(step.claim))
        facts = [base, *(z3.substitute(body, (k, z3.IntVal(j))) for j in range(3))]
        goals = [z3.substitute(claim, (n, z3.IntVal(j))) for j in range(4)]
        verdict = self.instances(facts, goals, reading)
        return STRUCTURAL if verdict == OK else verdict

    def instances(self, facts: list[Any], goals: list[Any], reading: IndexedNames) -> str:
        asked = z3.And(*facts, *reading.known(), z3.Not(z3.And(*goals)))
        question = z3.simplify(asked, som=True, arith_lhs=True, sort_sums=True)  # of two terms that are equal Z3 makes one
        if self.ask(self.logic, with_letters(question)) is False:
            return OK
        return judge_answer(self.ask(self.logic, question))

    # by existence

    def exists(self, step: Step) -> str:
        """The claim holds of a number s that the theory of real closed fields provides for the premise's term.

        Under a ∀ the question is about one arbitrary index, whose atoms are numbers like any other."""
        given, claim, name = self.claims[step.premises[0]], step.claim, Real(str(step.data["name"]))
        if isinstance(given, ForAll):
            given, claim, name = given.body, universal(claim).body, Real(name.name, Index(0))
        premise = comparison(given)
        s, t = z3.Real("s"), z3.Real("t")
        property_ = z3.And(s >= 0, s * s == t) if step.rule == "root" else s * t == 1
        condition = t >= 0 if premise.relation == ">=" else t > 0 if premise.relation == ">" else t == 0
        if not provide((step.rule, premise.relation), z3.ForAll([t], z3.Implies(condition, z3.Exists([s], property_)))):
            return UNKNOWN
        facts = t == self.opaque.polynomial(premise.left), condition, property_
        there = z3.substitute(self.shape(claim), (self.opaque.atom(name), s))
        return judge_answer(self.ask(self.algebra, *facts, z3.Not(there)))

    def shape(self, f: Formula) -> Any:
        if isinstance(f, Compare):
            return self.opaque.compare(f)
        if isinstance(f, Both):
            return z3.And(self.shape(f.first), self.shape(f.second))
        raise Undecidable("neither a comparison nor two")


PROVIDED: dict[tuple[str, str], bool] = {}
METHODS: Mapping[str, Callable[[Referee, Step], str]] = {
    "certificate": Referee.certificate,
    "natural": Referee.natural,
    "integer": Referee.integer,
    "square": Referee.square,
    "expand": Referee.expand,
    "apply": Referee.propositional,
    "part": Referee.propositional,
    "cases": Referee.propositional,
    "instantiate": Referee.instantiate,
    "induction": Referee.induction,
    "root": Referee.exists,
    "inverse": Referee.exists,
}


def provide(key: tuple[str, str], fact: Any) -> bool:
    """Whether Z3 proves `fact` by quantifier elimination; asked once."""
    if key not in PROVIDED:
        solver = z3.Tactic("nlqsat").solver()
        solver.add(z3.Not(fact))
        PROVIDED[key] = bool(solver.check() == z3.unsat)
    return PROVIDED[key]


def judge_answer(answer: Answer) -> str:
    """The verdict when `answer` says whether premises and negated claim have a model."""
    return UNKNOWN if answer is None else REFUTED if answer else OK


def universal(f: Formula) -> ForAll:
    if not isinstance(f, ForAll):
        raise Undecidable("a ∀ is needed")
    return f
