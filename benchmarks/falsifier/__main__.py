"""`python -m benchmarks.falsifier`: measure, print a line for each conjecture and the totals, write JSON if asked.

Exit code 0 if every false conjecture fell and no true one did, else 1; 2 for bad usage.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys

from benchmarks.falsifier.measure import HEAD, Budgets, line, measure, summary, totals
from benchmarks.falsifier.suite import load


def main() -> int:
    about = "The falsifier on conjectures whose truth is known."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.falsifier", description=about)
    parser.add_argument("patterns", nargs="*", metavar="ID", help="only these, e.g. 'margin-*' (all by default)")
    parser.add_argument("--budget", type=float, default=60, help="seconds for each false conjecture (60)")
    parser.add_argument("--true-budget", type=float, default=5, help="seconds for each true one (5)")
    parser.add_argument("--naive-budget", type=float, default=10, help="seconds for the baseline on each; 0 leaves it out (10)")
    parser.add_argument("--no-shapes", action="store_true", help="the falsifier without the known extremal families")
    parser.add_argument("--workers", type=int, default=1, help="processes of the falsifier (1); the baseline has one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE", help="write everything as JSON")
    given = parser.parse_args()
    items = [item for item in load() if not given.patterns or any(fnmatch.fnmatch(item.id, p) for p in given.patterns)]
    if not items:
        parser.error("no conjecture has such an id")
    budgets = Budgets(given.budget, given.true_budget, given.naive_budget, not given.no_shapes, given.workers)
    print(HEAD, flush=True)
    results = []
    for result in measure(items, budgets, given.seed):
        results.append(result)
        print(line(result), flush=True)
    print(*totals(results), sep="\n")
    if given.json:
        from proofs.system.files import dumps, write_text

        record = {who: summary(results, who) for who in ("falsifier", "naive")} | {"results": [r.to_json() for r in results]}
        write_text(given.json, dumps(record))
    mine = summary(results, "falsifier")
    return 1 if mine["missed"] or mine["false_alarms"] else 0


if __name__ == "__main__":
    sys.exit(main())
