"""What is shown of a verdict: `proofs` as pages, `tables`, `pictures`, a theorem in a `notebook`, the `book`, and what runs in a page."""
