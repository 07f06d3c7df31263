"""Learners of the literature, each as somebody would write it down to have it attacked. Entries of `suite.toml` name them.

All numbers are exact. Steps that divide by a length take certified roots (`perceptron.numbers.enclosure`)."""

from __future__ import annotations

from benchmarks.falsifier.learners.memory import (
    Averaged,
    Ballseptron,
    Delayed,
    ForgetOldest,
    Forgetron,
    MiniBatch,
    RandomBudget,
    perceptron_beside_margin,
    random_budget_in_mean,
)
from benchmarks.falsifier.learners.rates import Alma, Arow, FourNorm, OneOverRoot, OneOverT, SecondOrder
from benchmarks.falsifier.learners.steps import (
    AggressiveRomma,
    FixedMargin,
    InABox,
    Leaky,
    MarginOfLength,
    Normalised,
    PassiveAggressive,
    PassiveAggressiveI,
    PassiveAggressiveII,
    Quantised,
    RateAndMargin,
    Reflecting,
    Relaxation,
    Romma,
)
from benchmarks.falsifier.learners.variants import (
    Biased,
    CostSensitive,
    Momentum,
    Projectron,
    Restarting,
    Spherical,
    SquaredHinge,
    UnevenMargins,
)

LEARNERS = {
    "fixed-margin": FixedMargin(),
    "rate-and-margin": RateAndMargin(),
    "margin-of-length": MarginOfLength(),
    "pa": PassiveAggressive(),
    "pa-1": PassiveAggressiveI(),
    "pa-2": PassiveAggressiveII(),
    "relaxation": Relaxation(),
    "romma": Romma(),
    "aggressive-romma": AggressiveRomma(),
    "second-order": SecondOrder(),
    "arow": Arow(),
    "four-norm": FourNorm(),
    "forget-oldest": ForgetOldest(),
    "forgetron": Forgetron(),
    "random-budget": random_budget_in_mean(),
    "ballseptron": Ballseptron(),
    "one-over-t": OneOverT,
    "one-over-root": OneOverRoot,
    "normalised": Normalised(),
    "alma": Alma(),
    "leaky": Leaky(),
    "in-a-box": InABox(),
    "delayed": Delayed(),
    "mini-batch": MiniBatch(),
    "quantised": Quantised(),
    "reflecting": Reflecting(),
    "averaged": Averaged(),
    "uneven-margins": UnevenMargins(),
    "cost-sensitive": CostSensitive(),
    "biased": Biased(),
    "restarting": Restarting(),
    "momentum": Momentum(),
    "spherical": Spherical(),
    "squared-hinge": SquaredHinge(),
    "projectron": Projectron(),
    "side-by-side": perceptron_beside_margin,
}

__all__ = ["LEARNERS", "Alma", "PassiveAggressive", "RandomBudget", "Romma", "SecondOrder"]
