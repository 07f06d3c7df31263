"""The book: chapters made of the notebooks, and a page for each theorem, as HTML that a browser opens from the disk.

`build` writes it. `contents` has its parts in their order. `theorem_page` and `other_pages` are the pages that are made from the catalogue,
as Markdown; `prose/` has those that are written by hand. `extension` configures Sphinx, which makes HTML of all: mathematics as MathML
(`mathematics`), and a theorem's id in backticks as a link to its page, in chapters too. What lies in `static/` goes beside the pages.
`exercises` has the exercises of all chapters, and what marks the answers; `lectures` material for a lecture.
"""
