"""Topics of `help`: tables and rules that several commands share.

perceptron-proofs help quantities | conjectures | learners | marking | exit-codes
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs.cli.posing import LEARNERS
from proofs.cli.posing import OWN_GAMES as EXAMPLES

CONJECTURES = """A conjecture compares two expressions in the names of `help quantities`:

    M <= 1/gamma**2 + 2*TD/gamma

Numbers      1/3, 0.25 (which is exactly 1/4), phi (the golden ratio), e, pi
Operators    + - * / ** ^ and parentheses; 2TD is 2*TD
Functions    sqrt, log, exp, floor, ceil, min, max
Comparisons  <= < >= > =
Signs        ≤ ≥ · ² ½ γ ‖u‖ √ ln are read, too

A claim may have two sides, several comparisons and conditions:

    1 <= M <= 9 and W <= 3 where gamma >= 1/3

Every comparison is decided. The options --learner, --norm, --comparator, --dim and others change the rules of the game; the default is
the Perceptron from w = 0 with ties as mistakes, ‖x‖ ≤ 1 and ‖u‖ = 1. It is separable unless TD, H or H2 occurs."""

LEARNERS_TEXT = """--learner takes one of these:

{learners}

or a learner object of your own, FILE.py:NAME; `bound --help` says how to write one. In place of a
`Learner` in vector algebra `falsify` takes an object over tuples, too: its wants_update(inner, norm2, y) is given inner = y⟨w, x⟩, not
⟨w, x⟩, and norm2 = ‖w‖².

Lengths are the learner's own:

Perceptron, margin  ‖x‖ and ‖u‖ are Euclid's.
kernel:…            Only K(x, x') is known: ‖x‖² is K(x, x), so S2 is MR's Tr K and R² its largest entry, and u = Σ a·φ(p) for points p of
                    the adversary's choice. Examples of any length are allowed by default. Try 'M <= TD/gamma + S2/gamma'.
winnow              ‖x‖ is the largest |x_i| and ‖u‖ is Σ|u_i|. Weights are multiplied by e^(±gamma·x_i), with factor=… by factor^(±x_i),
                    with eta=… by e^(±eta·x_i). Try 'M <= 1.6*log(2*d)/gamma**2'."""

OWN_GAMES_TEXT = """
Four learners have a game of their own, which `falsify` plays and `check` judges. A conjecture there is in the letters of the game.
Experts lose from 0 to 1 in a round, and the adversary chooses their losses. Of the experts of Halving one is never wrong
(--drop "never wrong"). With classes the adversary chooses u with a length of 1 at most, gamma and the examples."""

MARKING = """The verdicts of `exercises` on an answer, and the marking of a class.

accepted    A bound equals the reference by algebra, or the kernel proves it and that it is never above the reference.
refuted     A run or numbers show why; exit code 1.
undecided   It is neither proved nor refuted, and is left to be marked by hand; exit code 3.
unreadable  It cannot be read, and the words say what to write; exit code 2.

`exercises mark ANSWERS.csv -o MARKS.csv` reads a table with the columns student, exercise and answer, or student and a column for each
exercise, and seed if students have variants. It writes a row for each student and exercise: the verdict, the points, the greatest
number of points, and the reason.

`exercises export CHAPTER --class STUDENTS.csv -o FOLDER` writes a file with variants for each student, and FOLDER/class.csv. The table
STUDENTS.csv has the column student, and may have seed; else the seed is the student's name. `exercises mark ANSWERS.csv --class
FOLDER/class.csv` then knows each student's variants. In nbgrader each student's notebook is an assignment of its own.

`exercises export CHAPTER` writes for a course:

--format nbgrader or otter  A notebook for `nbgrader generate_assignment` or `otter assign`. An undecided answer gets no points there: its
                            test says that instructors enter them by hand. An answer that needs the search may take a minute: give
                            nbgrader `c.Execute.timeout = 300`, or it ends the cell after 30 s without points.
--format scorm              A SCORM 1.2 package, whose page marks by itself and sends the score to the course. A student can find the
                            answers inside; for an examination hand out a sheet and use `exercises mark`.
--format gift               Questions for a quiz in Moodle: a number, or a choice between the answer and wrong ones. Moodle marks them.
--format latex              A problem sheet, or with --solutions the lecturer's copy."""

EXIT_CODES = {
    0: "proved, accepted or valid",
    1: "refuted, rejected or invalid",
    2: "bad input or usage; one line on stderr names the place",
    3: "undecided, or not tried: the budget ended first, or no run tried met the conditions",
    4: "survived the search of `falsify`, which is not a proof",
    6: "vacuous: no run meets the conditions, or the claim has no value on any run",
    130: "interrupted",
}


def quantities() -> Iterator[str]:
    """A line for each name of the conjecture language, with its meaning."""
    from proofs.conjecture.nodes import NAMES

    width = max(map(len, NAMES))
    yield "w: the learner's weights; u: the comparator; x, y: an example and its label.\n"
    yield from (f"{name:<{width}}  {meaning}" for name, meaning in NAMES.items())


def learners() -> Iterator[str]:
    """The learners, and how each measures lengths."""
    from proofs.conjecture.own_games import OWN_GAMES

    yield LEARNERS_TEXT.format(learners="\n".join(f"    {name.strip()}" for name in LEARNERS.split(", ")))
    yield OWN_GAMES_TEXT
    for example, kind in zip(EXAMPLES.split(", "), OWN_GAMES.values(), strict=True):
        yield f"\n    {example} (its theorem: show {kind.theorems[0][0]})"
        yield from (f"        {name:<7} {meaning}" for name, meaning in kind.letters.items())


TOPICS: dict[str, Callable[[], Iterator[str]]] = {
    "quantities": quantities,
    "conjectures": lambda: iter((CONJECTURES,)),
    "learners": learners,
    "marking": lambda: iter((MARKING,)),
    "exit-codes": lambda: (f"{code:>3}  {meaning}" for code, meaning in EXIT_CODES.items()),
}
