"""A mixture t·x + (1 − t)·y, at which a convex loss is at most the mixture of its values."""

from proofs.statements.authoring import Fact, Polynomial, ge, le


def weight_of_mixture(t: Polynomial) -> tuple[Fact, Fact]:
    """t, from 0 to 1."""
    return (
        Fact("weight from 0", "the mixture's weight is not negative", ge(t, 0)),
        Fact("weight to 1", "the mixture's weight is at most 1", le(t, 1)),
    )
