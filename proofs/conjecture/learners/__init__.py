"""Learners of a game, a file for each geometry: `euclidean` (Perceptron, Margin Perceptron, Hebb), `kernel`, `winnow`.

`base` has what all of them answer: their hypotheses, options and lengths, their JSON form, the learner of `perceptron` that runs, and a run
by definition (`ExactRun`) for the judge. A further learner is a file here and a line in LEARNERS."""

from proofs.conjecture.learners.base import AdversaryChoice, ExactRun, Opponent
from proofs.conjecture.learners.euclidean import HebbOpponent, MarginOpponent, PerceptronOpponent
from proofs.conjecture.learners.kernel import KernelPerceptron
from proofs.conjecture.learners.winnow import WinnowOpponent

LEARNERS: dict[str, type[Opponent]] = {
    kind.name: kind for kind in (PerceptronOpponent, MarginOpponent, HebbOpponent, KernelPerceptron, WinnowOpponent)
}

__all__ = ["LEARNERS", "AdversaryChoice", "ExactRun", "Opponent"]
