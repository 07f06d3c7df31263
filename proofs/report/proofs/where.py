"""What each symbol of a theorem stands for, in a list that is made from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from proofs.kernel import Formula, Proof
from proofs.kernel.formula import names as names_in
from proofs.report.typesetting.layout import Names
from proofs.report.typesetting.names import canonical
from proofs.report.typesetting.sentences import theorem_names
from proofs.report.typesetting.writers import UNICODE, At, Node, Symbol
from proofs.statements.provable import Provable
from proofs.theorems.symbols import meaning

KINDS = {
    "real": "a real number",
    "nat": "a natural number",
    "vec": "a vector",
    "seq": "a sequence of numbers",
    "vseq": "a sequence of vectors",
}
MANY = ("seq", "vseq")


def symbols(item: Provable, proof: Proof) -> list[tuple[str, str]]:
    """Every symbol of the statement as it is printed, with its kind and what the facts say of it."""
    stated = [f for _, f in proof.hypotheses]
    claims = [item.claim] if item.claim is not None else [s.claim for s in proof.steps if s.name == proof.conclusion]
    return sorted(explained(item, [*claims, *stated], theorem_names([*stated, *claims])).values())


def explained(item: Provable, formulas: Iterable[Formula], names: Names) -> dict[tuple[str, str], tuple[str, str]]:
    """The same by (kind, name), for the symbols in some formulas; not for those that are printed as the terms that they stand for."""
    found = {}
    for kind, name in dict.fromkeys(key for f in formulas for key in names_in(f) if key[0] in KINDS):
        if (kind, str(name)) not in names.meant:
            symbol: Node = names.symbol(kind, str(name))
            shown = UNICODE.write(At(symbol, Symbol("k")) if kind in MANY else symbol)
            found[kind, str(name)] = shown, "; ".join(filter(None, (KINDS[kind], _said(item, kind, str(name)))))
    return found


def _said(item: Provable, kind: str, name: str) -> str:
    """What `proofs.theorems.symbols` says; else the first fact, those that say what a name means before the others, that speaks of it."""
    shown = canonical(name)
    speaks = re.compile(rf"(?<!\w)(?:{re.escape(name)}|{re.escape(shown)})(?!\w)")
    facts = sorted(item.facts, key=lambda fact: not fact.definition)
    words = next((fact.words for fact in facts if speaks.search(fact.words)), "")
    return meaning(item.id, f"{shown}(k)" if kind in MANY else shown) or speaks.sub(shown, words)
