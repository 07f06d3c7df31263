"""Tightness: extremal runs of the real learner, in exact arithmetic, held against the bounds of the catalogue.

    witnesses(theorem)           for each family of runs that the theorem names, its runs, judged (`judged`)
    best(witnesses)              the one that comes nearest
    Witness.to_json, Judged.sharper     what `tight --json` and `tight --out` write

`tight --json` is a list with a record for each theorem and family, the theorem's nearest family first:

    id, witness             the theorem, and the family of runs in words; family, parameter: its short name and what it goes along
    M, bound, most          of the run that comes nearest: its updates, the bound on that run (exact, or "≈ " and ten digits), and the
                            greatest whole M that the bound allows it (null where the bound does not speak of M)
    ratio, fraction         M/most as a decimal rounded down and as an exact fraction; for a lower bound most/M; without M the smaller
                            side over the greater (fraction null where that is irrational)
    quotient                M over the bound itself, a decimal rounded down
    status                  attained (a run has equality, or every run M = most), asymptotic (`limit` says why the quotient tends to 1,
                            and it rises along the runs), slack, or not-applicable (nothing else is given then)
    runs                    the same of every run, with the parameter's value, γ and whether it attains; "exceeded" refutes a proof
    faults                  only if there are any: why runs do not count

`judged_run` runs and judges, `ratio` measures, `family` sums up.
"""

from proofs.verify.tightness.family import Witness, best, tightness, witnesses
from proofs.verify.tightness.judged_run import Judged, judged

__all__ = ["Judged", "Witness", "best", "judged", "tightness", "witnesses"]
