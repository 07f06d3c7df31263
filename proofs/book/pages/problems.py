"""Problem sheets: the exercises of each chapter by themselves, without and with the solutions."""

from __future__ import annotations

from proofs.book.exercises import CHAPTERS, TITLES, sheet
from proofs.book.pages import markup

WORDS = """# Problem sheets

The exercises of the chapters, to be handed out, and a copy with solutions for whoever teaches. The text of each sheet can be had by
`perceptron-proofs exercises CHAPTER`, with `--solutions` or without.
"""


def pages() -> dict[str, str]:
    """Each sheet by its name, the lecturer's copy beside it, and the page that leads to them."""
    made = {f"problems/{name}": str(sheet(name, "plain")) for name in CHAPTERS}
    made |= {f"problems/{name}-solved": str(sheet(name, "solved")) for name in CHAPTERS}
    rows = "\n".join(f"| {title} | [problems]({name}.md) | [with solutions]({name}-solved.md) |" for name, title in TITLES.items())
    tree = markup.toctree([page.removeprefix("problems/") for page in made], hidden=True)
    return made | {"problems/index": f"{WORDS}\n| chapter | | |\n|---|---|---|\n{rows}\n\n{tree}"}
