"""Audit of a user's data by the theorems: the learner's run, and each bound at a comparator that was found in floats and certified in
integers.

    audit(dataset, Perceptron(), limit=200)     # an Audit: the trace, whether the data are separable, the bounds, the least first

`update_bounds` asks the catalogue which theorems bound M in the game that the learner plays, `learners` does so in Winnow's own lengths,
and `kernels` does without features, by a kernel's values. `learners` says which of these a learner has. `run` measures the run, writes out
the features of a kernel that has them, and evaluates the bounds, `record` is what comes out, `certificate` writes it so that anyone
can judge it again, and `coq_file` writes of it what Coq can prove.
"""

from proofs.audit.certificate import document, judge
from proofs.audit.coq_file import coq_file
from proofs.audit.kernels import KernelAudit
from proofs.audit.of_model import OneAgainstTheRest, mistake_bound
from proofs.audit.record import Audit, Bound
from proofs.audit.run import audit

__all__ = ["Audit", "Bound", "KernelAudit", "OneAgainstTheRest", "audit", "coq_file", "document", "judge", "mistake_bound"]
