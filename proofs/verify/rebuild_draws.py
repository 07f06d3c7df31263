"""`python -m proofs.verify.rebuild_draws`: for maintainers, searches the nearest instance of each property, and an example of its
hypotheses, and keeps the draws that show them."""

from __future__ import annotations

from typing import Any

from proofs.statements.property import Property
from proofs.theorems import catalogue
from proofs.verify.checks.kept_draws import KeptDraws, save
from proofs.verify.checks.nearness import deciding_draws, no_bound
from proofs.verify.checks.nonvacuity import example_number


def search(item: Property) -> dict[str, Any]:
    """The entry of a property in the file, searched now."""
    number = example_number(item)
    if no_bound(item):
        return KeptDraws(number).to_json(item)
    found, draws = deciding_draws(item)
    return KeptDraws(number, draws, found.ratio, found.held).to_json(item)


if __name__ == "__main__":
    save({item.id: search(item) for item in catalogue.THEOREMS if isinstance(item, Property)})
