"""The words in which a page is written: a theorem's file begins with one import from here.

    from proofs.statements.authoring import Derivation, Fact, Lemma, eq, formulas, ge, real

`notebooks/own_proof.py` is an example of a user's page. Each name is explained where it is defined, in the module that its group
comes from; nothing is defined here, and the imports are the whole vocabulary.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from perceptron.numbers.exact import dot
from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from proofs.conjecture import Root
from proofs.conjecture.game import Game
from proofs.conjecture.surd import Surd
from proofs.derive.authoring.certificate import (
    Certificate, Multiple, Square, certificate, combination, multiple, multiples, product, square, strict,
)  # fmt: skip
from proofs.derive.authoring.derivation import Derivation, Images
from proofs.derive.authoring.steps import (
    Summed, added_up, both_by_induction, join, ln_below, ln_below_by_roots, ln_product, ln_quadratic, ln_rises, ln_sinh, ln_tangent, pair,
    root_above, split, swap_sums, termwise, weighted_sum,
)  # fmt: skip
from proofs.derive.authoring.terms import (
    Term, both, eq, every, exp, ge, gt, implies, inner, le, nat, null, number, poly, real, seq, sequel, sum_below, vec, vseq, whenever,
)  # fmt: skip
from proofs.derive.sympy.derivation import NoDerivation, SymbolicDerivation
from proofs.kernel import Both, Formula, Implies, Index, Polynomial, Vector
from proofs.kernel.axioms import ln
from proofs.statements.completion import complete
from proofs.statements.constructors import (
    at_least, axis, define, greater_root, larger_of, positive_part, power_of, quotient, reciprocal_fact, root_at_least, root_of, sequence,
    size,
)  # fmt: skip
from proofs.statements.definitions import Fact
from proofs.statements.displayed import Display, Likely, Together, nowhere, where
from proofs.statements.evaluation import Coordinates
from proofs.statements.instance import Draw, Exact, InstanceTable, Instance, running
from proofs.statements.property import Property, FalseClaim, misprint, theorem
from proofs.statements.page import Lemma, Page, lemma, mistake_bound
from proofs.statements.docstrings import Proving
from proofs.statements.statement import Reach
from proofs.statements.sample_runs import UNITS, SampleRun, any_run, separable_run
from proofs.statements.standard_facts import (
    S2, SYMBOLS, TD, M, R, U, W, bounded, comparator_length, defined_run, final_length, gamma, k, length, lengths, margin_rule,
    mistake_driven, perceptron, positive_margin, radius_sign, recurrence, separable, slack, squares, tight_slack, u, unit_comparator, w,
    weight_of_mixture, xi, z,
)  # fmt: skip
from proofs.statements.statement import Beyond, Source, Statement, formulas
