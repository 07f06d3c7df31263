"""`python -m benchmarks.decide`: how many conjectures are decided, how fast, none wrongly; beside the search and Z3 alone.

Prints a line for each conjecture that is undecided, wrong or slow, and the totals of each method.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import click

from benchmarks.decide.suite import FILE, Entry, by_z3, entries
from proofs.decide import decide
from proofs.falsify import Found, falsify

SLOW = 5.0  # seconds
Method = Callable[[Entry, float], bool | None]  # True, False or undecided


def by_decide(entry: Entry, budget: float) -> bool | None:
    return {0: True, 5: True, 1: False}.get(decide(entry.claimed, entry.game, budget).ending.code)


def by_search(entry: Entry, budget: float) -> bool | None:
    return False if isinstance(falsify(entry.claimed, entry.game, budget=budget), Found) else None


METHODS: dict[str, Method] = {"decide": by_decide, "search": by_search, "z3": by_z3}


@click.command()
@click.option("--budget", default=20.0, show_default=True, metavar="SECONDS", help="For each conjecture.")
@click.option("--method", "methods", multiple=True, type=click.Choice(tuple(METHODS)), default=("decide",), show_default=True)
@click.option("--explained", is_flag=True, help="Only those with a reason: of kinds that were written down before the code.")
@click.option("--file", default=FILE, type=click.Path(path_type=Path), help="Other conjectures, written down as these are.")
def main(budget: float, methods: tuple[str, ...], explained: bool, file: Path) -> None:
    suite = [entry for entry in entries(file) if entry.why or not explained]
    for name in methods:
        seconds, decided, wrong = [], 0, 0
        for entry in suite:
            began = perf_counter()
            said = METHODS[name](entry, budget)
            seconds.append(perf_counter() - began)
            decided += said is not None
            wrong += said not in (None, entry.true)
            if said is not entry.true or seconds[-1] > SLOW:
                said_so = {True: "proved", False: "refuted", None: "undecided"}[said]
                click.echo(f"{'true ' if entry.true else 'false'} {said_so:9} {seconds[-1]:6.2f} s  {entry.text}")
        click.echo(
            f"{name}: {decided} of {len(suite)} decided, {wrong} wrongly; median {median(seconds):.2f} s, longest {max(seconds):.1f} s"
        )


if __name__ == "__main__":
    main()
