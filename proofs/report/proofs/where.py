"""What each symbol of a theorem stands for, in a list that is made from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from proofs.kernel import Formula, Proof
from proofs.kernel.formula import names as names_in
from proofs.report.typesetting.layout import Names
from proofs.report.typesetting.nodes import At, Node, Symbol
from proofs.report.typesetting.sentences import theorem_names
from proofs.report.typesetting.spelling import canonical
from proofs.report.typesetting.writers import UNICODE
from proofs.statements.provable import Provable

KINDS = {
    "real": "a real number",
    "nat": "a natural number",
    "vec": "a vector",
    "seq": "a sequence of numbers",
    "vseq": "a sequence of vectors",
}
USUAL = {  # where no fact says more
    ("nat", "M"): "the number of updates",
    ("real", "γ"): "the margin",
    ("real", "R"): "no example is longer",
    ("vec", "u"): "the comparator, whose scores ⟨u, x⟩ the learner’s are held against",
    ("vseq", "w"): "the weights after k updates",
    ("vseq", "z"): "what update k adds, the label times the example",
    ("seq", "ξ"): "the slack of update k, which makes up for what is missing from the margin",
    ("seq", "TD"): "the sum of the slacks of the first k updates",
    ("seq", "S2"): "the sum of ‖x‖² over the first k updates",
}


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
            shown = UNICODE.write(At(symbol, Symbol("k")) if kind in ("seq", "vseq") else symbol)
            found[kind, str(name)] = shown, "; ".join(filter(None, (KINDS[kind], _said(item, kind, str(name)))))
    return found


def _said(item: Provable, kind: str, name: str) -> str:
    """The first fact, those that say what a name means before the others, whose words speak of the name."""
    speaks = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)|(?<!\w){re.escape(canonical(name))}(?!\w)")
    facts = sorted(item.facts, key=lambda fact: not fact.definition)
    words = next((fact.words for fact in facts if speaks.search(fact.words)), "")
    return USUAL.get((kind, name), words) or words
