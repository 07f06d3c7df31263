"""The parts of a page that scripts make interactive: bounds with sliders, runs to step through, two games, the proof that checks itself,
and the run that a reader edits and the judge judges. Without a script each is a table or a text.

`INTERACTIONS` names the first four; a page takes `fragment(name)`, and a notebook shows `Interaction(name)`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron import Examples, Perceptron, measure, run
from perceptron.errors import InputError
from perceptron.extras import optional
from perceptron.extremal.forcing_games import orthonormal_game
from perceptron.extremal.sequences import margin_spiral, plane, spiral
from proofs.counterexample import Counterexample, judge
from proofs.derive.typesetting.writers import UNICODE
from proofs.report import fill_template, style
from proofs.report.live.files import SCRIPTS, script
from proofs.report.proofs.pages import count
from proofs.report.proofs.render import steps
from proofs.statements.page import BuiltProof
from proofs.theorems import catalogue

Table = tuple[str, Sequence[str], Iterable[Sequence[object]]]  # what it shows, its head, its rows
GAMMAS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 5), Fraction(1, 10))


def _bounds() -> Table:
    rows = [(g, 1, plane(g).M, spiral(g).M, 1 / g**2, margin_spiral(g).M, 8 / g**2 - 4) for g in GAMMAS]
    head = ("γ", "on a line", "in the plane", "in space", "Novikoff: 1/γ²", "Margin Perceptron, ε = 1/2", "its bound: 8/γ² − 4")
    return "Updates that an adversary forces, beside the bounds: each run is exact.", head, rows


def _hinge() -> Table:
    rows = []
    for n in (0, 2, 8):
        trace = run(Perceptron(), noisy(3, n))
        for rho in (Fraction(1, 3), Fraction(2, 3), Fraction(1)):
            quantities = measure(trace, ["1/3"] * 9, rho)
            rows.append((n, rho, trace.M, quantities.TD, 1 / rho**2 + 2 * quantities.TD / rho))
    head = ("contradictions", "ρ", "M", "TD", "1/ρ² + 2TD/ρ")
    return "Nine orthonormal examples with margin 1/3, then the first of them with the wrong label and the right one in turn.", head, rows


def _adversary() -> Table:
    zigzag = plane(Fraction(1, 3))
    trace = run(zigzag.learner, zigzag.examples)
    rows = [(t + 1, _point(example.x), _label(example.y), "a mistake") for t, example in enumerate(trace.examples)]
    return f"The zig-zag at γ = 1/3: {trace.M} mistakes in the plane.", ("round", "x", "y", "the Perceptron"), rows


def _learner() -> Table:
    lost = orthonormal_game(Perceptron(ties=1), Fraction(1, 3))
    rows = [(t + 1, _axis(t + 1), "+1", _label(example.y)) for t, example in enumerate(lost.examples)]
    return (
        f"The Perceptron against this adversary: {len(rows)} mistakes, as many as 1/γ² for γ = 1/3.",
        ("round", "x", "it says", "it is"),
        rows,
    )


INTERACTIONS: dict[str, tuple[str, Callable[[], Table]]] = {
    "bounds": ("How many mistakes can there be?", _bounds),
    "hinge": ("When no vector separates the data", _hinge),
    "adversary": ("You against the Perceptron", _adversary),
    "learner": ("The adversary against you", _learner),
}


@dataclass(frozen=True)
class Interaction:
    """One of INTERACTIONS, for a notebook: with its script and style in the output.  Raises InputError for another name."""

    name: str

    def __post_init__(self) -> None:
        _find(self.name)

    def _repr_html_(self) -> str:
        return f"<style>{style('live')}</style>{fragment(self.name)}<script>{script()}</script>"

    def widget(self) -> Any:
        """A widget of Jupyter.  Python can observe its `settings`, what each control says, and its `status`, the line below.

        For example {"γ": "1/5", …} and "γ = 1/5, in space: …".  Raises MissingLibrary without anywidget.
        """
        return widget(fragment(self.name))

    def __repr__(self) -> str:
        title, table = _find(self.name)
        words, head, rows = table()
        return "\n".join([title, words, *("  ".join(map(str, row)) for row in (head, *rows))])


OWN_LIVE = "globalThis.perceptronLive = {};"  # the scripts of this widget alone: another one asks another Python object


def widget(markup: str, marked: Callable[[str], str] | None = None) -> Any:
    """HTML with its scripts as a widget of Jupyter. The page's request to the Python within it, `marked` answers: JSON to JSON.

    Raises MissingLibrary without anywidget."""
    anywidget = optional("anywidget", "widgets in Jupyter")
    from traitlets import Bool, Dict, List, Unicode  # which it brings

    def answer(asking: Any, content: Any, buffers: Any) -> None:
        if marked is not None:
            asking.send({"id": content["id"], "result": json.loads(marked(content["argument"]))})

    own = {
        "_esm": f"{OWN_LIVE}\n{script()}\n{(SCRIPTS / 'widget.js').read_text(encoding='utf-8')}",
        "_css": style("live"),
        "markup": Unicode(markup).tag(sync=True),
        "marks": Bool(marked is not None).tag(sync=True),
        "settings": Dict().tag(sync=True),
        "status": Unicode().tag(sync=True),
        "lines": List(Unicode()).tag(sync=True),
    }
    shown = type("InteractionWidget", (anywidget.AnyWidget,), own)()
    shown.on_msg(answer)
    return shown


def fragment(name: str) -> str:
    """HTML for a page that loads `live.js`.  Raises InputError for an unknown name."""
    _, table = _find(name)
    words, head, rows = table()
    return fill_template("live/interaction.html", name=name, words=words, head=head, rows=rows)


def noisy(m: int, n: int) -> Examples:
    """m² orthonormal examples, each 1/m ahead of u = (1/m, …), and then n times the first one with the wrong label and the right one."""
    axes = [[int(i == k) for k in range(m * m)] for i in range(m * m)]
    return Examples(axes + [axes[0]] * (2 * n), [1] * (m * m) + [-1, 1] * n)


def _find(name: str) -> tuple[str, Callable[[], Table]]:
    if name not in INTERACTIONS:
        raise InputError(f"there is no {name!r}; there are {', '.join(INTERACTIONS)}")
    return INTERACTIONS[name]


def _point(x: Sequence[Fraction]) -> str:
    return f"({', '.join(str(v) if len(str(v)) < 12 else f'≈ {float(v):.4f}'.replace('-', '−') for v in x)})"


def _label(y: int) -> str:
    return "+1" if y > 0 else "−1"


def _axis(t: int) -> str:
    return "e" + str(t).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def checker(id: str, built: Mapping[str, BuiltProof]) -> str:
    """HTML: the proofs that theorem `id` rests on, with a mark for each step, and its own steps as the kernel gets them."""
    chain = {item.id: len(built[item.id].proof.steps) for item in catalogue.with_citations([id])}
    entries = steps(built[id].proof)
    return fill_template(
        "live/checker.html", id=id, chain=chain, count=sum(chain.values()), entries=entries, counted=count, text=UNICODE.write
    )


def judge_form(run: Counterexample) -> str:
    """HTML: the run as it stands and the judge's verdict on it; with a script a form in which every part can be altered."""
    data = {name: value for name, value in run.to_json().items() if name != "values"}
    hypotheses = json.dumps(run.game.possible)
    return fill_template("live/judge.html", run=run, data=json.dumps(data, ensure_ascii=False), hypotheses=hypotheses, verdict=judge(run))
