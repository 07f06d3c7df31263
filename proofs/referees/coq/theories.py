"""The generated theories: statements and proofs as data, family by family; how they hang together; and `Claims.v`, to be read.

`statements/FAMILY` has the statements, `proofs/FAMILY` holds the proof data and has Coq replay each by computation, `claims/Valid` records
which statement follows from which, and `claims/Claims` states every theorem in plain Coq and closes it by that. `claims/Needed` states them
without the facts that their proofs do without, which is what theorems about runs apply.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from perceptron.errors import InputError
from proofs.kernel import Proof, Theorem
from proofs.referees.coq.encode import TAKEN, CoqDefinition, Plain, list_items, proof_term
from proofs.referees.coq.toolchain import keys, read_theories

OURS = re.compile(r"^From Perceptron\S* Require .*\n|^Print Assumptions .*\n", re.MULTILINE)
REQUIRED = re.compile(r"^From Perceptron\.\w+ Require (Import|Export) (.*)\.$", re.MULTILINE)
LIBRARY = re.compile(r"^From Coq Require (Import|Export) ([^.]+)\.", re.MULTILINE)  # whole lines: a module may import and not require


def modules(theories: Mapping[str, str]) -> str:
    """Theories, in the order in which they build on each other, each as a module that imports the others that it requires, after the
    imports from Coq itself; in the end all are exported."""
    library = sorted({names for text in theories.values() for _, names in LIBRARY.findall(text)})
    parts = [f"From Coq Require {names}.\n" for names in library]
    for name, text in theories.items():
        parts.append(module(name.rpartition("/")[2], REQUIRED.sub(r"\1 \2.", LIBRARY.sub(r"\1 \2.", text))))
    names = " ".join(name.rpartition("/")[2] for name in theories)
    return "".join(parts) + f"\nExport {names}.\n"


def module(name: str, text: str) -> str:
    """A text as a module of this name."""
    return f"\nModule {name}.\n{without_ours(text)}End {name}.\n"


def without_ours(text: str) -> str:
    """The text where the required theories of ours are present already, without a question about its assumptions."""
    return OURS.sub("", text)


def learners(names: Iterable[str]) -> str:
    """Theories of the learners as modules."""
    theories = read_theories("learners")
    return modules({name: theories[f"learners/{name}"] for name in names})


def refuse_name(path: str) -> None:
    """Raise InputError for a file that coqc does not take: what stands before .v must be an identifier."""
    if re.fullmatch(r"[A-Za-z_]\w*\.v", name := Path(path).name) is None:
        raise InputError(f"coqc takes a file whose name has only letters, digits and _ before .v, not {name!r:.60}")


def comment(text: str) -> str:
    """A text that can stand in a comment and cannot end it."""
    return re.sub(r"[^\w .,:;=<>/+^≈-]", "_", text.replace("**", "^"))


def rational(value: Fraction | int) -> str:
    """A number in scope Q."""
    number = Fraction(value)
    return f"({number.numerator} # {number.denominator})"


def vector(values: Iterable[Fraction | int]) -> str:
    """A list of numbers in scope Q."""
    return f"[{'; '.join(map(rational, values))}]"


def boolean(value: bool) -> str:
    return "true" if value else "false"


CLAIMS = Path(__file__).parent / "Claims.v"
FORBIDDEN = re.compile(
    r"\b(Axioms?|Conjectures?|Parameters?|Hypothes[ie]s|Variables?|Context|Admitted|Admit|admit|give_up|Abort|Unset|Set|bypass_check|"
    r"Extraction|Primitive|Declare|Load|Register|Plugin|Ltac2?|Add|LoadPath)\b"
)
UNUSED = "not used"
INERT = re.compile(r"\s*(?:Theorem \w+ : forall |Proof$|intros |exact |Qed$)")  # a sentence of `Claims.v` below its head
READING = """(** Every theorem of the Perceptron proof companion in plain Coq.  Generated: change the catalogue, not this file.

    How to read it.  [E] is any real inner product space (theory/Space.v): no dimension, no coordinates, ⟨x, x⟩ >= 0 and no more.
    [x ⊕ y] and [c ⊙ x] are its sum and its multiple; [x ≡ y] says that no inner product tells the two vectors apart.
    [ℝ] and [ℕ] are the real and the natural numbers of the standard library, [INR n] is n as a real number, [S n] is n + 1,
    [sum f n] is f 0 + … + f (n - 1).  [code] is any way to number lists, for sequences with several indices.
    A quotient or a root is a number with its defining property: γ * inverse_γ = 1.
    Every fact of a theorem's page is there; of those that its proof does without it is said that they are not used.

    Each proof is one line: the proof data that the Python kernel replays is replayed by [vm_compute], with rules that are proved sound
    (theory/Soundness.v).  Coq compares that statement with the one printed here. *)
"""
OPENING = """From Perceptron.theory Require Import Replay.
From Perceptron.claims Require Import Valid.
Open Scope R_scope.
Open Scope space_scope.
Notation ℝ := Rdefinitions.R.
Notation ℕ := nat.
"""
HEAD = READING + OPENING


@dataclass(frozen=True)
class CoqClaim:
    """A proof and its theorem, with what there is to read beside it: family, title, each hypothesis in words.

    `stated`: a theorem of the book, which `Claims.v` states; otherwise what others cite."""

    proof: Proof
    theorem: Theorem
    family: str = "own"
    title: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    stated: bool = True

    @property
    def id(self) -> str:
        return self.proof.id


@dataclass(frozen=True)
class Theories:
    """The text of each theory by name, in which each theorem is called `names[id]`. By id, parts of these texts: the statement as data, the
    way to replay it, and its form and title in `Claims.v`, if it is there."""

    texts: Mapping[str, str]
    names: Mapping[str, str]
    replays: Mapping[str, str]
    stated: Mapping[str, str]
    titles: Mapping[str, str]

    def theorem_at(self, theory: str, line: int) -> str | None:
        """The id of the theorem to which a line of a theory belongs."""
        ids = {name: id for id, name in self.names.items()}
        for text in reversed(self.texts[theory].splitlines()[:line]):
            if begins := re.match(r"(?:Definition|Lemma|Theorem) (\w+?)(?:_statement|_proof|_replays|_valid)?\b", text):
                return ids.get(begins[1])
        return None


def theories(claims: Sequence[CoqClaim]) -> Theories:
    """All theories for these claims, of which each cites only earlier ones.  Raises Untranslatable."""
    names = _names(claim.id for claim in claims)
    entries = {
        claim.id: CoqDefinition(claim.proof, claim.theorem.hypotheses, claim.theorem.conclusion, names[claim.id]) for claim in claims
    }
    families: dict[str, list[CoqClaim]] = {}
    for claim in claims:
        families.setdefault(claim.family, []).append(claim)
    home = {claim.id: claim.family for claim in claims}
    texts: dict[str, str] = {}
    cited: dict[str, list[str]] = {}
    replays: dict[str, str] = {}
    for family, members in families.items():
        statements = {c.id: f"Definition {names[c.id]}_statement : statement := {entries[c.id].statement()}.\n" for c in members}
        texts[f"statements/{family}"] = _require("theory", ["Replay"]) + "".join(statements.values())
        lemmas = []
        for claim in members:
            term, cited[claim.id] = proof_term(entries[claim.id], entries)
            lemmas.append(_replay(names[claim.id], term, [names[id] for id in cited[claim.id]]))
            replays[claim.id] = statements[claim.id] + lemmas[-1]
        needed = sorted({family, *(home[id] for claim in members for id in cited[claim.id])})
        texts[f"proofs/{family}"] = _require("theory", ["Replay"]) + _require("statements", needed) + "".join(lemmas)
    everything = _require("theory", ["Replay"]) + _require("statements", families) + _require("proofs", families)
    texts["claims/Valid"] = everything + "".join(_valid(names[c.id], [names[id] for id in cited[c.id]]) for c in claims)
    read = [claim for claim in claims if claim.stated]
    stated = {claim.id: plain_theorem(entries[claim.id], claim) for claim in read}
    titles = {claim.id: _title(claim) for claim in read}
    printed = (_family(c, previous) + titles[c.id] + stated[c.id] for c, previous in zip(read, [None, *read], strict=False))
    texts["claims/Needed"] = OPENING + "".join(plain_theorem(entries[claim.id], claim, whole=False) for claim in read)
    texts["claims/Claims"] = HEAD + "".join(printed)
    return Theories(texts, names, replays, stated, titles)


def misprints(claims: Sequence[CoqClaim]) -> dict[str, str]:
    """Why `Claims.v` in the package differs from the statements that Coq checks, for each of these theorems of which it does."""
    try:
        return misprint_made(theories(claims), CLAIMS.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return {claim.id: "it cannot be read" for claim in claims if claim.stated}


def misprint_made(made: Theories, text: str) -> dict[str, str]:
    """Why `text`, which a reader takes for `Claims.v`, differs from the statements that Coq checks: by the id of each theorem of which it
    is not.

    Each theorem with its title stands there letter by letter, below the same head, and nothing else is there but such theorems: a notation
    between two of them could change the meaning of the next one."""
    if not text.startswith(HEAD):
        return dict.fromkeys(made.stated, f"line {_first(text, HEAD)} is not as generated")
    rest = without_comments(text.removeprefix(HEAD))
    strange = next((s for s in re.split(r"\.(?:\s+|$)", rest) if s.strip() and (not INERT.match(s) or '"' in s)), None)
    if strange is not None:
        line = text[: text.find(strange.strip().splitlines()[0])].count("\n") + 1
        return dict.fromkeys(made.stated, f"line {line} belongs to no theorem")
    unlike = {id: _where(made, id, text) for id, stated in made.stated.items() if made.titles[id] + stated not in text}
    everything = len(re.findall("^Theorem ", text, re.MULTILINE)) == len(made.stated)
    if everything and not unlike and text != (whole := made.texts["claims/Claims"]):
        return dict.fromkeys(made.stated, f"line {_first(text, whole)} is not as generated")  # the order, or a remark between two theorems
    return unlike


def _first(text: str, wanted: str) -> int:
    """The number of the first line that differs."""
    lines, others = text.splitlines(), wanted.splitlines()
    return next((n for n, line in enumerate(others) if lines[n : n + 1] != [line]), len(others)) + 1


def _where(made: Theories, id: str, text: str) -> str:
    """The first line in which a theorem and its title are other than generated."""
    wanted, lines = (made.titles[id] + made.stated[id]).strip("\n").splitlines(), text.splitlines()
    named = f"Theorem {made.names[id]} :"
    place = next((n for n, line in enumerate(lines) if line.startswith(named)), None)
    if place is None:
        return "it is not there"
    start = place - next(n for n, line in enumerate(wanted) if line.startswith(named))
    return f"line {start + _first(chr(10).join(lines[start:]), chr(10).join(wanted))} is not as generated"


def one_file(claims: Sequence[CoqClaim], theory: Mapping[str, str], above: Mapping[str, str] | None = None) -> str:
    """One file for plain `coqc FILE.v`: the theory as modules, the proof data, the claims, and what they assume.

    With theories `above` that build on the claims, these are a module of their own, without a question about their assumptions."""
    written = theories(claims)
    parts = (
        ["(** Self-contained: `coqc` on this file replays the proofs and prints what the theorems assume. *)\n"] if above is None else []
    )
    parts.append(modules({name: theory[name] for name in keys(theory, "")}))
    *data, needed, stated = map(without_ours, written.texts.values())
    parts += [*data, stated if above is None else module("Needed", needed)]
    parts += [f"Print Assumptions {written.names[id]}.\n" for id in written.stated] if above is None else [modules(above)]
    return "".join(parts)


def faults(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The words in generated texts that could assume something or change how Coq checks, each after its theory."""
    return [(name, word[0]) for name, text in texts.items() for word in FORBIDDEN.finditer(without_comments(text))]


def without_comments(text: str) -> str:
    """The text without its comments, which Coq nests."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)" and depth:
            depth -= 1
        elif not depth:
            kept.append(piece)
    return " ".join(kept)


def plain_theorem(entry: CoqDefinition, claim: CoqClaim, whole: bool = True) -> str:
    """The theorem in plain Coq, with the facts of its page in words; not `whole`: without those that the proof does without."""
    stated = entry.proof.hypotheses if whole else entry.hypotheses
    encoder = entry.encoder()
    encoder.meet(formula for _, formula in stated)
    plain, used = Plain(encoder), {name for name, _ in entry.hypotheses}
    lines = []
    for name, formula in stated:
        words = "; ".join(filter(None, (claim.words.get(name, ""), "" if name in used else UNUSED)))
        remark = f"  (* {_comment(words)} *)" if words else ""
        lines.append(f"  {plain.formula(formula, tight=True)} ->{remark}\n")
    conclusion = plain.formula(entry.conclusion)
    facts = {name: plain.fresh_name(f"fact{n}") for n, (name, _) in enumerate(stated, 1)} if len(lines) > len(used) else {}
    met = [f" {facts[name] if name in used else '_'}" for name in facts]
    given = "".join(f" {facts[name]}" for name in facts if name in used)
    return (
        f"Theorem {entry.name} : forall {plain.binders()},\n{''.join(lines)}  {conclusion}.\n"
        f"Proof. intros {' '.join(plain.variables())}{''.join(met)}. exact ({entry.name}_valid E {plain.values()}{given}). Qed.\n"
    )


def _require(folder: str, names: Iterable[str]) -> str:
    return f"From Perceptron.{folder} Require Import {' '.join(names)}.\n"


def _replay(name: str, term: str, cited: list[str]) -> str:
    library = list_items(f"{id}_statement" for id in cited)
    return (
        f"Definition {name}_proof : proof := {term}.\n"
        f"Lemma {name}_replays : replay {library} {name}_proof {name}_statement = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
    )


def _valid(name: str, cited: list[str]) -> str:
    library = "".join(f"(conj {id}_valid " for id in cited) + "I" + ")" * len(cited)
    return f"Lemma {name}_valid : valid {name}_statement.\nProof. exact (replayed _ _ _ {name}_replays {library}). Qed.\n"


def _family(claim: CoqClaim, previous: CoqClaim | None) -> str:
    return "" if previous is not None and previous.family == claim.family else f"\n(** * {claim.family.replace('_', ' ')} *)\n"


def _title(claim: CoqClaim) -> str:
    title = textwrap.fill(_comment(f"{claim.id}: {claim.title}" if claim.title else claim.id), 134, subsequent_indent="    ")
    return f"\n(** {title} *)\n"


def _comment(words: str) -> str:
    """Words that neither end a comment nor begin one or a string."""
    return words.replace("(*", "( *").replace("*)", "* )").replace('"', "'").replace("\n", " ")


def _names(ids: Iterable[str]) -> dict[str, str]:
    """A Coq identifier for each id."""
    names: dict[str, str] = {}
    for id in ids:
        name = re.sub(r"[^A-Za-z0-9_]", "_", id)
        name = f"t_{name}" if not name[:1].isalpha() or name in TAKEN else name
        names[id] = name if name not in names.values() else f"{name}__{len(names)}"
    return names
