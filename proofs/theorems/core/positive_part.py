"""max(0, t) as a named real with the facts that define it."""

from proofs.statements.authoring import Fact, Polynomial, eq, ge


def positive_part(value: Polynomial, of: Polynomial, name: str) -> tuple[Fact, ...]:
    """value = max(0, of), by three facts."""
    return (
        Fact(f"{name} ≥ 0", "a positive part is not negative", ge(value, 0), definition=True),
        Fact(f"{name} ≥ its argument", "a positive part is no less than what it is the part of", ge(value, of), definition=True),
        Fact(name, "a positive part is 0 or its argument", eq(value * (value - of), 0), definition=True),
    )
