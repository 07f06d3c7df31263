"""What a certificate of Coq says of the theorems as they are now, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from proofs.referees.coq import CertificateStanding, CoqCertificate

WIDTH = 140


def lines(certificate: CoqCertificate, standings: Mapping[str, CertificateStanding]) -> Iterator[str]:
    """Who checked, from which axioms, and for each standing the theorems that have it."""
    yield f"Coq {certificate.version} has checked {len(certificate.theorems)} theorems."
    yield from _wrapped("they assume: ", sorted(certificate.assumes) or ["nothing"])
    for standing in CertificateStanding:
        ids = [id for id, one in standings.items() if one is standing]
        if ids:
            yield f"{standing.value}: {len(ids)}"
            yield from _wrapped("    ", ids)
    yield "This is a record and no proof: `verify --referee coq` has Coq check them here."


def _wrapped(head: str, words: list[str]) -> list[str]:
    return textwrap.wrap(head + ", ".join(words), WIDTH, subsequent_indent="    ", break_on_hyphens=False)
