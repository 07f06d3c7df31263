"""What is printed is the formula: every claim, hypothesis and step of the catalogue, read back, has the kernel's values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from proofs.derive.authoring.terms import both, eq, ge, seq
from proofs.derive.typesetting import layout, names, sentences, writers
from proofs.derive.typesetting.layout import NO_NAMES
from proofs.derive.typesetting.sentences import sentence
from proofs.derive.typesetting.writers import UNICODE, Writer
from proofs.kernel import Both, Compare, Formula, Index, Polynomial, Real, Rejected
from proofs.kernel import Sum as Total
from proofs.kernel.polynomial import ZERO
from proofs.report.proofs.render import _Reader, outline
from proofs.report.proofs.theorem import inner, symbols
from proofs.statements.displayed import Displayed, Likely
from proofs.statements.page import Built, build
from proofs.statements.property import Property
from tests.amounts import sampled, some
from tests.report.evaluating import (
    NOTATIONS,
    SEEDS,
    Different,
    Mutant,
    Point,
    Text,
    agree,
    built,
    compared,
    definitions,
    printed_in,
    printed_names,
    shortest_first,
)
from tests.report.reading import Tree, Unreadable, read


def formulas(b: Built) -> Iterator[tuple[str, Formula]]:
    """Everything that is printed of a proof, with where it stands."""
    yield from b.proof.hypotheses
    for step in b.proof.steps:
        yield step.name, step.claim


def differences(b: Built, notation: str) -> Iterator[str]:
    """Where what is printed of a proof is not what the kernel has."""
    names = _Reader(b.proof, {}, short=False).names
    points, done = [Point(seed, definitions(b)) for seed in SEEDS], set()
    for where, f in formulas(b):
        if f in done:
            continue
        done.add(f)
        known = printed_names(b, names, [f])
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
    found = [difference for b in printed_in(notation, 10) for difference in differences(b, notation)]
    assert not found, f"{len(found)} lines: " + "\n".join(found[:20])


MUTANTS = {
    "no brackets": Mutant("unicode", Writer, "wrapped", lambda whole: lambda self, text: text),
    "sums in a quotient lose their brackets": Mutant(
        "unicode", Writer, "quotient", lambda whole: lambda self, top, bottom: f"{self.write(top)}/{self.write(bottom)}"
    ),
    "a flipped sign": Mutant(
        "unicode", Writer, "sum", lambda whole: lambda self, terms: whole(self, (*terms[:-1], (not terms[-1][0], terms[-1][1])))
    ),
    "a lost power": Mutant("unicode", Writer, "power", lambda whole: lambda self, base, exponent: base),
    "a relation that is not turned": Mutant("unicode", layout.TURNED, ">=", lambda whole: "≥"),
    "k ≤ M for k < M": Mutant(
        "unicode",
        sentences,
        "arranged",
        lambda whole: lambda f, names: replace(shown, op="≤") if (shown := whole(f, names)).op == "<" else shown,
    ),
    "r² = 4p read as r = √p": Mutant(
        "unicode",
        names,
        "_equal",
        lambda whole: lambda p, many, signs: ((key, replace(m, term=2 * m.term)) for key, m in whole(p, many, signs)),
    ),
    "one letter for all": Mutant(
        "unicode", layout.Names, "inside", lambda whole: lambda self, used: replace(self, bound=(*self.bound, "k"))
    ),
    "no scope": Mutant("unicode", sentences, "_grouped", lambda whole: lambda f, names: sentences.sentence(f, names)),
    "LaTeX without brackets": Mutant("LaTeX", writers.Latex, "wrapped", lambda whole: lambda self, text: text),
    "LaTeX's fractions upside down": Mutant(
        "LaTeX", writers.Latex, "quotient", lambda whole: lambda self, top, bottom: rf"\frac{{{self.write(bottom)}}}{{{self.write(top)}}}"
    ),
    "MathML without roots": Mutant("MathML", writers.MathMl, "root", lambda whole: lambda self, inside, short: f"<mrow>{inside}</mrow>"),
}


@pytest.mark.parametrize("name", sampled(list(MUTANTS), 4))
def test_a_printer_that_errs_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name].apply(monkeypatch)
    assert any(True for b in shortest_first() for _ in differences(b, MUTANTS[name].notation)), "nobody would notice"


@pytest.mark.more
@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_claim_as_its_author_writes_it_has_the_kernels_values(notation: str) -> None:
    shown = [b for b in built().values() if isinstance(b.page.displayed, Displayed)]
    assert len(shown) > 90
    for b in some(shown, 20):
        facts, claim = [f for _, f in b.proof.hypotheses], b.theorem.conclusion
        line = NOTATIONS[notation](outline(b.proof, displayed=b.page.displayed).conclusion)
        known = printed_names(b, NO_NAMES, [claim])
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
    assert isinstance(page, Property) and isinstance(page.displayed, Displayed)
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


def test_the_event_that_is_printed_is_the_one_whose_probability_is_bounded() -> None:
    """Whatever is told of the event, of how it is drawn or of what is small follows from the page's facts, or the page is refused."""
    library = {name: b.theorem for name, b in built().items()}
    for id, others in (("online-to-batch", 3), ("test-set-bound", 0), ("test-set-bounds", 3)):
        page = built()[id].page
        said = page.displayed
        assert isinstance(said, Likely) and isinstance(page, Property)
        last = said.event.second if isinstance(said.event, Both) else said.event
        assert isinstance(last, Compare)
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
        facts = [f for _, f in page.named]
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
