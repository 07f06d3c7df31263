"""`online-to-batch`: a hypothesis for a user's data, with bounds on its risk."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from perceptron.errors import InputError
from proofs.cli.audit import data_options, dataset, kernel_for_data, learner_for_data, needs_gamma
from proofs.cli.output import answer, json_option, seed_option
from proofs.cli.posing import ADDITIVE, KERNELS
from proofs.system.escaping import visible
from proofs.system.progress_bar import bar

if TYPE_CHECKING:
    from perceptron import Examples
    from perceptron.analysis.coverage import Coverage
    from perceptron.analysis.online_to_batch import Candidate, ChosenHypothesis

COUNTED = f"{ADDITIVE}, {KERNELS}, winnow, winnow:factor=3/2, winnow:eta=1/4"
LONG = 12  # characters of δ beyond which it is rounded
SAMPLES = 2000  # without a failure the probability of one is below 0.2 per cent with 95 per cent confidence
# The theorem behind each bound. `penalised`, by the chosen one's own errors, and `mean_risk` are steps of its proof. The voted one's risk
# is at most twice the mean.
THEOREMS = {
    "penalised": "online-to-batch",
    "proved": "online-to-batch",
    "printed": "online-to-batch-constant",
    "mean_risk": "online-to-batch",
    "held_out_bound": "test-set-bound",
}
OF_HYPOTHESES = {"chosen": "online-to-batch", "by the tail": "test-set-bounds", "voted": "online-to-batch"}
NAMES = {"penalised": "its own errors", "proved": "proved here", "printed": "MR (9)"}


@click.command("online-to-batch")
@data_options
@click.option("--learner", default="perceptron", show_default=True, metavar="LEARNER", help=f"One of {COUNTED}.")
@click.option("--gamma", metavar="NUMBER", help="The margin that the Margin Perceptron or Winnow is promised.")
@click.option("--delta", default="1/20", show_default=True, metavar="NUMBER", help="The probability with which a bound may fail.")
@click.option("--holdout", metavar="SHARE", help="Learn without the last SHARE of the examples, and test on them.")
@click.option(
    "--coverage",
    "runs",
    type=int,
    is_flag=False,
    flag_value=SAMPLES,
    metavar="N",
    help=f"Also draw N samples from DATA, {SAMPLES} if N is left out, and count how often the bounds fail.",
)
@seed_option("The seed of these samples.")
@json_option("Write the result as JSON")
def online_to_batch_command(
    learner: str, gamma: str | None, delta: str, holdout: str | None, runs: int | None, seed: int, target: str | None, **reading: Any
) -> int:
    """Run a learner once over DATA, choose one of the hypotheses that it had, and bound its risk (MR Theorem 4).

    The bounds hold with probability 1 − δ if the examples are drawn independently from one distribution, which no test of the data can
    show; --shuffle makes it true of a file that is such a sample in some other order. The choice is the hypothesis with the least
    errors from its round on, with a penalty for testing it on few. Bounds by the binomial tail are theorems: test-set-bounds and, on
    held-out examples, test-set-bound. The kernel Perceptron is the Perceptron on the features of its kernel, which are written out.
    """
    from perceptron.analysis.coverage import coverage
    from perceptron.analysis.online_to_batch import beside
    from proofs.audit.run import in_features

    kernel = kernel_for_data(learner, COUNTED)
    chosen_learner = learner_for_data(learner, gamma, COUNTED)
    if gamma is not None and not needs_gamma(learner):
        raise InputError(f"{learner:.60} takes no --gamma: it is for the Margin Perceptron, and for Winnow without factor and eta")
    if runs is not None and runs < 1:
        raise InputError(f"--coverage must be a positive number, not {runs}")
    with bar("reading", None) as progress:
        data = dataset(**reading)
        if kernel is not None:
            data = replace(data, examples=in_features(kernel, data.examples))
        sample, held = _split(data.examples, holdout)
        progress.describe("running the learner")

        def tell_round(t: int) -> None:
            progress.describe(f"testing the hypothesis before round {t + 1:,} of {len(sample):,}")

        chosen, candidates = beside(chosen_learner, sample, held, delta, tell_round)
        cover = None
        if runs is not None:

            def on_progress(made: int) -> None:
                progress.describe(f"sample {made + 1:,} of {runs:,}")

            cover = coverage(chosen_learner, data.examples, len(sample), runs, delta, seed, on_progress)
    head = f"{visible(data.name)}: learnt from {chosen.T:,} examples, tested on {0 if held is None else len(held):,}"
    lines = [
        head,
        *_choose(chosen),
        "",
        *_candidates(candidates, held, chosen),
        *_need(chosen),
        *([] if cover is None else _coverage(cover)),
    ]
    notes = [f"note: {visible(note)}" for note in data.notes]
    answer(target, [*lines, *notes], _record(data.name, chosen, candidates, held, cover))
    return 0


def _split(examples: Examples, share: str | None) -> tuple[Examples, Examples | None]:
    from perceptron.numbers.exact import positive

    if share is None:
        return examples, None
    part = positive(share, "--holdout")
    first = len(examples) - round(part * len(examples))
    if part >= 1 or not 0 < first < len(examples):
        raise InputError(f"--holdout must leave examples to learn from and to test, and {share:.40} of {len(examples)} does not")
    return examples[:first], examples[first:]


def _choose(c: ChosenHypothesis) -> list[str]:
    tested = f"{c.empirical * c.examples} errors on the {c.examples:,} examples from there on ({float(c.empirical):.2%})"
    return [
        f"mistakes while learning: {c.average * c.T} ({float(c.average):.2%})",
        f"chosen: the hypothesis before round {c.round + 1:,}, with {tested}",
    ]


def _candidates(candidates: list[Candidate], held: Examples | None, c: ChosenHypothesis) -> list[str]:
    from perceptron.analysis.coverage import interval
    from proofs.report import columns

    rows = [("hypothesis", "risk at most", "on held-out examples")]
    for candidate in candidates:
        tested = ""
        if candidate.held is not None and candidate.errors is not None and held is not None:
            low, high = interval(candidate.errors, len(held))
            tested = f"{_bound(candidate.held)}: {candidate.errors} errors on {len(held)}, {candidate.errors / len(held):.2%}"
            tested += f" (95 %: from {low:.2%} to {high:.2%})"
        rows.append((candidate.name, _bound(candidate.bound) if candidate.bound else "no bound", tested))
    rows.insert(2, ("  as proved here", _bound(c.proved), ""))
    rows.insert(3, ("  as MR (9) prints", _bound(c.printed), ""))
    head = f"with probability 1 − {_as_written(c.delta)} each, if the examples are drawn independently from one distribution:"
    tail = f"by the tail: the binomial tail, inverted with δ = {_as_written(c.delta / c.T)} for each of {c.T} hypotheses (test-set-bounds)"
    tail += f"; on held-out examples with δ = {_as_written(c.delta)} (test-set-bound)" * (held is not None)
    return [head, *columns(rows), tail]


def _as_written(delta: Fraction) -> str:
    """δ as people write it. A float would turn 1 − 10⁻²⁰ into 1."""
    return str(delta) if len(str(delta)) <= LONG else f"{Decimal(delta.numerator) / Decimal(delta.denominator):.4g}"


def _bound(text: str) -> str:
    return text if float(text) < 1 else f"{text} (vacuous)"


def _need(c: ChosenHypothesis) -> list[str]:
    from perceptron.analysis.online_to_batch import least_sample, penalty, penalty_of_the_first, proved_penalty

    least = [least_sample(c.delta, by) for by in (penalty_of_the_first, proved_penalty, penalty)]
    sentence = (
        "without any mistake the bound on the chosen one says something from {:,} examples on, as proved here from {:,}, MR (9) from {:,}"
    )
    return ["", sentence.format(*least)]


def _coverage(cover: Coverage) -> list[str]:
    lines = [
        "",
        f"{cover.runs} samples of {cover.T:,} from these examples as the distribution: mean risk of the choice {float(cover.risk):.2%}",
    ]
    for name, words in NAMES.items():
        low, high = cover.interval(name)
        said = f"failed in {cover.failures[name]}, so with probability {low:.2%} to {high:.2%} (95 %, exact binomial)"
        lines.append(f"    {words}: {said}, allowed {float(cover.delta):.2%}; vacuous in {cover.vacuous[name]}")
    return lines


def _record(name: str, c: ChosenHypothesis, candidates: list[Candidate], held: Examples | None, cover: Coverage | None) -> dict[str, Any]:
    record: dict[str, Any] = {
        "data": name,
        "examples": c.T,
        "delta": str(c.delta),
        "mistakes": int(c.average * c.T),
        "round": c.round,
        "empirical": str(c.empirical),
        "penalised": c.penalised,
        "proved": c.proved,
        "printed": c.printed,
        "mean_risk": c.spread,
        "held_out": 0 if held is None else len(held),
        "theorems": THEOREMS,
        "hypotheses": [
            {"name": f.name, "bound": f.bound or None, "theorem": OF_HYPOTHESES.get(f.name), "errors": f.errors, "held_out_bound": f.held}
            for f in candidates
        ],
    }
    if cover is not None:
        record["coverage"] = {"runs": cover.runs, "failures": cover.failures, "vacuous": cover.vacuous, "mean_risk": str(cover.risk)}
        record["coverage"]["intervals"] = {bound: list(cover.interval(bound)) for bound in NAMES}
    return record
