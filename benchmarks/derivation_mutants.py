"""Every derivation by SymPy with each step changed in each way; each mutant has to raise.

    python -m benchmarks.derivation_mutants              all theorems (some minutes)
    python -m benchmarks.derivation_mutants novikoff     these only

It ends with “N of N mutants raise”, or names those that pass and exits with 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from proofs.derive.sympy.derivation import NoDerivation
from proofs.derive.sympy.mutants import mutants
from proofs.theorems import catalogue


def main(ids: Sequence[str]) -> int:
    """Print the mutants that pass, theorem by theorem, and the numbers. Returns the exit code."""
    chosen = [catalogue.theorem(id) for id in ids] or [*catalogue.THEOREMS]
    total, passed = Counter[str](), 0
    for theorem in chosen:
        if theorem.derivation is None or isinstance(theorem.derivation, NoDerivation):
            continue
        derivation = theorem.derivation()
        derivation.check()
        for mutant in mutants(derivation):
            total[mutant.change] += 1
            if not mutant.raises():
                passed += 1
                step = derivation[mutant.number]
                print(f"{theorem.id}, step {mutant.number} ({step.step.rule}), {mutant.change}: passes", flush=True)
    for change, number in total.most_common():
        print(f"  {number:>5}  {change}")
    print(f"{sum(total.values()) - passed} of {sum(total.values())} mutants raise")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
