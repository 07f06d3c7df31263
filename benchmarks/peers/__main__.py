"""Other libraries' Perceptrons beside the exact learner, on the same rows.

    make peers                     docs/peers.md anew (three minutes)
    ARGS='nltk river'              these only, to the terminal

A count is of updates: rows on which a run of the library moved its weights. Beside each stands that of a loop with the same rule in
exact numbers, or in floats where the difference is rounding. Equal counts mean that the difference named in the first table explains the
library's count. A model of Weka is run where WEKA_JAR names its jar and a JDK is installed.

A loop in numpy's floats is no learner of its own in these tables, for its count depends on the processor: on one file of tenths numpy 2.4.6
makes 433 updates with the kernels of one processor and 341 with those of another (`findings/`). The estimators here count the same on both.
"""

from __future__ import annotations

import argparse
import os
import shutil
import warnings
from importlib.metadata import version
from importlib.util import find_spec

from benchmarks.peers.libraries import PEERS, WEKA, Peer
from benchmarks.peers.tables import exact, tables

FACTS = ("learner", "version", "order of the rows", "score 0", "intercept", "mean", "stop", "the theorem's learner")
HEAD = """# Other libraries' Perceptrons

Made by `make peers`; do not edit. For a fitted model of yours, `proofs.mistake_bound(model, X, y)` says which of these it is.

"""


def is_here(peer: Peer) -> bool:
    """Whether the library can be run."""
    return bool(os.environ.get(WEKA) and shutil.which("java")) if peer.module == WEKA else find_spec(peer.module) is not None


def facts(peer: Peer) -> tuple[str, ...]:
    """The row of the first table."""
    verdict = f"✗ {peer.differs}" if peer.differs else "✓"
    number = version(peer.distribution) if peer.distribution else "by its jar"
    return peer.name, number, peer.order, peer.tie, peer.intercept, peer.average, peer.stop, verdict


def print_row(cells: tuple[str, ...]) -> None:
    """A row of a table in Markdown."""
    print(f"| {' | '.join(text.replace('|', chr(92) + '|') for text in cells)} |", flush=True)


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser("python -m benchmarks.peers", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="words in the names of learners; all by default")
    words = [word.lower() for word in parser.parse_args().names]
    warnings.simplefilter("ignore")
    wanted = [peer for peer in PEERS if not words or any(word in peer.name.lower() for word in words)]
    chosen, rows = [peer for peer in wanted if is_here(peer)], tables()
    print(HEAD + "\n".join(__doc__.splitlines()[5:]).strip() + "\n\n## Which learner each is\n")
    print_row(FACTS)
    print_row(("---",) * len(FACTS))
    for peer in chosen:
        print_row(facts(peer))
    print("\n## Updates\n\nA cell is the library's count = that of the loop with its difference; “rounded” if only floats reproduce it.\n")
    print_row(("learner", *(f"{table.name} ({table.passes} pass{'es' * (table.passes > 1)})" for table in rows)))
    print_row(("---",) * (len(rows) + 1))
    print_row(("the exact learner", *(f"{exact(table, table.in_order).M:,}" for table in rows)))
    for peer in chosen:
        print_row((peer.name, *(str(peer.count(table)) for table in rows)))
    if absent := [peer.name for peer in wanted if not is_here(peer)]:
        print(f"\nNot run, because not installed: {', '.join(absent)}.")
    print("\nNot run: MOA, of which no package index has the jar.")


if __name__ == "__main__":
    main()
