"""A proof as on a blackboard: about eight lines, each of which unfolds into the lines behind it, down to the kernel's steps.

It is made from the proof and tells nothing again.  The theorems that it cites are written out in their places with what stands for their
names put in (`inlined`), the kernel replays that one proof, and each line is a line of it.  `unfolding` says which lines come first.
"""

from __future__ import annotations

from collections.abc import Mapping

from perceptron.errors import InputError
from proofs.derive.authoring.inlining import Inlined, inlined
from proofs.kernel import Rejected, Theorem, replay
from proofs.report.proofs import linear_pages, pages
from proofs.report.proofs.linear import Reader
from proofs.report.proofs.pages import Lines
from proofs.statements.page import Built
from proofs.theorems import catalogue
from proofs.theorems.lookup import item

TOO_MUCH = "too much arithmetic"  # how the kernel says that it stopped counting


class Linear(Lines):
    """A theorem with its proof in lines, to be printed."""

    def text(self, depth: int = 1) -> str:
        """For a terminal, with the lines of so many levels."""
        return linear_pages.text(self, depth)

    def html(self, depth: int = 1, heading: bool = True) -> str:
        """A <section> in which lines unfold on a click, those above `depth` open; it needs no script.  `heading`: begins with the title."""
        return linear_pages.html(self, depth, heading)

    def latex(self, depth: int = 1) -> str:
        """A fragment for a document that loads amsmath."""
        return linear_pages.latex(self, depth)

    def to(self, format: str, depth: int = 1) -> str:
        """One of `render.FORMATS`; HTML as a whole page."""
        if format == "html":
            return pages.html_document(self.html(depth), self.title)
        return self.latex(depth) if format == "latex" else self.text(depth)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()


class TooLong(InputError):
    """Without citations the proof takes more arithmetic than the kernel spends on one."""


def accepted(whole: Inlined) -> Theorem:
    """What the kernel makes of a proof without citations. Raises `TooLong` and `Rejected`."""
    try:
        return replay(whole.proof, {})
    except Rejected as reason:
        if TOO_MUCH not in str(reason):
            raise
        id = whole.proof.id
        raise TooLong(f"{id}: with its citations written out it is too long for the kernel; `show {id}` has it with them") from None


def linear(id: str, built: Mapping[str, Built] | None = None) -> Linear:
    """The proof of a theorem or lemma in lines; `built` may give its proof and those that it rests on.

    Raises InputError for an unknown id, `TooLong` if the proof without its citations is more than the kernel looks through, and `Rejected`
    if the kernel does not accept it.
    """
    if built is None or id not in built:
        item(id)
        built = catalogue.built([id])
    whole = inlined(id, built)
    theorem = accepted(whole)
    if theorem.conclusion != built[id].theorem.conclusion:
        raise Rejected(f"{id}: the proof without citations ends in another claim")
    return Reader(built[id].page, whole).read(Linear, theorem)
