"""Writing a proof: the author states claims, and this module finds the steps that the kernel needs to accept them.

A `Derivation` holds the lines so far (nothing that it believes is trusted) and offers the moves of a written proof: `have` a claim from
named lines by algebra, use a hypothesis at a round, take a root, argue by induction, cite a theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeVar

from proofs.derive.authoring import certificate_search, scope
from proofs.derive.authoring.abbreviations import written_out
from proofs.derive.authoring.certificate import Certificate, certificate, product
from proofs.derive.authoring.terms import RememberingSubstitution, Term, as_number, eq, every, ge, gt, implies, number, poly, seq, sum_below
from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Index, Nat, Polynomial, Proof, Real, Rejected, Step, Sum, Theorem, Vector
from proofs.kernel.axioms import AXIOMS
from proofs.kernel.codec import decode
from proofs.kernel.formula import Null, opened, substitute
from proofs.kernel.term import Substitution, cast, inner
from proofs.system.escaping import near

T = TypeVar("T")
INTRODUCES = ("root", "inverse")  # the rules whose name the last line may not speak of
Images = dict[str, Any]  # what the names of a theorem become where it is cited


def _by_squares(goal: Compare, facts: Mapping[str, Compare], seconds: float) -> certificate_search.Data:
    """The search beyond products, with numpy and a solver, which a proof whose certificates are stored does without."""
    from proofs.derive.authoring.beyond_products import by_squares

    return by_squares(Derivation("have", tuple(facts.items())), goal, facts, seconds)


class ByName(dict[str, T]):
    """A dictionary whose KeyError suggests a similar key."""

    def __init__(self, what: str, held: Mapping[str, T] | Sequence[tuple[str, T]]) -> None:
        super().__init__(held)
        self.what = what

    def __missing__(self, name: str) -> T:
        raise LookupError(f"there is no {self.what} {name!r}{near(name, self)}")


class Derivation:
    """A proof in the making; `proof()` is its data.  Line names are unique; a line that is not named gets a number."""

    def __init__(
        self, id: str, hypotheses: Sequence[tuple[str, Formula]], library: Mapping[str, Theorem] | None = None, claim: Formula | None = None
    ) -> None:
        self.id = id
        self.claim = claim
        self.hypotheses = tuple(hypotheses)
        self.library = library if isinstance(library, ByName) else ByName("cited theorem", library or {})
        self.claims: dict[str, Formula] = ByName("line", hypotheses)
        self.steps: list[Step] = []
        self.rests: dict[str, frozenset[str]] = {}  # line -> the assumptions, roots and inverses made on the way that it rests on
        self.closed: set[str] = set()  # the assumptions that are discharged
        self.terms: dict[tuple[str, str], Polynomial] = {}  # what the names of `let` and `sum` stand for
        self.drawn: Counter[str] = Counter()  # how many names `fresh` has given, by their letter
        self.notes: dict[str, str] = {}  # line -> the source's equation or a word to the reader; not part of the proof

    # -- lines -------------------------------------------------------------------------------------------------------------------

    def line(
        self,
        rule: str,
        claim: Formula,
        premises: Sequence[str] = (),
        data: Mapping[str, Any] | None = None,
        name: str | None = None,
        note: str = "",
    ) -> str:
        """Add a line as it stands."""
        name = name or f"{len(self.steps) + 1}"
        self.steps.append(Step(name, rule, claim, tuple(premises), dict(data or {})))
        self.claims[name] = claim
        ended = premises[1:] if rule in ("discharge", "forget") else premises[2:] if rule == "cases" else ()
        known = (self.rests.get(premise, frozenset()) for premise in premises)
        own = [name] if rule in ("assume", *INTRODUCES) else ()
        self.rests[name] = frozenset(own).union(*known) - set(ended)
        self.closed.update(ended if rule != "forget" else ())
        if note:
            self.notes[name] = note
        return name

    def fresh(self, letter: str) -> Index:
        """A natural number that no other line of the proof mentions; the lines between two of them do not change its name."""
        self.drawn[letter] += 1
        return Index(f"{letter}{self.drawn[letter]}")

    @property
    def last(self) -> str:
        """The line that was written last."""
        return self.steps[-1].name

    def proof(self, conclusion: str | None = None) -> Proof:
        """The data of the proof; its last line is the claim, if need be by algebra, and mentions no root or inverse made on the way."""
        if conclusion is None and isinstance(self.claim, Compare) and (not self.steps or self.claims[self.last] != self.claim):
            try:
                self.conclude()
            except certificate_search.NotFound as reason:
                raise Rejected(
                    f"{self.id}: the proof ends in another claim than the statement's, which does not follow; {reason}"
                ) from None
        end = conclusion or self.last
        end = self.forget(end, *(s.name for s in self.steps if s.rule in INTRODUCES and s.name in self.rests.get(end, ())))
        proof = Proof(self.id, self.hypotheses, tuple(self.steps), end)
        return written_out(proof, self.terms, self.library)

    def find_line(self, claim: Formula) -> str:
        """The line that claims `claim` and rests on no closed case, proving it if plain algebra does so from nothing."""
        for name, other in self.claims.items():
            if other == claim and self._open(name):
                return name
        if isinstance(claim, ForAll):
            k = self.fresh("k")
            return self.generalise(self.find_line(opened(claim, k)), k)
        if isinstance(claim, Compare):
            index = as_index(claim.left)
            return self.have(claim) if index is None or claim.relation != ">=" else self.natural(index)
        if isinstance(claim, Null) and not claim.vector.parts:
            raise LookupError("a null vector cannot be proved from nothing")
        from proofs.derive.typesetting.sentences import print_formula

        raise LookupError(f"{self.id}: no line claims what is needed: {print_formula(claim)}")

    # -- moves -------------------------------------------------------------------------------------------------------------------

    def have(self, claim: Formula, *using: str, name: str | None = None, note: str = "", by: Certificate | None = None) -> str:
        """A comparison, by algebra from the comparisons in scope; from those that `using` names and no others, if it names some.

        With `by` there is no search, and the lines are those that it names.  Raises NotFound, which says what does not follow from which
        lines, and a point at which it fails, if there is one."""
        if not isinstance(claim, Compare):
            raise TypeError("only a comparison follows by algebra")
        if by is not None:
            return self.line("certificate", claim, using or by.lines, by.data, name, note)
        if not using:
            return self.line("certificate", claim, *self._from_scope(claim), name, note)
        facts = {u: self.claims[u] for u in using}
        try:
            data = certificate_search.find(claim, facts, beyond=_by_squares)  # type: ignore[arg-type]
        except certificate_search.NotFound:
            raise certificate_search.NotFound(self.failure(claim, facts)) from None
        return self.line("certificate", claim, using, data, name, note)

    def _open(self, line: str) -> bool:
        """Whether a line rests on no case or assumption that is closed by now."""
        return self.closed.isdisjoint(self.rests.get(line, ()))

    def _from_scope(self, claim: Compare) -> tuple[Sequence[str], certificate_search.Data]:
        """The lines that a claim follows from, written where they are instances of others, and the certificate; as stored, or by search."""
        facts: Mapping[str, Formula | None]
        at_hand = {name: line for name, line in self.claims.items() if self._open(name)}

        def count_missing(recipes: list[Any]) -> int:
            return scope.count_missing([self._name_of(recipe) for recipe in recipes], at_hand)

        for recipes in (*sorted(decode(certificate_search.premises(self.id, claim)), key=count_missing), []):
            named = [self._name_of(recipe) for recipe in recipes]
            facts = {f"#{i}": scope.phrase(recipe, at_hand) for i, recipe in enumerate(named)}
            data = None if None in facts.values() else certificate_search.store_goal(claim, facts)  # type: ignore[arg-type]
            if data is not None and (lines := self._write_all(facts, named)) is not None:
                break
        else:
            try:
                data, facts, named = scope.follows(claim, at_hand, _by_squares)
            except certificate_search.NotFound:
                compared = {name: fact for name, fact in at_hand.items() if isinstance(fact, Compare)}
                raise certificate_search.NotFound(self.failure(claim, compared)) from None
            recipes = [self._place(recipe) for recipe in named]
            certificate_search.keep(claim, facts, data)
            lines = {fact: self._write(recipe) for fact, recipe in zip(facts, named, strict=True)}
        if recipes:
            certificate_search.take(self.id, claim, recipes)
        return list(lines.values()), certificate_search.renamed_parts(data, lines)

    def _write_all(self, facts: Iterable[str], named: Sequence[scope.Recipe]) -> dict[str, str] | None:
        """The lines of stored facts; None, and nothing written, if a condition of one does not follow in this case."""
        written = len(self.steps)
        try:
            return {fact: self._write(recipe) for fact, recipe in zip(facts, named, strict=True)}
        except certificate_search.NotFound:
            for step in self.steps[written:]:
                del self.claims[step.name], self.rests[step.name]
            del self.steps[written:]
            return None

    def _name_of(self, recipe: scope.Recipe | int) -> scope.Recipe:
        """A recipe with the names of its lines, where a number of lines back stands for those that have none of their own; "" for none."""
        if isinstance(recipe, list):
            return [recipe[0], *(self._name_of(part) if isinstance(part, int | list) else part for part in recipe[1:])]
        name = recipe if isinstance(recipe, str) else self.steps[-recipe].name if recipe <= len(self.steps) else ""
        return name if self._open(name) else ""

    def _place(self, recipe: scope.Recipe) -> Any:
        """A recipe as it is stored: a line before or after the one of a page does not matter to those that have no name of their own."""
        if isinstance(recipe, str):
            at = int(recipe) - 1 if recipe.isdecimal() else len(self.steps)
            return len(self.steps) - at if at < len(self.steps) and self.steps[at].name == recipe else recipe
        kind, first, *rest = recipe
        return [kind, self._place(first) if kind in ("use", "expand") else first, *rest]

    def _write(self, recipe: scope.Recipe) -> str:
        """The line of a fact, written if it is not there."""
        if isinstance(recipe, str):
            return recipe
        claim = scope.phrase(recipe, self.claims)
        for name, other in reversed(self.claims.items()):
            if other == claim and self._open(name):
                return name
        kind, first, *rest = recipe
        match kind:
            case "use":
                return self.use(first, *rest)
            case "expand":
                return self.expand(self._write(first), *rest)
            case "natural":
                return self.natural(first)
            case _:
                return self.square(first)

    def failure(self, claim: Compare, facts: Mapping[str, Formula]) -> str:
        """The message about a claim that was not found to follow."""
        from proofs.derive.authoring.beyond_products import refuting_point
        from proofs.derive.typesetting.sentences import print_formula

        among = [claim, *facts.values()]
        lines = "; ".join(f"{name!r}, {print_formula(fact, among)}" for name, fact in facts.items()) or "nothing"
        point = refuting_point(claim, facts)  # type: ignore[arg-type]
        if not point:
            advice = "no point was found where they hold and it fails. Put a line before it that says half of it, from some of these lines"
            return f"{self.id}: this step is too long for one line, or false: {print_formula(claim, among)} from {lines}; {advice}"
        end = f"they hold at {point}, where it fails" if facts else f"it fails at {point}"
        return f"{self.id}: no certificate found for {print_formula(claim, among)} from {lines}; {end}"

    def conclude(self, *using: str, note: str = "", by: Certificate | None = None) -> str:
        """The statement's own claim, by algebra from the comparisons `using`."""
        if self.claim is None:
            raise LookupError(f"{self.id} states no claim to conclude")
        return self.have(self.claim, *using, note=note, by=by)

    def assume(self, claim: Formula) -> str:
        return self.line("assume", claim)

    def discharge(self, line: str, assumption: str, name: str | None = None, note: str = "") -> str:
        return self.line("discharge", implies(self.claims[assumption], self.claims[line]), [line, assumption], name=name, note=note)

    @contextmanager
    def supposing(self, *prefix: Index | Formula, name: str | None = None, note: str = "") -> Iterator[tuple[str, ...]]:
        """A block that proves its last line for all of these numbers and under these conditions, in this order.

        `with d.supposing(h, eq(left(h), 0)) as (end,):` ends in ‘for all h, if left(h) = 0, then …’, which is then the line `last`."""
        assumed = [self.assume(part) for part in prefix if not isinstance(part, Index)]
        yield tuple(assumed)
        line = self.last
        for at, part in reversed([*enumerate(prefix)]):
            end = (None, "") if at else (name, note)
            line = self.generalise(line, part, *end) if isinstance(part, Index) else self.discharge(line, assumed.pop(), *end)

    def apply(self, line: str, *premises: str, note: str = "") -> str:
        """Apply an implication to its premises, one after the other, and return the line of its conclusion."""
        for at, premise in enumerate(premises, 1):
            claim = self.claims[line]
            if not isinstance(claim, Implies):
                raise TypeError(f"{line} has no premise")
            line = self.line("apply", claim.conclusion, [line, premise], note=note if at == len(premises) else "")
        return line

    def at(self, line: str, *indices: Index | int, note: str = "") -> str:
        """A ∀-line at an index, or at several; a guard ‘k < M’ and the like is proved on the way from the lines at hand."""
        for at, index in enumerate(indices, 1):
            end = note if at == len(indices) else ""
            body = opened(self.claims[line], as_number(index))
            guarded = isinstance(body, Implies)
            line = self.line("instantiate", body, [line], {"at": as_number(index)}, note="" if guarded else end)
            line = self.apply(line, self.find_line(body.premise), note=end) if isinstance(body, Implies) else line
        return line

    def use(self, line: str, *indices: Index | int) -> str:
        """A ∀-line at these indices, all its conditions met by lines at hand."""
        for index in indices:
            line = self.at(line, index)
            while isinstance(claim := self.claims[line], Implies):
                line = self.apply(line, self.find_line(claim.premise))
        return line

    def narrow(self, line: str, to: Index, within: str) -> str:
        """From ‘for all k < B’ (a line) and to ≤ B (the line `within`), the same for all k < to."""
        k = self.fresh("k")
        guard = self.assume(ge(number(to), number(k) + 1))
        body = opened(self.claims[line], k)
        if not isinstance(body, Implies) or not isinstance(body.premise, Compare):
            raise TypeError(f"{line} is not guarded by an upper bound")
        self.have(body.premise, guard, within)
        narrowed = self.discharge(self.at(line, k), guard)
        return self.generalise(narrowed, k)

    def generalise(self, line: str, over: Index, name: str | None = None, note: str = "") -> str:
        """∀k of a line in which k is any number."""
        return self.line("generalise", every(over, self.claims[line]), [line], {"over": over.name}, name, note)

    def parts(self, line: str) -> tuple[str, str]:
        claim = self.claims[line]
        if not isinstance(claim, Both):
            raise TypeError(f"{line} is no conjunction")
        return self.line("part", claim.first, [line]), self.line("part", claim.second, [line])

    def expand(self, line: str, with_: Vector, note: str = "") -> str:
        """The inner product of a null vector with `with_`."""
        claim = self.claims[line]
        if not isinstance(claim, Null):
            raise TypeError(f"{line} is no null vector")
        return self.line("expand", Compare(inner(claim.vector, with_), "="), [line], {"with": with_}, note=note)

    def square(self, v: Vector, name: str | None = None, note: str = "") -> str:
        """⟨v, v⟩ ≥ 0."""
        if not isinstance(v, Vector):
            raise TypeError("d.square takes a vector: that the square of a number is not negative needs no line")
        return self.line("square", Compare(inner(v, v), ">="), data={"of": v}, name=name, note=note)

    def natural(self, index: Index) -> str:
        return self.line("natural", Compare(cast(index), ">="), data={"index": index})

    def integer(self, line: str, more: Index, less: Index, note: str = "") -> str:
        """more − less ≥ 1, from the line more − less > 0 on two natural numbers."""
        data = {"more": more, "less": less}
        return self.line("integer", Compare(cast(more) - cast(less) - 1, ">="), [line], data, note=note)

    def let(self, name: str, be: Term, note: str = "") -> tuple[Polynomial, str]:
        """x = p: the term x and the line x = p (also the one to forget)."""
        x = Polynomial.atom(Real(name))
        self.terms["real", name] = Substitution(self.terms).real(poly(be))
        return x, self.line("let", Compare(x - be, "="), note=note)

    def root(self, of: str, name: str) -> tuple[Polynomial, str, str, str]:
        """r = √p from the line p ≥ 0: the term r, the lines r ≥ 0 and r² = p, and the line to forget."""
        claim = self.claims[of]
        assert isinstance(claim, Compare)
        r = Polynomial.atom(Real(name))
        star = self.line("root", Both(ge(r, 0), Compare(r * r - claim.left, "=")), [of], {"name": name})
        return (r, *self.parts(star), star)

    def inverse(self, of: str, name: str) -> tuple[Polynomial, str]:
        """q = 1/p from the line p > 0: the term q and the line q·p = 1 (also the one to forget)."""
        claim = self.claims[of]
        assert isinstance(claim, Compare)
        q = Polynomial.atom(Real(name))
        return q, self.line("inverse", Compare(q * claim.left - 1, "="), [of], {"name": name})

    def sum(self, name: str, term: Callable[[Index], Polynomial]) -> tuple[seq, str, str, str]:
        """S(0) = 0, S(k+1) = S(k) + term(k): the sequence, those two lines, and the line to forget."""
        s, k = seq(name), Index("k")
        body = every(k, Compare(s(k + 1) - s(k) - term(k), "="))
        summand = RememberingSubstitution(bound="k").real(term(k))
        self.terms["seq", name] = Polynomial.atom(Sum(Index(1), summand))
        star = self.line("sum", Both(Compare(s(0), "="), body), data={"of": summand})
        return (s, *self.parts(star), star)

    def unfold(self, term: Callable[[Index], Term]) -> tuple[str, str]:
        """The lines Σ(i < 0) = 0 and ∀k Σ(i < k + 1) = Σ(i < k) + term(k)."""
        k = Index("k")
        more = every(k, eq(sum_below(k + 1, term), sum_below(k, term) + term(k)))
        star = self.line("sum", Both(eq(sum_below(0, term), 0), more), data={"of": RememberingSubstitution(bound="k").real(poly(term(k)))})
        return self.parts(star)

    def forget(self, line: str, *stars: str, name: str | None = None, note: str = "") -> str:
        for i, star in enumerate(reversed(stars)):
            last = i == len(stars) - 1
            line = self.line("forget", self.claims[line], [line, star], name=name if last else None, note=note if last else "")
        return line

    def cases(
        self, p: Term, on: Callable[[str], str], otherwise: Callable[[str], str] | None = None, name: str | None = None, note: str = ""
    ) -> str:
        """Prove a claim under p ≥ 0 and under −p > 0.

        `on` is called with the first assumption, `otherwise` with the second, and returns the line of the claim; `on` alone with both."""
        yes = self.assume(ge(p, 0))
        one = on(yes)
        self.closed.add(yes)
        no = self.assume(gt(-poly(p), 0))
        two = (otherwise or on)(no)
        return self.line("cases", self.claims[one], [one, two, yes, no], name=name, note=note)

    def axiom(self, name: str, *terms: Polynomial) -> str:
        return self.line("axiom", AXIOMS[name](*terms), data={"name": name, "at": list(terms)})

    def induction(
        self,
        claim: Callable[[Index], Formula],
        base: Sequence[str] | Callable[[], str | None] = (),
        step: Callable[[Index, str], str | Sequence[str] | None] = lambda k, before: None,
        upto: Index | None = None,
        name: str | None = None,
        note: str = "",
    ) -> str:
        """∀k claim(k), or ∀k ≤ upto: `base` returns the line of claim(0), `step(k, line of claim(k))` that of claim(k + 1).

        Several lines in place of that one are those from which it follows by algebra, in a step together with claim(k); none, or None,
        stand for all in scope.  With `upto`, the guard k < upto is at hand inside `step`, so that hypotheses on the rounds before `upto`
        can be used `at` k."""
        k = self.fresh("k")

        def first_line() -> str:
            lines = base() if callable(base) else base
            return lines if isinstance(lines, str) else self.have(claim(Index(None)), *(lines or ()))

        def next_line(before: str) -> str:
            lines = step(k, before)
            return lines if isinstance(lines, str) else self.have(claim(k + 1), *((before, *lines) if lines else ()))

        def guard_index(i: Index) -> Formula:
            return claim(i) if upto is None else implies(ge(number(upto), number(i)), claim(i))

        if upto is None:
            first = first_line()
            hypothesis = self.assume(guard_index(k))
            last = next_line(hypothesis)
        else:
            guard = self.assume(ge(number(upto), 0))
            first = self.discharge(first_line(), guard)
            hypothesis = self.assume(guard_index(k))
            guard = self.assume(ge(number(upto), number(k) + 1))
            before = self.have(ge(number(upto), number(k)), by=certificate(guard, product(1)))
            given = self.line("apply", claim(k), [hypothesis, before])
            last = self.discharge(next_line(given), guard)
        implication = self.discharge(last, hypothesis)
        taken = self.generalise(implication, k)
        return self.line("induction", every(k, guard_index(k)), [first, taken], name=name, note=note)

    def upto(
        self,
        last: Index,
        claim: Callable[[Index], Formula],
        base: Sequence[str] | Callable[[], str | None] = (),
        step: Callable[[Index, str], str | Sequence[str] | None] = lambda k, before: None,
        note: str = "",
    ) -> str:
        """claim(last), by induction over the numbers below it."""
        return self.at(self.induction(claim, base, step, upto=last, note=note), last)

    def cite(self, theorem: str, note: str = "", **images: Any) -> str:
        """A theorem of the library with its free names replaced (a sequence by a function of the index); premises are looked up."""
        cited = self.library[theorem]
        entries: list[list[Any]] = []
        for variable, image in images.items():
            kind, value = image_of(cited, variable, image)
            entries.append([kind, variable, value])
        sigma = RememberingSubstitution({(kind, variable): value for kind, variable, value in entries})
        premises = [self.find_line(substitute(sigma, f)) for _, f in cited.hypotheses]
        conclusion = substitute(sigma, cited.conclusion)
        return self.line("cut", conclusion, premises, {"theorem": theorem, "substitution": entries}, note=note)


def as_index(term: Polynomial) -> Index | None:
    """The index k + c that a real term is the number of, if it is one."""
    atoms = [a for m in term.terms for a, _ in m]
    if len(atoms) == 1 and isinstance(atoms[0], Nat) and isinstance(atoms[0].name, str):
        offset = term - Polynomial.atom(atoms[0])
        value = offset.terms.get(frozenset(), Fraction(0))
        index = Index(atoms[0].name, int(value)) if value >= 0 and value.denominator == 1 else None
        return index if index is not None and cast(index) == term else None
    return None


def image_of(theorem: Theorem, variable: str, image: Any) -> tuple[str, Any]:
    """The kind of a free name of a theorem, and its image as the kernel substitutes it. Raises LookupError if it has no such name."""
    from proofs.kernel.formula import names

    kinds = {kind for f in (theorem.conclusion, *(f for _, f in theorem.hypotheses)) for kind, name in names(f) if name == variable}
    if len(kinds) != 1:
        raise LookupError(f"{theorem.id} has no single free name {variable!r}")
    (kind,) = kinds
    if callable(image):
        k = Index("·")
        body = image(k)
        bind = RememberingSubstitution(bound="·")
        return kind, bind.vector(body) if isinstance(body, Vector) else bind.real(poly(body))
    return kind, poly(image) if isinstance(image, (int, Fraction)) else image
