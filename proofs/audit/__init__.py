"""What the theorems say about somebody's own data: the learner's run, and each bound at a comparator that was found in floats and
certified in integers.

    audit(dataset, Perceptron(), limit=200)     # an Audit: the trace, whether the data are separable, the bounds, the least first

`update_bounds` asks the catalogue which theorems bound M in the game that the learner plays, `winnow` does so in Winnow's own lengths,
`features` writes out those of a kernel, `kernels` does without them, by its values, and `gaussian` gives it those of data. `learners` says
which of these a learner has. `run` measures the run and evaluates them, `record` is what comes out, `certificate` writes it so that anyone
can judge it again, and `coq_file` writes of it what Coq can prove.
"""

from proofs.audit.certificate import document, judge
from proofs.audit.coq_file import coq_file
from proofs.audit.kernels import KernelAudit
from proofs.audit.of_model import OneAgainstTheRest, mistake_bound
from proofs.audit.record import Audit, Bound
from proofs.audit.run import audit

__all__ = ["Audit", "Bound", "KernelAudit", "OneAgainstTheRest", "audit", "coq_file", "document", "judge", "mistake_bound"]
