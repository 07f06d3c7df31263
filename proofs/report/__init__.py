"""What is shown of a verdict: `proofs` as pages, `tables`, `pictures`, and a theorem in a `notebook`; `typesetting` serves them all."""
