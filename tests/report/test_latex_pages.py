"""A proof as LaTeX compiles, and none of its lines runs into the margin; skipped where there is no pdflatex."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from proofs.report.proofs import theorem
from proofs.report.typesetting.writers import tex_text
from tests.report.printed import built

SAMPLE = ("margin-perceptron-sharp", "hinge-l2-printed", "hoeffding-end-first", "margin-perceptron-constant", "squared-hinge", "winnow")
NARROW = r"\usepackage[textwidth=345pt]{geometry}"  # that of the class article


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pages_compile_and_stay_within_narrow_margins(tmp_path: Path) -> None:
    document = theorem.document([(built()[id].page, built()[id]) for id in SAMPLE])
    (tmp_path / "sample.tex").write_text(re.sub(r"\\usepackage\[margin[^\n]*", lambda _: NARROW, document), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "sample.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.findall(r"Overfull \\hbox[^\n]*", (tmp_path / "sample.log").read_text(errors="replace")) == []


@pytest.mark.parametrize("id", SAMPLE)
def test_no_label_is_in_two_brackets_and_no_radical_is_empty(id: str) -> None:
    latex = theorem.shown(built()[id].page, built()[id], "latex")
    assert "((" + "1))" not in latex
    assert r"\surd" not in latex and r"\sqrt{}" not in latex
    assert r"\left(" not in latex.split("How the bound is found")[0]


def test_formulas_in_prose_are_set_as_formulas() -> None:
    assert tex_text("MR (7): M ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))², for every γ") == (
        r"MR (7): $M \leq  (H_{2}/2 + \sqrt{H_{2}^{2}/4 + \sqrt{\Sigma \|x\|^{2}}/\gamma})^{2}$, for every $\gamma$"
    )
    assert tex_text("a tie (`winnow-fixed-rate`) at 100%") == r"a tie (\texttt{winnow-fixed-rate}) at 100\%"
