"""Coq as referee: the kernel's rules are proved sound in Coq, and the same proof data is replayed there by computation.

Read in this order: `theory/` in Coq (`Space`, `Syntax`, `Meaning`, `Algebra`, `Substitution`, `Functions`, `Rules`, `Soundness`, `Replay`);
`encode` (the kernel's data as Coq terms, and formulas as one would write them), `theories` (the generated files), `toolchain` (coqc and
coqchk), `gate` (Coq's verdicts, and the file that records them). `Claims.v` is all that a reader has to compare with the book. `learners/`,
`folds/` and `instances/` are about runs of programs and about counterexamples.
"""

from proofs.referees.coq.gate import judge, read_certificate
from proofs.referees.coq.theories import CoqClaim, theories
from proofs.referees.coq.toolchain import find, read_theories

__all__ = ["CoqClaim", "find", "judge", "read_certificate", "read_theories", "theories"]
