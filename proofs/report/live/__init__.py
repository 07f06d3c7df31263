"""The parts of a page that run without a server: the kernel replays a proof, the judge judges a run that a reader edits, and bounds and
runs move.

`interactions` gives the HTML, which says something without a script too.  `files.write` lays beside the pages what they load: one script
and one style, all proofs, and the `runtime` if there is one.
"""
