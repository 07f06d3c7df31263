"""What is shown of a verdict: `proofs` as pages, `tables`, `pictures`, a theorem in a `notebook`, the `book`, and what runs in a page."""

from functools import cache
from pathlib import Path


@cache
def style(name: str) -> str:
    """A style sheet of the folder `styles`, for what is shown in a notebook, in the book or on paper."""
    return (Path(__file__).parent / "styles" / f"{name}.css").read_text(encoding="utf-8").rstrip("\n")
