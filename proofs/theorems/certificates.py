"""`python -m proofs.theorems.certificates`: for maintainers, searches the certificates that the pages need and stores them.

A page works without the store, only more slowly: what is not stored is searched.  Nothing rests on it, since the kernel checks each one.
"""

from __future__ import annotations

from proofs.derive import certificates
from proofs.theorems import catalogue


def main() -> None:
    known = len(certificates.store())
    catalogue.built()
    searched = len(certificates.store()) - known
    certificates.save()
    print(f"{len(certificates.USED)} certificates stored, {searched} of them searched now")


if __name__ == "__main__":
    main()
