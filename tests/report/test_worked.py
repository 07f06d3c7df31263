"""SymPy's derivation beside the kernel's lines, to click through in Jupyter and on a handout."""

import re
from dataclasses import replace
from datetime import date

import pytest
import sympy as sp

from perceptron.errors import InputError
from proofs.derive.sympy.derivation import PROPOSES
from proofs.derive.sympy.signs import WrongStep
from proofs.report.book.contents import Book
from proofs.report.book.lectures.handout import DETAILS, make
from proofs.report.notebook import exhibit
from proofs.report.proofs.worked import SteppedDerivation, lines_beside
from proofs.theorems import catalogue


def test_stepping_has_a_frame_for_each_step_beside_its_line() -> None:
    shown = exhibit("novikoff").stepping
    page = shown._repr_html_()
    steps = len(shown.worked)
    assert len(re.findall(r'<div class="frame f\d+"', page)) == len(re.findall(r'<input type="radio"', page)) == steps
    assert page.count("next ›") == page.count("‹ back") == steps - 1 and " checked" in page
    assert page.count("In the kernel’s proof this is line") == len(shown.lines) >= 4 and PROPOSES in page
    frame = page.split('<div class="frame f')[steps]
    assert f"line {shown.lines[steps - 1].label}" in frame, "the last step is the last line of the proof"


def test_stepping_computes_each_step_again() -> None:
    shown = exhibit("novikoff").stepping
    wrong = shown.worked.alter(3, right=sp.Integer(7))
    with pytest.raises(WrongStep):
        replace(shown, worked=wrong)


def test_stepping_of_a_theorem_without_a_derivation_is_the_reason() -> None:
    item = exhibit("irrelevant-variables")
    assert item.stepping._repr_html_() == item.derivation.html and "SymPy has nothing to find" in item.derivation.html
    with pytest.raises(InputError, match="got a lemma"):
        _ = exhibit("winnow-positive").stepping


def test_handout_shows_the_derivation_with_the_lines_that_say_the_same() -> None:
    theorem = catalogue.theorem("novikoff")
    book = Book(catalogue.build_ids(["novikoff"]), {}, date.today())
    paper = make(theorem, book, DETAILS[0])
    worked = SteppedDerivation(theorem.derivation(), {}).worked  # type: ignore[misc]
    labels = {line.label for line in lines_beside("novikoff", worked, book.built).values()}
    for text in (paper.body, paper.latex):
        assert "How the bound is found" in text
    assert all(f"line {label} of the proof" in paper.body for label in labels) and labels
    assert "How the bound is found" not in make(theorem, book, DETAILS[-1]).body
