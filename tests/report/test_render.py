"""What is printed says what the kernel checked, in mathematics that a student and a LaTeX reader can read."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest
from matplotlib.mathtext import MathTextParser

from proofs.derive.authoring import terms
from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, inner, nat, number, real, seq, vec, vseq
from proofs.derive.typesetting.layout import square_root, vector
from proofs.derive.typesetting.names import defines, meanings
from proofs.derive.typesetting.sentences import sentence
from proofs.derive.typesetting.writers import LATEX, UNICODE, Power, Symbol, tex_text
from proofs.kernel import Compare, Formula, Index, Nat, Polynomial, Real
from proofs.kernel.formula import ForAll
from proofs.report.proofs import pages, render, theorem
from proofs.report.proofs.render import _Reader, outline, same
from proofs.statements.page import BuiltProof
from proofs.theorems import catalogue
from tests.amounts import rows, some, tries
from tests.kernel.helpers import certificate, proof, step
from tests.report.evaluating import built as every_proof

k, j, M = nat("k"), nat("j"), nat("M")
w, z, u, v = vseq("w"), vseq("z"), vec("u"), vec("v")
gamma, R, q, s, U = real("γ"), real("R"), real("1/γ"), real("√S₂"), real("‖u‖")
TD, S2, n = seq("TD"), seq("S2"), seq("‖w‖")

MEANT = [
    eq(q * gamma, 1),
    ge(s, 0),
    eq(s * s, S2(M)),
    ge(U, 0),
    eq(U * U, inner(u, u)),
    every(k, both(ge(n(k), 0), eq(n(k) ** 2, inner(w(k), w(k))))),
]


@pytest.mark.parametrize(("text", "written"), rows(__file__, "formulas.txt"))
def test_formulas_read_as_on_paper(text: str, written: str) -> None:
    assert str(render.formula(eval(written, vars(terms) | globals()), MEANT)) == text


FLOOR = nat("⌊R⌋")
DEFINE = [*MEANT, both(ge(s, 0), eq(s * s, S2(M))), ge(R, number(FLOOR)), gt(number(FLOOR) + 1, R)]
SAY_MORE = [
    *(ge(q, 1), ge(q, 0), gt(s, 0), ge(s, 1), ge(U, 1), eq(q * gamma, 2), eq(q * gamma * gamma, 1), eq(s * s, 2 * S2(M)), eq(s, S2(M))),
    *(both(eq(q * gamma, 1), gt(gamma, 0)), implies(ge(gamma, 0), eq(q * gamma, 1)), every(k, ge(n(k), 1)), every(k, ge(n(k + 1), 0))),
    *(ge(R, number(FLOOR) + 1), gt(R, number(FLOOR)), gt(number(FLOOR) + 2, R), ge(gamma, 0), eq(U * U, inner(v, v))),
]


@pytest.mark.parametrize("fact", DEFINE, ids=lambda f: str(render.formula(f, DEFINE)))
def test_a_fact_that_only_defines_a_symbol_is_told_by_it(fact: Formula) -> None:
    assert defines(fact, meanings(DEFINE))


@pytest.mark.parametrize("fact", SAY_MORE, ids=lambda f: str(render.formula(f, DEFINE)))
def test_a_fact_that_says_more_than_its_symbol_is_no_definition(fact: Formula) -> None:
    """`show --linear` leaves definitions out, and must not leave out a hypothesis."""
    assert not defines(fact, meanings(DEFINE))


@pytest.mark.parametrize("name", ["1/γ", "√S₂", "‖u‖", "⌊γ⌋"])
def test_a_name_is_a_term_only_where_the_facts_define_it(name: str) -> None:
    x = number(nat(name)) if name[0] == "⌊" else real(name)
    assert str(render.formula(ge(x, 1))) == f"“{name}” ≥ 1"


@pytest.fixture(scope="module")
def built() -> dict[str, BuiltProof]:
    kept = {"norm-growth", *some([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)], 12)}
    return {id: b for id, b in catalogue.build_ids().items() if id in kept}


@pytest.mark.more
def test_every_formula_is_good_latex(built: dict[str, BuiltProof]) -> None:
    parser = MathTextParser("path")
    done: set[str] = set()
    for b in built.values():
        names = _Reader(b.proof, {}, short=False).names
        for t in b.proof.steps:
            latex = LATEX.write(sentence(t.claim, names))
            if latex not in done and len(done) < tries(400, few=120):
                parser.parse(f"${re.sub(r'.(?:[Bb]ig[lr]|allowbreak)', '', latex)}$")
                done.add(latex)
            assert latex.count("{") == latex.count("}")
    assert len(done) > 100


@pytest.mark.more
def test_the_short_form_hides_bookkeeping_and_the_long_form_nothing(built: dict[str, BuiltProof]) -> None:
    for b in built.values():
        short, whole = outline(b.proof, b.notes), outline(b.proof, b.notes, short=False)
        assert len(whole.entries) == len(b.proof.steps)
        assert len(short.entries) <= len(whole.entries)
        assert [int(e.label) for e in short.entries] == list(range(1, len(short.entries) + 1))
        assert short.entries[-1].claim == short.conclusion
        for e in (*short.entries, *whole.entries):
            assert all(int(c[1:-1]) < int(e.label) for c in e.cites)
            assert e.depth >= 0
        notes = {e.note for e in short.entries if e.note}
        claims = [UNICODE.write(e.claim) for e in short.entries]
        own = {b.notes[name] for name in b.notes if name not in {t.name for t in b.proof.steps if t.rule == "forget"}}
        assert all(any(same(note, claim) for claim in claims) for note in own - notes)  # what only repeats its line
        assert not any(e.rule in ("forget", "apply", "instantiate") and not e.note and e is not short.entries[-1] for e in short.entries)


def test_a_proof_for_a_student(built: dict[str, BuiltProof]) -> None:
    b = built["norm-growth"]
    text = render.proof(b.proof, b.notes, title="Energy").unicode
    for wanted in ("Energy", "Given", "mistake-driven", "induction hypothesis", "base case", "induction step", "NG (4)", "check: ", "∎"):
        assert wanted in text
    assert re.search(r"\(a\) .*update at k, times w\(k\+1\)", text)
    assert max(len(line) for line in text.splitlines()) < 200


def well_formed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{fragment}</div>")


@pytest.mark.more
def test_a_printed_proof_is_html_that_needs_no_network_and_balanced_latex(built: dict[str, BuiltProof]) -> None:
    for b in built.values():
        shown = render.proof(b.proof, b.notes)
        well_formed(shown.html)
        page, document = pages.html_document(shown.html, b.proof.id), pages.latex_document(shown.latex)
        assert not re.search(r"https?:|<script|<link|<img|@import|url\(", page)
        assert page.startswith("<!doctype html>") and 'charset="utf-8"' in page
        assert document.count(r"\begin{") == document.count(r"\end{")
        stripped = re.sub(r"\\[{}$]", "", document)
        assert stripped.count("{") == stripped.count("}")
        assert stripped.count("$") % 2 == 0
        assert not set(re.sub(r"[ -~\s]", "", document)) - set("’“”–∎")


def test_a_power_of_a_power_is_not_misread() -> None:
    squared = Power(Power(Symbol("R"), 2), 2)
    assert (UNICODE.write(squared), LATEX.write(squared)) == ("(R²)²", "(R^{2})^{2}")


def test_what_text_fonts_lack_is_mathematics() -> None:
    assert tex_text("a < 1 > b, xᵈ") == "$a < 1 > b$, $x^{d}$"


HOSTILE = '<script>alert("x")</script>&\\input{/etc/passwd}$%#_^~'


def test_hostile_names_are_only_text() -> None:
    x = real(HOSTILE)
    line = certificate("c", ge(2 * x, 0), HOSTILE, terms=[[Fraction(2), [HOSTILE]]])
    shown = render.proof(proof({HOSTILE: ge(x, 0)}, line), {"c": HOSTILE}, title=HOSTILE)
    assert "<script" not in shown.html
    well_formed(shown.html)
    assert "\\input" not in shown.latex
    assert "$" not in re.sub(r"\$[^$]*\$", "", shown.latex.replace(r"\$", ""))
    assert "\\backslashinput" not in shown.latex


def test_numbered_names_of_indices_are_shown_as_letters() -> None:
    a, b = nat("k17"), nat("k3")
    assert str(render.formula(ge(TD(a), 0))) == "TD(k) ≥ 0"
    assert str(render.formula(ge(TD(a), TD(b)))) in ("TD(k) ≥ TD(j)", "TD(j) ≥ TD(k)")


def test_renderings_show_themselves_in_jupyter() -> None:
    formula = render.formula(gt(gamma, 0))
    assert formula._repr_latex_() == r"$\displaystyle \gamma  > 0$"
    assert formula._repr_html_() is None
    whole = render.proof(proof({}, step("s", "square", ge(inner(u, u), 0), of=u)))
    assert whole._repr_latex_() is None
    assert (whole._repr_html_() or "").startswith("<section")
    assert UNICODE.write(vector(2 * u - gamma * v)) == "2u − γv"
    assert [formula.to(f) for f in render.FORMATS] == ["γ > 0", r"\gamma  > 0", "<math><mi>γ</mi><mo>&gt;</mo><mn>0</mn></math>"]
    with pytest.raises(ValueError, match="formats"):
        formula.to("word")


def test_perfect_squares_are_recognised_and_others_are_not() -> None:
    base = 2 * gamma * TD(k) + q - Fraction(1, 3)
    root = square_root(base * base)
    assert root is not None and root * root == base * base
    for other in (base * base + 1, base * gamma, gamma * gamma + R * R, -base * base, 2 * base * base):
        assert square_root(other) is None


def test_indices_without_a_quantifier_are_shown_all_the_same() -> None:
    loose = ForAll(Compare(Polynomial.atom(Real("S", Index(0))) - Polynomial.atom(Nat(0)), ">="))
    assert str(render.formula(loose)) == "for all k: S(k) ≥ k"
    assert "#0" in str(render.formula(Compare(Polynomial.atom(Nat(0)), ">=")))


# --- A proof as LaTeX compiles, and none of its lines runs into the margin; skipped where there is no pdflatex


SAMPLE = ("margin-perceptron-sharp", "hinge-l2-printed", "hoeffding-end-first", "margin-perceptron-constant", "squared-hinge", "winnow")
NARROW = r"\usepackage[textwidth=345pt]{geometry}"  # that of the class article


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pages_compile_and_stay_within_narrow_margins(tmp_path: Path) -> None:
    document = theorem.document([(every_proof()[id].page, every_proof()[id]) for id in SAMPLE])
    (tmp_path / "sample.tex").write_text(re.sub(r"\\usepackage\[margin[^\n]*", lambda _: NARROW, document), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "sample.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.findall(r"Overfull \\hbox[^\n]*", (tmp_path / "sample.log").read_text(errors="replace")) == []


@pytest.mark.parametrize("id", SAMPLE)
def test_no_label_is_in_two_brackets_and_no_radical_is_empty(id: str) -> None:
    latex = theorem.render_item(every_proof()[id].page, every_proof()[id], "latex")
    assert "((" + "1))" not in latex
    assert not re.search(r"\\(?:makebox|fbox|[lr]lap)\b", latex), "pandoc leaves out what stands in a box"
    assert r"\surd" not in latex and r"\sqrt{}" not in latex
    assert r"\left(" not in latex.split("How the bound is found")[0]


def test_formulas_in_prose_are_set_as_formulas() -> None:
    assert tex_text("MR (7): M ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))², for every γ") == (
        r"MR (7): $M \leq  (H_{2}/2 + \sqrt{H_{2}^{2}/4 + \sqrt{\Sigma \|x\|^{2}}/\gamma})^{2}$, for every $\gamma$"
    )
    assert tex_text("a tie (`winnow-fixed-rate`) at 100%") == r"a tie (\texttt{winnow-fixed-rate}) at 100\%"
