"""What is printed is the formula: every claim, hypothesis and step of the catalogue, read back, has the kernel's values.

So it is with the checks and reasons beside a step: an identity holds at random exact values, each label being the difference of the line
that it names; what a reason puts in place of a name is what the kernel put there.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from flint import fmpq

from proofs.derive.authoring.terms import both, eq, ge, seq
from proofs.derive.typesetting import layout, names, sentences, writers
from proofs.derive.typesetting.layout import NO_NAMES
from proofs.derive.typesetting.names import composite
from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import HTML, LATEX, UNICODE, At, Node, SignedTerms, Strung, Writer
from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Index, Inner, Nat, Polynomial, Real, Rejected, Step, Vec, Vector
from proofs.kernel import Sum as Total
from proofs.kernel.polynomial import ZERO
from proofs.report.proofs import reasons
from proofs.report.proofs.pages import ProofLine
from proofs.report.proofs.render import _Reader, outline
from proofs.report.proofs.theorem import inner, symbols
from proofs.statements.displayed import Display, Likely
from proofs.statements.page import BuiltProof, build
from proofs.theorems.catalogue import items_by_id
from proofs.theorems.symbols import meaning, tables
from tests.amounts import sampled, some
from tests.report import evaluating
from tests.report.evaluating import NOTATIONS, SEEDS, Different, Point, Spelled, Text, agree, built, compared
from tests.report.reading import Tree, Unreadable, read, read_term


def formulas(b: BuiltProof) -> Iterator[tuple[str, Formula]]:
    """Everything that is printed of a proof, with where it stands."""
    yield from b.proof.hypotheses
    for step in b.proof.steps:
        yield step.name, step.claim


def differences(b: BuiltProof, notation: str) -> Iterator[str]:
    """Where what is printed of a proof is not what the kernel has."""
    names = _Reader(b.proof, {}, short=False).names
    points, done = [Point(seed, evaluating.definitions(b)) for seed in SEEDS], set()
    for where, f in formulas(b):
        if f in done:
            continue
        done.add(f)
        known = evaluating.printed_names(b, names, [f])
        applied = frozenset(text for text in known if "(" in text)
        try:
            line = NOTATIONS[notation](sentence(f, names))
            tree = read(line, applied)
            agree([compared(f, tree, Text(point, known), (), {}) for point in points])
        except (Different, Unreadable, ZeroDivisionError, TypeError) as reason:
            yield f"{b.proof.id}, {where}: {reason}: {line}"


@pytest.mark.more
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_line_of_the_catalogue_says_what_the_kernel_has(notation: str) -> None:
    found = [difference for b in evaluating.printed_in(notation, 10) for difference in differences(b, notation)]
    assert not found, f"{len(found)} lines: " + "\n".join(found[:20])


@dataclass(frozen=True)
class Mutant:
    """One thing of a printer, a class, a module or a table, that is changed; `notation` is one in which that has to be noticed."""

    owner: Any
    name: str
    change: Callable[..., Any]  # gets what it is, and if that is a function what that is given
    notation: str = "unicode"

    def apply(self, monkeypatch: pytest.MonkeyPatch) -> None:
        if isinstance(self.owner, dict):
            monkeypatch.setitem(self.owner, self.name, self.change(self.owner[self.name]))
        else:
            whole = getattr(self.owner, self.name)
            monkeypatch.setattr(self.owner, self.name, lambda *given: self.change(whole, *given))


def turned(node: Node) -> Node:
    return SignedTerms((*node.terms[:-1], (not node.terms[-1][0], node.terms[-1][1]))) if isinstance(node, SignedTerms) else node


def loosened(shown: Any) -> Any:
    return replace(shown, op="≤") if shown.op == "<" else shown


MUTANTS = {
    "no brackets": Mutant(Writer, "wrap", lambda whole, self, text: text),
    "a quotient without brackets": Mutant(Writer, "quotient", lambda whole, self, top, low: f"{self.write(top)}/{self.write(low)}"),
    "a flipped sign": Mutant(Writer, "sum", lambda whole, self, terms: whole(self, turned(SignedTerms(terms)).terms)),
    "a lost power": Mutant(Writer, "power", lambda whole, self, base, exponent: base),
    "a relation that is not turned": Mutant(layout.TURNED, ">=", lambda whole: "≥"),
    "k ≤ M for k < M": Mutant(sentences, "arrange", lambda whole, f, names: loosened(whole(f, names))),
    "r² = 4p read as r = √p": Mutant(
        names, "_equal", lambda whole, *given: ((key, replace(m, term=2 * m.term)) for key, m in whole(*given))
    ),
    "one letter for all": Mutant(layout.Names, "inside", lambda whole, self, used: replace(self, bound=(*self.bound, "k"))),
    "no scope": Mutant(sentences, "_group", lambda whole, f, names: sentences.sentence(f, names)),
    "LaTeX without brackets": Mutant(writers.Latex, "wrap", lambda whole, self, text: text, "LaTeX"),
    "LaTeX's fractions upside down": Mutant(writers.Latex, "quotient", lambda whole, self, top, low: whole(self, low, top), "LaTeX"),
    "MathML without roots": Mutant(writers.MathMl, "root", lambda whole, self, inside, short: f"<mrow>{inside}</mrow>", "MathML"),
}


@pytest.mark.parametrize("name", sampled(list(MUTANTS), 4))
def test_a_printer_that_errs_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name].apply(monkeypatch)
    assert any(True for b in evaluating.shortest_first() for _ in differences(b, MUTANTS[name].notation)), "nobody would notice"


@pytest.mark.more
@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_claim_as_its_author_writes_it_has_the_kernels_values(notation: str) -> None:
    shown = [b for b in built().values() if isinstance(b.page.displayed, Display)]
    assert len(shown) > 90
    for b in some(shown, 20):
        facts, claim = [f for _, f in b.proof.hypotheses], b.theorem.conclusion
        line = NOTATIONS[notation](outline(b.proof, displayed=b.page.displayed).conclusion)
        known = evaluating.printed_names(b, NO_NAMES, [claim])
        tree = read(line, frozenset(text for text in known if "(" in text))
        try:
            agree([compared(claim, tree, Text(Point(seed, facts), known), (), {}) for seed in SEEDS])
        except Different as reason:
            raise AssertionError(f"{b.proof.id}: {line}") from reason


WRONG = {
    "squared-hinge-lipschitz": (
        "(at_x**2 - at_y**2)**2 <= (2*(1 + r/rho)/rho)**2*(x + y)**2",
        "(at_x - at_y)**2 <= (x - y)**2/rho",
        "x/r <= y",
    ),
    "support-vectors-greatest": ("norm(length*u + p)**2 <= 0", "norm(u - length*p)**2 <= 0", "inner(u, p) <= 0", "norm(u) <= 0"),
    "dimension-three-attained": ("inner(w, z)**2 + (inner(axis, z) - gamma)**2 + (norm(z)**2 + 1)**2 <= 0", "inner(w, z) <= 0"),
}


@pytest.mark.parametrize("id", sampled(list(WRONG), 1))
def test_a_wrong_displayed_claim_is_refused(id: str) -> None:
    page = built()[id].page
    library = {name: b.theorem for name, b in built().items()}
    for wrong in WRONG[id]:
        with pytest.raises(Rejected, match=r"is not the claim|no fact defines"):
            build(replace(page, displayed=replace(page.displayed, text=wrong)), library)
    if page.displayed.indices:
        with pytest.raises(Rejected, match="is not the claim"):
            build(replace(page, displayed=replace(page.displayed, indices=())), library)


def test_random_draws_are_printed_as_in_a_textbook() -> None:
    """Pr and E; histories and the probability that the kernel keeps for each are definitions inside the proof."""
    likely = [b for b in built().values() if isinstance(b.page.displayed, Likely)]
    assert {"online-to-batch", "online-to-batch-best", "generalisation-l1", "generalisation-l2"} <= {b.proof.id for b in likely}
    for b in likely:
        o = outline(b.proof, displayed=b.page.displayed, inner=inner(b.page))
        stated = [UNICODE.write(node) for node in (o.conclusion, *(f for _, f in o.given))]
        assert stated[0].startswith("Pr[") and len(o.given) + len(o.defined) == len(b.proof.hypotheses)
        assert not re.search(r"\b(left|tested|wrong|P)\(|for all \w: ", "\n".join(stated)), b.proof.id
        assert {symbol for symbol, _ in symbols(b.page, b.proof)}.isdisjoint({"left(k)", "tested(k)", "wrong(k)", "P(k)"})


@pytest.mark.more
def test_the_event_that_is_printed_is_the_one_whose_probability_is_bounded() -> None:
    """Whatever is told of the event, of how it is drawn or of what is small follows from the page's facts, or the page is refused."""
    library = {name: b.theorem for name, b in built().items()}
    for id, others in some([("online-to-batch", 3), ("test-set-bound", 0), ("test-set-bounds", 3)], 1):
        page = built()[id].page
        said = page.displayed
        last = said.event.second if isinstance(said.event, Both) else said.event
        lies: list[tuple[dict[str, Any], str]] = [
            ({"most": said.most + 1}, "is not the claim"),
            ({"P": seq("wrong")}, "is not the claim"),
            ({"event": Compare(last.left - 1, ">")}, "no fact makes"),
            ({"event": Compare(last.left, ">=")}, "no fact makes"),
            ({"event": Compare(-last.left, ">")}, "no fact makes"),
            ({"event": both(ge(1, 0), said.event)}, "no fact makes"),
            ({"event": eq(1, 1)}, "an inequality"),
            ({"draws": said.space[0]}, "no fact makes"),
            ({"space": (said.draws, said.space[1])}, "no fact makes"),
            ({"space": (said.space[0], seq("loss"))}, "no fact makes"),
            ({"left": seq("risk")}, "no fact makes"),
            ({"inner": said.inner | {"D ≥ 0"}}, "is a hypothesis"),
        ]
        if said.some is not None:
            lies += [({"some": (said.some[0], said.space[0])}, "no fact makes"), ({"counts": seq("risk")}, "no fact makes")]
            lies += [({"some": None}, "no fact makes")]
        assert len(lies) == 12 + others
        for lie, why in lies:
            with pytest.raises(Rejected, match=why) as refused:
                build(replace(page, displayed=replace(said, **lie)), library)
            assert "\n" not in str(refused.value)
        facts = [f for _, f in page.named_facts]
        for fact in said.meaning:
            with pytest.raises(Rejected, match="no fact makes"):
                said.check(page.claim, [f for f in facts if f != fact])


@pytest.mark.more
def test_every_symbol_that_a_page_prints_is_said_to_stand_for_something() -> None:
    """Whatever name a reader meets in the claim and the hypotheses is in the list, once, with its kind."""
    for b in some(built().values(), 30):
        told = symbols(b.page, b.proof)
        known = {symbol.removesuffix("(k)") for symbol, _ in told}
        assert len(told) == len({symbol for symbol, _ in told}) and all(meaning for _, meaning in told)
        applied = frozenset(name for name in known if "(" in name)
        o = outline(b.proof, displayed=b.page.displayed, inner=inner(b.page))
        for node in () if isinstance(b.page.displayed, Likely) else (o.conclusion, *(f for _, f in o.given)):
            assert met(read(UNICODE.write(node), applied), frozenset({"ln", "exp"})) <= known, (b.proof.id, UNICODE.write(node))


NOTATION = set("AILaΣΩe")  # articles, sums, L1, orders of growth, and e to the power
LETTER = re.compile(r"TD|[α-ωΓ-ΩA-Za-zℓ][₀-₉]*[′']?")
WORD = re.compile(r"[A-Za-z]['’]s\b|`[^`]*`|(?!TD)[A-Za-zé’'–-]*[A-Za-z]{2,}[A-Za-zé’'–-]*(?![₀-₉])")


def letters(text: str) -> set[str]:
    """The symbols in prose: what is no word."""
    return set(LETTER.findall(WORD.sub(" ", text)))


@pytest.mark.more
def test_every_symbol_in_a_title_is_on_the_page_or_in_its_list() -> None:
    """As a symbol of the statement, in what is said of those or of the claim, or where the title says itself what it is."""
    for b in some(built().values(), 30):
        o = outline(b.proof, displayed=b.page.displayed)
        said = [f"{symbol} {meaning}" for symbol, meaning in symbols(b.page, b.proof)]
        text = " ".join([UNICODE.write(o.conclusion), *(UNICODE.write(f) for _, f in o.given), *said, b.page.words])
        own = {name for name in letters(b.page.title) if re.search(rf"(?<!\w){name} = |\((?:[^()]*, )?{name}[,)]", b.page.title)}
        assert letters(b.page.title) - letters(text) - own <= NOTATION, b.page.id


def test_every_symbol_is_explained_in_words() -> None:
    """A kind alone (a real number) is no explanation."""
    kinds = {f"{b.page.id}: {symbol}" for b in built().values() for symbol, meaning in symbols(b.page, b.proof) if "; " not in meaning}
    assert kinds == set()


def test_explanations_of_symbols_are_not_the_names_of_facts() -> None:
    """A page without an entry for N printed “N: N starts”."""
    for b in built().values():
        names = {fact.name for fact in b.page.facts if fact.name.endswith(" starts")}
        assert {symbol for symbol, meaning in symbols(b.page, b.proof) if meaning.split("; ")[-1] in {*names, symbol}} == set(), b.page.id


def test_symbols_each_entry_is_the_meaning_on_a_page() -> None:
    """The first entry for a page counts: behind the table of all pages, `prank` and `hedge` counted updates instead of rounds."""
    for pages, entries in tables():
        for symbol, text in entries.items():
            ids = [id for id in items_by_id() if any(fnmatchcase(id, name) for name in pages)]
            assert not ids or text in {meaning(id, symbol) for id in ids}, (pages, symbol)


def test_symbols_of_exponentiated_gradient_are_its_own() -> None:
    assert meaning("exponentiated-gradient", "l(k)").startswith("the subgradient")
    assert meaning("exponentiated-gradient", "M") == "the number of rounds"


def test_no_symbol_is_printed_by_the_number_of_its_letter() -> None:
    """Letters that could be taken for others are; a page uses none of them."""
    assert {b.page.id for b in built().values() for symbol, _ in symbols(b.page, b.proof) if "\\u{" in symbol} == set()


def met(tree: object, bound: frozenset[str]) -> set[str]:
    """The free names in what is read."""
    if isinstance(tree, tuple):
        return {name for part in tree for name in met(part, bound)}
    if not isinstance(tree, Tree):
        return set()
    if tree.what == "for all":
        return met(tree.parts[1:], bound | {tree.parts[0]})
    if tree.what == "Σ":  # the number below which it runs is outside it
        return met(tree.parts[1], bound) | met(tree.parts[2:], bound | {tree.parts[0]})
    own = {tree.parts[0]} - bound if tree.what in ("name", "at") else set()
    return own | met(tree.parts, bound)


def test_the_order_of_sums_is_the_same_wherever_they_lie_in_memory() -> None:
    names = ("met", "c", "b", "a")
    kept: list[Polynomial] = []
    for k in range(40):
        turned = names[k % 4 :] + names[: k % 4]
        kept += [Polynomial.atom(Total(Index("T"), Polynomial.atom(Real(name, Index(0))))) for name in turned]
    written = {UNICODE.write(layout.polynomial(sum(kept[i : i + 4], ZERO))) for i in range(0, len(kept), 4)}
    assert written == {"Σ(k < T: a(k)) + Σ(k < T: b(k)) + Σ(k < T: c(k)) + Σ(k < T: met(k))"}


# --- Checks and reasons


class Printed:
    """The short form of a proof as a reader has it, with the kernel's steps beside it."""

    def __init__(self, b: BuiltProof) -> None:
        self.b, self.reader = b, _Reader(b.proof, dict(b.notes), short=True)
        self.entries = outline(b.proof, b.notes).entries
        self.steps: dict[str, Step] = {s.name: s for s in b.proof.steps}
        self.claims = dict(b.proof.hypotheses) | {s.name: s.claim for s in b.proof.steps}
        self.points = [Point(seed, evaluating.definitions(b)) for seed in SEEDS]

    def known(self, e: ProofLine) -> dict[str, list[tuple[str, str]]]:
        step = self.steps[e.name]
        return evaluating.printed_names(self.b, self.reader.names, [step.claim, *(claim for p in step.premises for claim in self.way(p))])

    def way(self, name: str) -> Iterator[Formula]:
        """The line, and those without a number by which it was reached."""
        yield self.claims[name]
        if name in self.steps and name not in self.reader.number:
            for premise in self.steps[name].premises[:1]:
                yield from self.way(premise)


def misprints(page: Printed, notation: str) -> Iterator[str]:
    """Where a check that is printed is no identity, or a reason says something else than the kernel did."""
    for e in page.entries:
        try:
            if e.check is not None:
                check(page, e, NOTATIONS[notation])
            told(page, e, NOTATIONS[notation])
        except (Different, Unreadable, ZeroDivisionError, TypeError, KeyError) as reason:
            yield f"{page.b.proof.id}, step {e.label}: {type(reason).__name__} {reason}: {UNICODE.write(e.reason)}; {e.check}"


def check(page: Printed, e: ProofLine, write: Callable[[Node], str]) -> None:
    """The identity of a check at random values.  Raises Different."""
    known = page.known(e)
    applied = frozenset(text for text in known if "(" in text)
    lines = {n: page.entries[int(n[1:-1]) - 1].claim for n in e.cites} | {fact.label: fact.claim for fact in e.facts}
    tree = read(write(e.check.identity), applied, labelled=True)
    for point in page.points:
        text = Text(point, known)
        labels = {label: gap(read(UNICODE.write(line), applied), text) for label, line in lines.items()}
        labels["ζ"] = -gap(read(UNICODE.write(e.claim), applied), text)
        left, right = (Text(point, known, labels).of(side, {}) for side in tree.parts)
        if left != right:
            raise Different(f"{left} is not {right}")


def gap(line: Tree, text: Text) -> fmpq:
    """The larger side of a line minus the smaller; left minus right of an equation."""
    left, right = (text.of(side, {}) for side in line.parts)
    difference: fmpq = evaluating.plus(left, evaluating.times(fmpq(-1), right))
    return -difference if line.what in ("≤", "<") else difference


def told(page: Printed, e: ProofLine, write: Callable[[Node], str]) -> None:
    """What a reason says of the terms that a step was given.  Raises Different."""
    step = page.steps[e.name]
    known = page.known(e)
    for letter, node, value in given(page, e, step):
        tree = read_term(write(node), frozenset(text for text in known if "(" in text))
        for point in page.points:
            k = point.natural_drawn("place")
            if not same(Text(point, known).of(tree, {letter: k} if letter else {}), valued(point, value, k)):
                raise Different(f"{UNICODE.write(node)} is printed for {value}")


def given(page: Printed, e: ProofLine, step: Step) -> Iterator[tuple[str, Node, Any]]:
    """The terms in a reason, each with the letter of its bound index and with the kernel's."""
    items: tuple[Any, ...] = e.reason.items if isinstance(e.reason, Strung) else ()
    if step.rule == "cut":
        images = [image for _, name, image in step.data["substitution"] if not composite(str(name))]  # type: ignore[union-attr,misc]
        if len(images) != len(items) - 1:
            raise Different(f"{len(items) - 1} of {len(images)} names are said to be replaced")
        for row, image in zip(items[1:], images, strict=True):
            named = row.items[1]
            yield UNICODE.write(named.argument) if isinstance(named, At) else "", row.items[3], image
    if step.rule in ("root", "inverse"):
        f = page.claims[step.premises[0]]
        of = f.body if isinstance(f, ForAll) else f
        claim = read(UNICODE.write(e.claim), frozenset(text for text in page.known(e) if "(" in text))
        yield claim.parts[0] if claim.what == "for all" else "", items[3], of.left
    if step.rule in PLACED:
        yield "", items[2], step.data[PLACED[step.rule]]
    for name, fact in page.reader.facts(step).items():
        yield from places(page, name, fact.origin)


PLACED = {"instantiate": "at", "expand": "with"}


def places(page: Printed, name: str, origin: Node) -> Iterator[tuple[str, Node, Any]]:
    """Where a fact is from: at which numbers, or times which vector, its line was taken."""
    while name in page.steps and name not in page.reader.number:
        s = page.steps[name]
        if s.rule in PLACED:
            yield "", origin.items[2], s.data[PLACED[s.rule]]
            origin = origin.items[0]
        elif s.rule not in THROUGH:
            return
        name = s.premises[0]


# Rules whose fact is from where their first premise is.
THROUGH = ("apply", "part", "discharge", "forget", "cut", "cases", "induction", "sum", "root", "inverse", "axiom", "integer")


def valued(point: Point, value: Polynomial | Vector | Index, k: int) -> Any:
    if isinstance(value, Polynomial):
        return point.real(value, (k,))
    return point.combination(value, (k,)) if isinstance(value, Vector) else fmpq(point.natural(value, (k,)))


def same(a: Any, b: Any) -> bool:
    """0 is printed for the null vector too."""
    return bool(a == b) or (isinstance(b, tuple) and not any(b) and a == 0)


@pytest.mark.more
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_check_and_reason_of_the_catalogue_says_what_the_kernel_did(notation: str) -> None:
    pages = [Printed(b) for b in evaluating.printed_in(notation, 10)]
    assert sum(e.check is not None for page in pages for e in page.entries) > 2 * len(pages) >= 20
    found = [difference for page in pages for difference in misprints(page, notation)]
    assert not found, f"{len(found)} steps: " + "\n".join(found[:20])


Reasons = reasons.Reasons
CHECK_MUTANTS = {
    "what is subtracted is added": Mutant(reasons, "_sum", lambda whole, *given: turned(whole(*given))),
    "a line printed divided by 2 is cited as it was": Mutant(
        reasons, "arrange", lambda whole, f, names: replace(whole(f, names), scale=Fraction(1))
    ),
    "k < M is not k + 1 ≤ M": Mutant(reasons, "_less", lambda whole, node, slack: node),
    "a theorem is cited with another term": Mutant(reasons, "polynomial", lambda whole, p, names: whole(2 * p, names)),
    "a line is taken at the next number": Mutant(
        Reasons, "image", lambda whole, self, at, names: whole(self, at + 1 if isinstance(at, Index) else at, names)
    ),
    "fewer images": Mutant(Reasons, "substitution", lambda whole, self, entries: whole(self, entries)[1:]),
    "LaTeX without roots": Mutant(writers.Latex, "root", lambda whole, self, inside, short: inside, "LaTeX"),
    "MathML's products for quotients": Mutant(
        writers.MathMl, "quotient", lambda whole, self, *parts: f"<mrow>{''.join(self.write(p, 2) for p in parts)}</mrow>", "MathML"
    ),
}


@pytest.mark.parametrize("name", sampled(list(CHECK_MUTANTS), 3))
def test_a_printer_of_checks_and_reasons_that_errs_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CHECK_MUTANTS[name].apply(monkeypatch)
    wrong = (difference for b in evaluating.shortest_first() for difference in misprints(Printed(b), CHECK_MUTANTS[name].notation))
    assert any(wrong), "nobody would notice"


# --- Two terms that differ are printed differently, whatever their names are, and what is printed of them is read back as it was meant.
#
# Names come from anybody's file. The reader is that of the catalogue; it knows which names there are, and takes a spelling that two of them
# might have for a fault.


GROUPS = (  # names that may be taken for one another, or for what is written with them
    ("x", "x(k)", "x2", "x₂", "x'", "x′", "x (real)", "real", "“x”", "√x", "1/x"),
    ("k", "j", "i, j", "(k)", "k,", "k + 1", "k17", "for all k", "⌊k⌋"),
    ("exp", "exp(3)", "ln", "ln(2)", "function “f”", "f", "e"),
    ("Σ", "Σ(k)", "ΣΩ", "Ω", "φ", "φ(0)", "π"),
    ("a b", "a  b", "ab", "a−b", "a-b", "a--b", "-", "−", "''", '"', "", " ", "2", "М", "a\nb", "$x$", "~", "its"),
)
NAMES = tuple(name for group in GROUPS for name in group)
HERE, LISTED = Index("k"), (Index("k"), Index("j"))
PLACES = (Index(None), Index(None, 2), HERE, Index((HERE,)), Index(LISTED), Index(()), Index((HERE, Index((HERE,)))), Index((HERE,), 1))


def named(name: str) -> list[object]:
    """An atom of every kind with that name."""
    vectors = (Inner(frozenset({Vec(name)})), Inner(frozenset({Vec(name, HERE), Vec("x")})))
    return [Real(name), Nat(name), *(f for at in (2, Nat("k")) for f in called(name, at)), *vectors]


def called(name: str, at: object) -> tuple[object, ...]:
    """A function and a sequence with that name, at a number."""
    return Fn(name, Polynomial.of(at) if at == 2 else Polynomial.atom(at)), Real(name, Index(None, 2) if at == 2 else HERE)  # type: ignore[arg-type]


def pairs() -> Iterator[tuple[object, object]]:
    for name in NAMES:
        yield from combinations(named(name), 2)
    for group in GROUPS:
        yield from combinations(
            [atom for name in group for atom in (Real(name), Nat(name), Fn(name, Polynomial.of(2)), Real(name, HERE))], 2
        )
    yield from combinations(map(Real, NAMES), 2)
    listed = [atom for at in PLACES for atom in (Real("x", at), Total(at.under(1), Polynomial.atom(Real("x", Index(0)))))]
    yield from combinations([*listed, Nat((HERE,)), Nat(LISTED), Nat(()), Nat("k"), Real("x"), Real("x(k)")], 2)


def test_terms_that_differ_are_printed_differently() -> None:
    """In the letters that a theorem about both gives them; blanks count as a browser shows them."""
    alike = set()
    for a, b in pairs():
        p, q = Polynomial.atom(a), Polynomial.atom(b)
        names = theorem_names([p, q])
        one, other = sentence(Compare(p, ">"), names), sentence(Compare(q, ">"), names)
        alike |= {
            write(one)
            for write in (UNICODE.write, LATEX.write, HTML.write)
            if a != b and " ".join(write(one).split()) == " ".join(write(other).split())
        }
    assert alike == set()


@pytest.mark.parametrize("notation", NOTATIONS)
def test_what_is_printed_of_hostile_names_is_read_as_it_was_meant(notation: str) -> None:
    """A name as one kind and as another, in one claim: a > b + 1."""
    for name in [name for name in NAMES if not name.startswith("⌊")]:  # a floor has a value only where it is defined
        for a, b in combinations(map(Polynomial.atom, named(name)), 2):
            f = Compare(a - b - 1, ">")
            spelled = Spelled([f])
            line = NOTATIONS[notation](sentence(f, theorem_names([f])))
            tree = read(line, frozenset(text for text in spelled if "(" in text and "“" not in text))
            agree([compared(f, tree, Text(Point(seed, [f]), spelled), (), {}) for seed in (1, 2)])  # type: ignore[arg-type]
