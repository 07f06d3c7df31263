"""A derivation that SymPy computes, step by step, for a reader: how one would find the bound.

SymPy proposes, the kernel disposes: nothing here is evidence. A derivation is a sequence of steps. Each has a relation, a rule that leads
to it, and a check that computes it again. The first relation is one that the kernel has proved or that holds by itself. The last is the
claim of the theorem. A derivation is written as text for a terminal, as LaTeX, and as MathML, which browsers show without a network.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

from perceptron.errors import InputError
from proofs.conjecture import Comparison
from proofs.derive.on_demand import DeferredImport

if TYPE_CHECKING:
    import sympy as sp
else:
    from proofs.derive.on_demand import sympy as sp  # imported when a derivation is computed

notation = DeferredImport("proofs.derive.sympy.notation")
grammar = DeferredImport("proofs.derive.sympy.grammar")
rules = DeferredImport("proofs.derive.sympy.rules")
claims = DeferredImport("proofs.derive.sympy.kernel_claims")
signs = DeferredImport("proofs.derive.sympy.signs")

PROPOSES = "SymPy proposes this; whether the bound holds is for the kernel to say, which knows nothing of SymPy."


@dataclass(frozen=True)
class Step:
    """A step: the rule, the step that it changes (`of`) and those that it uses, by number, and the relation (left, op, right) after it.

    `args` has the rule's further arguments: the factor that both sides are multiplied by, the theorem that is cited."""

    words: str
    rule: str
    relation: tuple[Any, str, Any]
    of: int | None = None
    uses: tuple[int, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)

    @property
    def formula(self) -> Any:
        """The relation for a reader: the term alone where both sides are the same."""
        left, op, right = self.relation
        return right if left == right else {"<=": sp.Le, "<": sp.Lt, "=": sp.Eq}[op](left, right, evaluate=False)

    @property
    def formulas(self) -> tuple[Any, ...]:
        return (self.formula,)

    @property
    def text(self) -> str:
        """The words, with the theorem that the step cites."""
        if self.rule != "cite":
            return self.words
        id, _, fact = self.args["of"].partition("#")
        return f"{self.words} (fact: {fact})" if fact else f"{self.words} ({id})"


@dataclass(frozen=True)
class PlacedStep:
    """A step of a derivation: what `derivation[3]` is."""

    derivation: SymbolicDerivation
    number: int

    @property
    def step(self) -> Step:
        return self.derivation.steps[self.number]

    @property
    def words(self) -> str:
        return self.step.text

    @property
    def relation(self) -> Any:
        """The relation as SymPy has it, to compute with."""
        return self.step.formula

    @property
    def latex(self) -> str:
        """The relation, for mathematics mode."""
        return str(notation.latex(self.relation))

    def check(self) -> None:
        """Compute the step again. Raises WrongStep if it does not follow."""
        rules.check(self.derivation.steps, self.number)

    def __repr__(self) -> str:
        return f"{self.words}:\n{notation.pretty(self.relation)}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.words)}: {notation.mathml(self.relation)}</p>"


@dataclass(repr=False)
class SymbolicDerivation(Sequence[PlacedStep]):
    """The steps of a derivation. The last relation is the claim; `atoms` maps the names in the kernel's claim to the symbols here.

    `derivation[3].relation`, `derivation[3].check()` and `derivation.replay(R=2)` are for students' own computations."""

    steps: tuple[Step, ...]
    atoms: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[Step, ...]:
        """The steps that are printed: all but the last, which compares the end with the claim."""
        return tuple(step for step in self.steps if step.rule != "claim")

    @property
    def left(self) -> Any:
        return self.steps[-1].relation[0]

    @property
    def op(self) -> str:
        return self.steps[-1].relation[1]

    @property
    def right(self) -> Any:
        return self.steps[-1].relation[2]

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> PlacedStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PlacedStep, ...]: ...
    def __getitem__(self, index: int | slice) -> PlacedStep | tuple[PlacedStep, ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(len(self))[index])
        return PlacedStep(self, range(len(self))[index])

    def __iter__(self) -> Iterator[PlacedStep]:
        return (PlacedStep(self, number) for number in range(len(self)))

    def check(self) -> None:
        """Compute all steps again and compare the end with the kernel's claim. Raises WrongStep at the first that is wrong."""
        for number in range(len(self.steps)):
            rules.check(self.steps, number)
        rules.check_suppositions(self.steps)

    def alter(self, number: int, *, left: Any = None, op: str | None = None, right: Any = None) -> SymbolicDerivation:
        """The derivation with another relation at one step, not checked: `check` says where it breaks."""
        step = self.steps[range(len(self))[number]]
        was = step.relation
        made = (was[0] if left is None else sp.sympify(left), op or was[1], was[2] if right is None else sp.sympify(right))
        return self._with(range(len(self))[number], replace(step, relation=made))

    def _with(self, number: int, step: Step) -> SymbolicDerivation:
        steps = list(self.steps)
        steps[number] = step
        if steps[-1].rule == "claim" and steps[-1].of == number:
            steps[-1] = replace(steps[-1], relation=step.relation)
        return replace(self, steps=tuple(steps))

    def replay(self, **values: Any) -> SymbolicDerivation:
        """The derivation with numbers for symbols, such as R=2, each step computed again. Raises InputError for a name without a choice."""
        names = {one.name: one for step in self.steps for side in step.relation[::2] for one in side.free_symbols}
        own = {step.relation[0].name for step in self.steps if step.rule in ("define", "extremum")}
        own |= {step.args["of"].name for step in self.steps if step.rule == "solve"}
        for name in values:
            if name not in names or name in own:
                known = ", ".join(sorted(set(names) - own))
                raise InputError(f"expected a symbol that can be chosen freely, got {name!r}; choose among {known}")
        chosen = {names[name]: sp.sympify(value) for name, value in values.items()}
        for name, value in chosen.items():
            if (name.is_positive and not value.is_positive) or (name.is_nonnegative and not value.is_nonnegative):
                raise InputError(f"{name}: expected a {'positive' if name.is_positive else 'non-negative'} number, got {value}")
        made = replace(self, steps=tuple(_substitute(step, chosen) for step in self.steps))
        made.check()
        return made

    def matches(self, comparison: Comparison) -> bool:
        """Whether the last relation is this comparison: both sides are equal as SymPy expressions."""
        stated = (comparison.left, comparison.right) if comparison.op == self.op else (comparison.right, comparison.left)
        if comparison.op != self.op and comparison.op != self.op.replace("<", ">"):
            return False
        own = {name.name: name for side in (self.left, self.right) for name in side.free_symbols}  # a parameter's sign is the page's
        terms = (term.xreplace({name: own.get(name.name, name) for name in term.free_symbols}) for term in map(grammar.to_sympy, stated))
        return all(sp.simplify(term - found) == 0 for term, found in zip(terms, (self.left, self.right), strict=True))

    def latex_lines(self) -> tuple[tuple[str, str], ...]:
        """(words, LaTeX) pairs."""
        return tuple((at.text, str(notation.latex(at.formula))) for at in self.lines)

    @property
    def unicode(self) -> str:
        """The text for a terminal, with formulas over several lines."""
        return "\n".join(f"{at.text}:\n{notation.pretty(at.formula)}" for at in self.lines) + "\n"

    @property
    def html(self) -> str:
        """An HTML list, with the formulas in MathML."""
        return self.html_beside({})

    def html_beside(self, labels: Mapping[int, str]) -> str:
        """The HTML list; `labels` has for the number of a step the line of the kernel's proof that says the same."""
        beside = {number: f' <span class="pp-line">line {html.escape(label)} of the proof</span>' for number, label in labels.items()}
        lines = enumerate(self.lines)
        items = "".join(f"<li>{html.escape(at.text)}: {notation.mathml(at.formula)}{beside.get(n, '')}</li>" for n, at in lines)
        return f'<ol class="pp-worked" start="0">{items}</ol>'

    def same_lines(self, proof: Sequence[tuple[str, Any]]) -> dict[int, str]:
        """The steps with the formula of a line of the kernel's proof, given as its label and its formula: number of the step and label."""
        return claims.same_lines(self.lines, self.atoms, proof)

    def __str__(self) -> str:
        return self.unicode

    __repr__ = __str__  # for a reader at a prompt

    def _repr_html_(self) -> str:
        return self.render({})

    def render(self, labels: Mapping[int, str]) -> str:
        """The HTML list with its style and what SymPy is here for."""
        style = "<style>.pp-worked li{margin:.45em 0;line-height:1.9}.pp-worked math{font-size:1.1em}</style>"
        return f'{style}{self.html_beside(labels)}<p style="color:var(--color-foreground-secondary,#555);font-size:.9em">{PROPOSES}</p>'


def _substitute(value: Any, chosen: Mapping[Any, Any]) -> Any:
    """Numbers for symbols, everywhere in a step; the kernel's claim keeps its names, and its atoms get the numbers."""
    if isinstance(value, Step):
        args = dict(_substitute(value.args, chosen))
        if value.rule in ("cite", "claim"):
            args["atoms"] = {**{f"={one.name}": (one, number) for one, number in chosen.items()}, **args["atoms"]}
        return replace(value, relation=_substitute(value.relation, chosen), args=args)
    if isinstance(value, (tuple, list)):
        return tuple(_substitute(one, chosen) for one in value)
    if isinstance(value, Mapping):
        return {key: _substitute(one, chosen) for key, one in value.items()}
    return value.subs(chosen) if isinstance(value, sp.Basic) else value


class NoDerivation(SymbolicDerivation):
    """The reason why SymPy has nothing to do for a theorem."""

    def __init__(self, why: str) -> None:
        self.why, self.steps = why, ()

    @property
    def unicode(self) -> str:
        return f"{self.why}\n"

    @property
    def html(self) -> str:
        return f"<p>{html.escape(self.why)}</p>"

    def render(self, labels: Mapping[int, str]) -> str:
        return self.html

    def same_lines(self, proof: Sequence[tuple[str, Any]]) -> dict[int, str]:
        return {}

    def check(self) -> None:
        """There is nothing to check."""

    def matches(self, comparison: Comparison) -> bool:
        return False

    def _repr_html_(self) -> str:
        return self.html

    def __call__(self) -> NoDerivation:
        """Itself, so that a page can use it as its derivation."""
        return self


def work_out(id: str, derivation: Callable[[], SymbolicDerivation]) -> SymbolicDerivation:
    """Compute the derivation of a theorem. Raises InputError, which has the step, if a step does not follow."""
    try:
        return derivation()
    except signs.WrongStep as error:
        raise InputError(f"{id}: each step of its derivation must follow from those before it, not as in “{error}”; correct it") from error
