"""What is shown of a verdict: `proofs` as pages, `tables`, `pictures`, and a theorem in a `notebook`; `typesetting` serves them all.

A name from somebody's file is printed as a `label`, and a text with it `escaped`.
"""

from proofs.report.typesetting.spelling import escaped, label

__all__ = ["escaped", "label"]
