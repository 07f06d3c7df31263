"""Separable data: some comparator has margin γ > 0 on every example, and the updates are at most (R/γ)².

`novikoff` is that bound, and says that its margin is a distance; `novikoff_equality` has VE's potential without its quotient, and says
which runs attain the bound. The exact worst case depends on the dimension: 1 on a line and ⌊R²/(2γ²)⌋ + 1 in the plane (`dimension_two`),
⌊R²/γ²⌋ in space (`dimension_three`). `dimension_two_attained` has the runs in the plane that attain the bound. `no_separator` has XOR,
`passes` the passes until the learner halts, `ranking` PRank.
"""

from proofs.statements.page import gather
from proofs.theorems.separable import (
    dimension_three,
    dimension_two,
    dimension_two_attained,
    four_norm,
    modified,
    no_separator,
    novikoff,
    novikoff_equality,
    passes,
    ranking,
)

planes = dimension_two, dimension_two_attained, dimension_three
THEOREMS, LEMMAS = gather(novikoff, novikoff_equality, *planes, no_separator, passes, modified, four_norm, ranking)
