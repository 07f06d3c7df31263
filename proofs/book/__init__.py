"""The book: chapters made of the notebooks, and a page for each theorem, as HTML that a browser opens from the disk.

`build` writes it.  `contents` says what is in it, in which order; `pages` writes the pages that are made from the catalogue, as Markdown,
and `prose` has those that are written by hand.  `settings` and `extension` tell Sphinx how all become HTML: mathematics as MathML
(`mathematics`), and a theorem's id in backticks as a link to its page, in chapters too.  What lies in `static` goes beside the pages.
`exercises` has the exercises of all chapters, and what marks the answers.
"""

from proofs.book.build import build

__all__ = ["build"]
