"""A verdict for every conjecture: a kernel proof, an exact run, or “undecided”.

    decision = decide("M <= 1/gamma**2 + 2*TD/gamma")
    decision.verdict, decision.proof, decision.counterexample

From the question to the answer:

    attempts        their order
    first           the same inside a search: closed forms before it, a proof as soon as its first rounds found nothing
    refute          the ends of the range, thousands of runs at once in floats; such a run in exact numbers, judged; then the
                    predictions of laws, and the first runs of the search
    posed           a conjecture as a statement: the facts of its game, itself in the kernel's language, its roots, extremes and floors;
    round_facts     what defines the sums over all rounds in such a statement; `known_sums` has the lines that follow
    norms           the same for other norms, by the sizes of coordinates; `known_norms` has the lines
    definedness     where a claim says something: conditions that some run meets, and sides that have values
    range_facts     the catalogue's facts of the numbers of a run, as lines of a derivation
    structure       a comparison taken apart by its shape; `logarithms` bounds transcendental terms
    cited_bounds    the consequences of one bound on γ and M: that of the Margin Perceptron and of learners like it, or Winnow's
    bound           a learner's code in, a bound out: by `traced_code`, its table as facts and the proof by a potential
    endless         a run that shows that a learner has no bound
    prove           the derivation closed, pruned and replayed by the kernel; its facts, held against drawn runs of the very game
    ranges          which tuples of numbers a run can have, by which theorems, and the open cases
    verdict         the answer, and a proof in plain lines
    constants       the constants for which a bound holds; `atlas` says which bound is below which, and which is least on a run
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.decide.attempts import decide
    from proofs.decide.first import DecideFirst
    from proofs.decide.verdict import Decision

__all__ = ["DecideFirst", "Decision", "decide"]
_FROM = {"DecideFirst": "first", "Decision": "verdict"}


def __getattr__(name: str) -> Any:
    """Each name on first access: a search that a closed form ends does not wait until the prover and the catalogue are loaded."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FROM.get(name, 'attempts')}"), name)
