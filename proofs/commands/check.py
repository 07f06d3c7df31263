"""`perceptron-proofs check`: is a counterexample one?  Judged without any code of the search."""

from __future__ import annotations

import click


@click.command("check")
@click.argument("file", metavar="FILE")
def command(file: str) -> int:
    """Replay the run in FILE exactly and say whether it breaks the conjecture under the rules that it names.

    Exit code 0 if it is a counterexample, 1 if it is not, 2 if FILE cannot be read as one.
    """
    from proofs.counterexample import judge, read

    found = read(file)
    verdict = judge(found)
    said = f"{found.comparison.unicode()} on {len(found.rounds)} rounds in dimension {found.dimension}"
    if found.game.dropped:
        said += f", without {', '.join(sorted(found.game.dropped))}"
    click.echo(f"{'valid' if verdict.valid else 'invalid'}: {said}: {verdict.sides[0]} against {verdict.sides[1]}")
    for line in verdict.checked:
        click.echo(f"    ✓ {line}")
    for line in verdict.reasons:
        click.echo(f"    ✗ {line}")
    return 0 if verdict.valid else 1
