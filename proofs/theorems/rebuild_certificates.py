"""`python -m proofs.theorems.rebuild_certificates`: for maintainers, searches the certificates that the pages need and stores them.

Certificates that are not stored are searched, so that most pages work without the store, only more slowly. What no search finds in its time
was found by hand, and stays as long as a page asks for it. Nothing rests on either, since the kernel checks each one.
"""

from __future__ import annotations

from proofs.derive.authoring import certificate_search
from proofs.theorems import catalogue


def main() -> None:
    known = len(certificate_search.store())
    catalogue.build_ids([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])  # some lemmas serve `decide` alone
    searched = len(certificate_search.store()) - known
    certificate_search.save()
    print(f"{len(certificate_search.USED)} certificates stored, {searched} of them searched now")


if __name__ == "__main__":
    main()
