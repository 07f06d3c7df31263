"""Proofs and attacks: the statements, the kernel that judges their proofs, and the searches that try to break them.

from proofs import theorem
theorem("novikoff")         # in a notebook: what it says, and what the kernel has just said of its proof
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.report.notebook import Exhibit

__all__ = ["theorem"]


def theorem(id: str) -> Exhibit:
    """A theorem or lemma of the catalogue, as an object that Jupyter shows (see `proofs.report.notebook`).

    id    an id of the catalogue, such as "novikoff"

    Raises InputError for another id and suggests similar ones.

    >>> theorem("novikoff").id
    'novikoff'
    """
    from proofs.report.notebook import exhibit

    return exhibit(id)
