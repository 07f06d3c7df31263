"""`python -m benchmarks.decide.drawn`: conjectures drawn from the grammar, judged by brute force over small exact runs and by `decide`.

A pool of runs is taken from all short sequences over a few examples, for several u and γ. A verdict is wrong if `decide` proves what a run
of the pool breaks, calls vacuous what a run of the pool meets, or refutes by a run that the judge rejects. Prints a line for each wrong
verdict and the totals; exit code 1 if any is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from time import perf_counter

import click

from perceptron.errors import InputError
from proofs.conjecture import Comparison, Values, parse, under
from proofs.conjecture.game import Ending, Game
from proofs.counterexample import judge
from proofs.decide import decide
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run

HALF, THREE, FOUR = Fraction(1, 2), Fraction(3, 5), Fraction(4, 5)
EXAMPLES = ((Fraction(1), Fraction(0)), (THREE, FOUR), (THREE, -FOUR), (HALF, Fraction(0)), (-FOUR, THREE))
COMPARATORS = ((Fraction(1), Fraction(0)), (THREE, FOUR), (FOUR, THREE))
MARGINS = tuple(Fraction(n, 10) for n in (1, 2, 5, 6, 10))
ROUNDS, MOST_RUNS = 3, 1500
NAMES = ("M", "T", "R", "S2", "W", "P", "E", "L", "L2", "F", "S2_all", "G2", "G2_all", "R_min", "R_1", "R_inf", "U_1", "U_inf")
LOSSES = ("TD", "H", "H2", "TD_all", "H_all", "H2_all")
PROVED = (Ending.PROVED, Ending.EXHAUSTED)


def pool(game: Game) -> Iterator[Values]:
    """The quantities of every run of the pool that keeps the rules."""
    evaluator = evaluator_of(parse(f"{' + '.join((*NAMES, *LOSSES, 'gamma', 'd', 'U'))} >= 0"), game)
    signed = [(x, y) for x in EXAMPLES for y in (1, -1)]
    listed = [one for count in range(1, ROUNDS + 1) for one in product(product(signed, repeat=count), COMPARATORS, MARGINS)]
    random.Random(0).shuffle(listed)
    kept = 0
    for rounds, u, gamma in listed:
        if kept == MOST_RUNS:
            return
        measured = evaluator.measure(Run.of(list(rounds), u, gamma))
        if measured is not None and measured.keeps:
            kept += 1
            yield measured.values()


def term(draw: random.Random, names: tuple[str, ...], depth: int = 2) -> str:
    """A term of the grammar in these names."""
    if depth == 0 or draw.random() < 0.25:
        return draw.choice([*names, "gamma", "1/gamma**2", "1/gamma", "1", "2", "1/2"])
    a, b = term(draw, names, depth - 1), term(draw, names, depth - 1)
    shapes = (f"({a} + {b})", f"({a} - {b})", f"({a})*({b})", f"({a})/({b})", f"sqrt({a})", f"({a})**2", f"max({a}, {b})", f"min({a}, {b})")
    return draw.choice((*shapes, f"({a} + {b})", f"({a})*({b})"))


def conjecture(draw: random.Random) -> Comparison:
    """A comparison of two terms, now and then under a condition."""
    names = tuple(draw.sample((*NAMES, *LOSSES), 2))
    left, op = draw.choice(("M", "M", names[0], term(draw, names, 1))), draw.choice(("<=", "<=", ">=", "<"))
    bound = draw.choice(("{}", "1/gamma**2 + {}", "T/gamma**2 + ({})**2"))  # the latter are true now and then
    claim = parse(f"{left} {op} {bound.format(term(draw, names))}")
    condition = f"{draw.choice(('gamma', *names))} {draw.choice(('<=', '>=', '>'))} {draw.choice(('1/4', '1/2', '1', '3/2', '2'))}"
    return under(claim, (parse(condition),)) if draw.random() < 0.3 else claim


@click.command()
@click.option("--count", default=200, show_default=True, metavar="N", help="How many conjectures.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Of the draws.")
@click.option("--budget", default=4.0, show_default=True, metavar="SECONDS", help="Of work, for each conjecture.")
def main(count: int, seed: int, budget: float) -> None:
    draw, pools, endings, wrong = random.Random(seed), dict[str, list[Values]](), Counter[str](), 0
    began = perf_counter()
    while sum(endings.values()) < count:
        try:
            claim = conjecture(draw)
        except InputError:
            continue
        game = Game(setting="agnostic" if claim.names & {*LOSSES} else "separable")
        if game.setting not in pools:
            pools[game.setting] = list(pool(game))
        broken = any(claim.status(values) == "false" for values in pools[game.setting])
        met = any(claim.says_something(values) for values in pools[game.setting])
        decision = decide(claim, game, budget)
        endings[decision.ending.word] += 1
        run = decision.counterexample
        faults = broken and decision.ending in PROVED, met and decision.ending is Ending.VACUOUS, run is not None and not judge(run).valid
        if any(faults):
            wrong += 1
            click.echo(f"WRONG {decision.ending.word}: {claim}")
    told = ", ".join(f"{number} {word}" for word, number in endings.most_common())
    size = ", ".join(f"{len(runs):,} {name} runs" for name, runs in pools.items())
    click.echo(f"{count} conjectures ({told}), {wrong} wrong; against {size}; {perf_counter() - began:.0f} s")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
