"""`decide`, `best` and `atlas`: whether a conjecture holds, for which constants, and which bound is below which other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.output import answer, file_option, json_option, latex_table, picture_option, seconds_option, seed_option, write_evidence
from proofs.cli.posing import (
    BESIDE,
    beside_option,
    changes_of,
    claims_and_game,
    more_rules,
    of_file,
    rules_of_play,
    rules_without_drop,
    side_by_side,
    take_out_learner,
)
from proofs.system.files import dumps
from proofs.system.processes import prints_on_stderr
from proofs.system.progress_bar import bar

if TYPE_CHECKING:
    from proofs.decide import Decision
    from proofs.decide.atlas import Atlas


LATEX = click.option("--latex", is_flag=True, help="Print a LaTeX table for a paper.")


@click.command("decide")
@click.argument("conjecture", metavar="ID | FILE.py | CONJECTURE", required=False)
@rules_of_play
@more_rules
@beside_option
@seconds_option("--budget", "Work time of all attempts.", 20.0)
@seed_option("Seed of the search.")
@click.option("--ranges", is_flag=True, help="Print the ranges of the quantities, game by game.")
@click.option("--markdown", is_flag=True, help="With --ranges: print Markdown.")
@file_option("--out", words="Write the proof, or the counterexample.")
@json_option("Write the decision as JSON")
def decide_command(
    conjecture: str | None,
    drop: tuple[str, ...],
    beside: str | None,
    budget: float,
    seed: int,
    ranges: bool,
    markdown: bool,
    out: str | None,
    target: str | None,
    **rules: Any,
) -> int:
    """Prove a CONJECTURE, or refute it by an exact run.

    \b
        perceptron-proofs decide 'M <= 1/gamma**2 + 2*TD/gamma'
        perceptron-proofs decide 'M <= 4/gamma**2' --learner FILE.py:NAME

    `decide` tries the runs at the ends of the quantities' ranges, then a proof from the theorems about these ranges, then the search. Only
    a proof that the kernel accepts or a run that the judge accepts counts. --ranges prints the theorems and the open cases.

    The code of a learner FILE.py:NAME in vector algebra is traced as by `bound`, which says how to write one.

    See also: help conjectures, help quantities, help learners, help exit-codes.
    """
    if ranges:
        from proofs.decide import ranges as known

        click.echo(known.markdown() if markdown else known.plain(), nl=False)
        return 0
    if conjecture is None:
        raise click.UsageError("give a conjecture, or --ranges")
    from proofs.decide import decide

    conjecture, learner, names = of_file(conjecture, rules, budget)
    claimed, game = claims_and_game(conjecture, drop, rules, names if beside is None else names.union(BESIDE))
    both = None if beside is None else side_by_side(game, beside, learner)
    if any(not one.names.isdisjoint(BESIDE) for one in claimed):  # what does not speak of the second learner is decided as without it
        learner = both
    with bar(f"deciding, up to {budget:g} s", None), prints_on_stderr():
        decision = decide(claimed, game, budget, seed, learner)
    answer(target, _lines_of(decision), decision.to_json())
    evidence = decision.evidence()
    if out is not None and evidence is not None:
        write_evidence(out, dumps(evidence))
    return decision.ending.code


def _lines_of(decision: Decision) -> Iterator[str]:
    """The verdict; for a proof its lines, each with its reason."""
    yield from decision.lines()
    if decision.verdict == "undecided" and not decision.learner:
        from proofs.decide.atlas import nearest_theorem

        if (nearest := nearest_theorem(decision)) is not None:
            bound, value = nearest
            yield f"nearest theorem: {bound.id}, {bound.unicode()}, which is {value:.6g} on that run"
    for part in decision.parts or (decision,):
        if part.proof is not None:
            from proofs.report.proofs.render import proof

            yield "\n" + str(proof(part.proof.proof))


@click.command("best")
@click.argument("bound", metavar="BOUND")
@rules_without_drop
@click.option("--over", required=True, metavar="NAMES", help="The unknown constants, such as a or a,b: the first is bounded by the second.")
@seconds_option("--budget", "About the longest time.", 60.0)
@file_option("--out", words="Write the proofs, for `replay`.")
@picture_option("--picture", "Draw the set of two constants; .svg, .png or .pdf.")
@LATEX
@json_option("Write the answer as JSON")
def best_command(
    bound: str, over: str, budget: float, out: str | None, picture: str | None, latex: bool, target: str | None, **rules: Any
) -> int:
    """The constants for which a BOUND such as 'M <= a/gamma**2 + b*TD/gamma' holds.

    If the bound is algebraic and homogeneous in √M and 1/γ, the answer is exact: the best value of one constant, or the set of admissible
    pairs. Each piece of the set is a theorem that the kernel has accepted, with the constants as names. Points just outside are refuted by
    exact runs. That nothing outside holds is SymPy's claim; only the listed points are refuted by runs. Of another
    bound, and of a learner FILE.py:NAME, two lists are printed: values that are proved, and values near them that are refuted.

    Exit code 0 if the set is exact, 3 if it is not, 2 for bad input.
    """
    from proofs.conjecture.game import Ending, default_game
    from proofs.decide.constants import best
    from proofs.decide.constants.answer import constants_of, posed_over

    names = constants_of(over)
    if picture is not None and len(names) == 1:
        raise InputError("--picture draws a set of two constants")
    learner, own = take_out_learner(rules, budget)
    changes = changes_of(rules)
    game = default_game(posed_over(bound, names, own).names - {*names, *own}, **changes)
    with bar(f"searching, up to {budget:g} s", None), prints_on_stderr():
        constants = best(bound, over, game, budget, learner)
    lines = latex_table((f"${constants.question.comparison.latex()}$", "evidence"), constants.latex_rows()) if latex else constants.lines()
    answer(target, lines, constants.to_json())
    if out is not None and constants.proofs:
        write_evidence(out, dumps(constants.evidence()))
    if picture is not None:
        from proofs.report.pictures.plots import region

        region(constants).save(picture)
    return (Ending.PROVED if constants.is_exact else Ending.UNDECIDED).code


@click.command("atlas")
@click.argument("pair", nargs=-1, metavar="[ID ID]")
@click.option("--known", metavar="NAMES", help="Which bounds to use if these quantities are known, such as gamma,TD.")
@click.option("--separable", is_flag=True, help="With --known: the examples are separable with margin gamma.")
@click.option("--margin", is_flag=True, help="With --known: for the Margin Perceptron.")
@click.option("--check", is_flag=True, help="Replay every stored proof and judge every stored run.")
@click.option("--rebuild", is_flag=True, help="Decide and store the pairs that are not stored yet; with --all every pair, in minutes.")
@click.option("--all", "every", is_flag=True, help="With --rebuild: also what is stored.")
@picture_option("--picture", "Draw what is below what; .svg, .png or .pdf.")
@LATEX
@json_option("Write proofs and runs as JSON")
def atlas_command(
    pair: tuple[str, ...],
    known: str | None,
    separable: bool,
    margin: bool,
    check: bool,
    rebuild: bool,
    every: bool,
    picture: str | None,
    latex: bool,
    target: str | None,
) -> int:
    """For every pair of bounds M ≤ …: is the first never above the second, on any run for which both hold?

    Yes is backed by one or two kernel proofs, no by an exact run; `atlas ID ID` prints it.

    Exit code 1 if --check finds anything wrong, 2 for bad input.
    """
    from proofs.decide.atlas import check_atlas, load_atlas, rebuilt, save, to_json

    if len(pair) not in (0, 2):
        raise InputError("two bounds are compared: give two ids or none")
    if latex and known is None:
        raise InputError("--latex prints the bounds of --known: give the known quantities, such as --known gamma,TD")
    if rebuild:
        with bar("deciding", None) as progress:
            save(rebuilt(progress.describe, None if every else load_atlas()))
    atlas = load_atlas()
    answer(target, _lines(atlas, pair, known, separable, margin, latex), to_json(atlas))
    if picture is not None:
        from proofs.report.pictures.citation_graph import BELOW, ORDER
        from proofs.report.pictures.citation_graph import picture as drawn

        drawn(atlas.graph(), ORDER, BELOW).save(picture)
    wrong = check_atlas(atlas) if check else []
    if check:
        click.echo("\n".join(wrong) or f"{len(atlas.relations)} pairs checked: every proof is accepted, every run breaks its claim")
    return 1 if wrong else 0


def _lines(atlas: Atlas, pair: tuple[str, ...], known: str | None, separable: bool, margin: bool, latex: bool) -> list[str]:
    if pair:
        return _render(atlas, *pair)
    if known is not None:
        names = [name.strip() for name in known.split(",")]
        usable = atlas.advice(names, separable, "margin" if margin else "perceptron")
        if latex:
            return latex_table(("theorem", "bound"), ((bound.id, f"${bound.latex()}$") for bound in usable))
        return [f"{bound.id}: {bound.unicode()}" for bound in usable] or ["no bound of the catalogue uses these alone"]
    return atlas.lines()


def _render(atlas: Atlas, lower: str, upper: str) -> list[str]:
    """The claim, and its proof, the way through a third bound, or the run."""
    relation = atlas.relation(lower, upper)
    claim = relation.claim.unicode()
    if relation.proof is not None:
        from proofs.report.proofs.render import proof

        return [f"{claim}: always, {len(relation.proof.steps)} steps, accepted by the kernel", "", str(proof(relation.proof))]
    if relation.through is not None:
        return [f"{claim}: always, by {relation.through} between them"]
    if (run := relation.run) is not None:
        return [f"{claim}: not always; {run.lhs} against {run.rhs} on a run with M = {run.M}, γ = {run.gamma}", str(run)]
    return [f"{claim}: undecided"]
