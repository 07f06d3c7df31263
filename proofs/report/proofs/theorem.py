"""A theorem to be read: its title and sources, the meaning of its symbols, SymPy's derivation of the bound, and the different statements in
the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from proofs.derive.authoring.terms import every
from proofs.derive.sympy.derivation import PROPOSES, NoDerivation, work_out
from proofs.derive.typesetting.layout import Names
from proofs.derive.typesetting.names import canonical
from proofs.derive.typesetting.sentences import theorem_names
from proofs.derive.typesetting.writers import UNICODE, At, Bracket, Floor, Node, Norm, Radical, Symbol, Words
from proofs.kernel import Formula, Proof
from proofs.kernel.formula import names as names_in
from proofs.report.proofs import pages, render
from proofs.report.proofs.reasons import beside_claim, claim_formula
from proofs.statements.displayed import Likely
from proofs.statements.page import BuiltProof, Provable
from proofs.theorems import catalogue, sources, witnesses
from proofs.theorems.sources import Erratum
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
    """Every symbol of the statement as it is printed, with its kind and the facts about it."""
    stated, claims = [f for _, f in proof.hypotheses], claims_of(item, proof)
    hidden, said, names = inner(item), item.displayed, theorem_names([*stated, *claims])
    shown = [f for name, f in proof.hypotheses if name not in hidden]
    if not isinstance(said, Likely):
        return sorted(explain(item, [*claims, *shown], names).values())
    printed = " ".join(
        UNICODE.write(node) for node in (claim_formula(claims[0], names, said), *(beside_claim(f, names, said) for f in shown))
    )
    entries = explain(item, [*claims, *(every(said.history, said.of_sample(f)) for f in shown)], names).values()
    return sorted((symbol, words) if symbol.replace("(k)", "(") in printed else _of_a_sample(symbol, words) for symbol, words in entries)


def _of_a_sample(symbol: str, words: str) -> tuple[str, str]:
    """The symbol and words of a number or vector for each sample, whose history is not printed."""
    return symbol.removesuffix("(k)"), words.replace("a sequence of numbers", KINDS["real"]).replace("a sequence of vectors", KINDS["vec"])


def claims_of(item: Provable, proof: Proof) -> list[Formula]:
    """The formulas of the claim."""
    if isinstance(item.displayed, Likely):
        return [*item.displayed.speaks_of]
    return [item.claim] if item.claim is not None else [s.claim for s in proof.steps if s.name == proof.conclusion]


def inner(item: Provable) -> tuple[str, ...]:
    """The definitions of which only the proof speaks."""
    return tuple(f.name for f in render.part(item.facts, item.displayed)[2])


def explain(item: Provable, formulas: Iterable[Formula], names: Names) -> dict[tuple[str, str], tuple[str, str]]:
    """Explanations of the symbols in some formulas, by (kind, name), without those that are printed as the terms that they stand for."""
    meanings = {}
    for kind, name in dict.fromkeys(key for f in formulas for key in names_in(f) if key[0] in KINDS):
        if (kind, str(name)) not in names.meant:
            symbol: Node = names.symbol(kind, str(name))
            shown = UNICODE.write(At(symbol, Symbol("k")) if kind in MANY else symbol)
            meanings[kind, str(name)] = shown, "; ".join(filter(None, (KINDS[kind], _phrase(item, kind, str(name)))))
    return meanings


def _phrase(item: Provable, kind: str, name: str) -> str:
    """The explanation in `proofs.theorems.symbols`, else the first fact about the symbol; definitions come before the other facts."""
    shown = canonical(name)
    speaks = re.compile(rf"(?<!\w)(?:{re.escape(name)}|{re.escape(shown)})(?!\w)")
    facts = sorted(item.facts, key=lambda fact: not fact.definition)
    words = next((fact.words for fact in facts if speaks.search(fact.words)), "")
    return meaning(item.id, f"{shown}(k)" if kind in MANY else shown) or speaks.sub(shown, words)


NOTATION = {
    Bracket: ("⟨a, b⟩", "the inner product of two vectors, a₁b₁ + a₂b₂ + …"),
    Norm: ("‖a‖", "the length of a vector, ‖a‖² = ⟨a, a⟩"),
    Radical: ("√a", "the non-negative root"),
    Floor: ("⌊a⌋", "the greatest whole number that is no larger"),
}
FUNCTIONS = {
    "Σ": ("Σ(i < n: a(i))", "the sum a(0) + … + a(n−1)"),
    "ln": ("ln", "the natural logarithm"),
    "exp": ("exp", "the exponential function"),
}


class Glossary:
    """Explains each symbol once."""

    def __init__(self, item: Provable, proof: Proof, names: Names) -> None:
        stated = [f for _, f in proof.hypotheses]
        self.meaning = explain(item, [*stated, *claims_of(item, proof)], names)
        self.told: set[object] = set()

    def new(self, f: Formula, shown: Node) -> tuple[tuple[str, str], ...]:
        """The names and the notation of a formula that were not explained before."""
        entries = []
        for key in sorted(set(names_in(f)), key=str):
            if key in self.meaning and key not in self.told:
                self.told.add(key)
                entries.append(self.meaning[key])
        for entry in dict.fromkeys(_notation(shown)):
            if entry not in self.told:
                self.told.add(entry)
                entries.append(entry)
        return tuple(entries)


def _notation(node: object) -> Iterator[tuple[str, str]]:
    """The signs in a layout that linear algebra is read with."""
    if type(node) in NOTATION:
        yield NOTATION[type(node)]
    if isinstance(node, Symbol) and node.text in FUNCTIONS:
        yield FUNCTIONS[node.text]
    if isinstance(node, Words):
        return
    for field in getattr(node, "__dataclass_fields__", ()):
        part = getattr(node, field)
        for inner in _parts(part):
            yield from _notation(inner)


def _parts(part: object) -> Iterator[object]:
    """The layouts in a field, which may be a list of signed terms."""
    if isinstance(part, tuple):
        for entry in part:
            yield from _parts(entry)
    else:
        yield part


CHECK = "perceptron-proofs check"


def render_item(item: Provable, built: BuiltProof, format: str, full: bool = False) -> str:
    """One theorem or lemma in a format of `render.FORMATS`."""
    means = [f"{symbol}: {meaning}" for symbol, meaning in symbols(item, built.proof)]
    before = [(head, lines) for head, lines in (("In words", [item.words] * bool(item.words)), ("Where", means)) if lines]
    lines = render.outline(built.proof, built.notes, not full, item.displayed, before, inner(item))
    proof = pages.stepwise(lines, format, item.heading)
    around = [(head, listed) for head, listed in _around(item, built) if listed]
    if format == "html":
        return pages.html_document(proof + derivation(item, format), item.heading, around)
    n = pages.NOTATIONS[format]
    shown = pages.write("shown", n, proof=proof.rstrip("\n"), derivation=derivation(item, format), around=around)
    return shown.rstrip("\n") + "\n"


def document(theorems: Iterable[tuple[Provable, BuiltProof]]) -> str:
    """A whole LaTeX document with several theorems, in order."""
    return pages.latex_document("\n".join(render_item(item, built, "latex") for item, built in theorems))


def _around(item: Provable, built: BuiltProof) -> list[tuple[str, list[str]]]:
    """Headed lists: sources, misprints, citations."""
    return [
        ("Cited, not proved here", [f"{fact.name}: {fact.words} ({fact.cited})" for fact in item.facts if fact.cited]),
        ("Sources", [f"{s}{f': {s.remark}' if s.remark else ''}" for s in item.sources]),
        *_errata(item),
        ("Without it, false", _need(item)),
        ("All hypotheses hold", _example(item)),
        ("Cites", list(built.cites)),
    ]


def misprint_lines(item: Provable) -> list[str]:
    """Remarks on the sources, a sentence each; for a false one the command that refutes it."""
    return [line for _, lines in _errata(item) for line in lines]


def _errata(item: Provable) -> list[tuple[str, list[str]]]:
    """Each of the three lists of errata, as far as it is about the theorem."""
    errata = sources.on_page(item.id)
    return [(head, [erratum_line(e) for e in errata if e.kind in kinds]) for head, (_, kinds) in sources.LISTS.items()]


def erratum_line(e: Erratum) -> str:
    return f"{e.place}: {e.quotation}. True: {e.instead}" + (f" ({CHECK} {e.file})" if e.file else "")


def _need(item: Provable) -> list[str]:
    """The hypotheses with a stored counterexample to the theorem without them."""
    files = {name: witnesses.path(item.id, name) for name in item.hypotheses}
    return [f"{name}: {CHECK} {witnesses.name(file)}" for name, file in files.items() if file.is_file()]


def _example(item: Provable) -> list[str]:
    """An example on which the hypotheses hold, computed now."""
    from proofs.verify.checks.nonvacuity import BY_Z3, example, resting_on

    instance = example(item, resting_on(item.id, catalogue.neighbours_first(item.id)))
    if instance is None:
        from proofs.referees.z3 import has_model

        instance = BY_Z3 if has_model([f for _, f in item.named_facts]) else None
    return [] if instance is None else [f"{instance.by}: {instance.words}"]


def derivation(item: Provable, format: str) -> str:
    """SymPy's way to the bound, where a page has one; empty otherwise."""
    if item.derivation is None:
        return ""
    worked = work_out(item.id, item.derivation)
    why = worked.why if isinstance(worked, NoDerivation) else ""
    return pages.write("derivation", pages.NOTATIONS[format], worked=worked, why=why, proposes=PROPOSES)
