"""Coq's gate: every theorem closed, what is falsified caught; and its jury, which judges the kernel's data by rules proved sound."""

import json
import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from proofs.cli.files import DAMAGED, DAMAGED_EACH
from proofs.derive.authoring.terms import gt
from proofs.kernel import Compare, ForAll, Index, Polynomial, Theorem
from proofs.kernel.codec import read
from proofs.kernel.formula import Formula, opened
from proofs.referees.arena import CODES, entries
from proofs.referees.coq import CoqClaim, gate, judge, theories
from proofs.referees.coq.gate import SHIPPED, WHITELIST, CertificateStanding, agreement, programs
from proofs.referees.coq.theories import CLAIMS, Theories, faults, misprint_made
from proofs.referees.coq.toolchain import Coq, Limit, read_theories
from proofs.system.files import read_json
from proofs.theorems import catalogue
from proofs.verify.assess import Options
from proofs.verify.coq import audit_page, catalogue_claims
from proofs.verify.pipeline import verify
from tests.cli.running import ENVIRONMENT, ROOT, answered, pp, start
from tests.kernel.helpers import record_of


def test_claims_are_as_shipped() -> None:
    assert theories(catalogue_claims()).texts["claims/Claims"] == CLAIMS.read_text(encoding="utf-8"), "run `make claims`"


def test_the_page_for_a_referee_is_as_shipped_and_short() -> None:
    page = audit_page()
    assert page == (ROOT / "docs" / "referee.md").read_text(encoding="utf-8"), "run `make docs`"
    assert page.count("\n") <= 200 and page.count("\nTheorem ") == 12


@pytest.mark.nocover
def test_every_theorem_is_closed(coq: Coq) -> None:
    claims = catalogue_claims()
    judged = judge(claims, coq)
    assert judged.refused == {}
    assert set(judged.accepted) == {item.id for item in catalogue.THEOREMS}
    assert all(set(axioms) <= WHITELIST for axioms in judged.accepted.values())
    again = judge(claims, coq)
    assert again.fresh == 0 and again.accepted == judged.accepted
    assert set(gate.certify(judged, claims).standings(claims).values()) == {CertificateStanding.AS_NOW}


# --- what is falsified


def claim_of(id: str) -> list[CoqClaim]:
    built = catalogue.build_ids([id])
    return [CoqClaim(b.proof, b.theorem, "core", stated=b.page.id == id) for b in built.values()]


def relation(f: Formula, sign: str) -> Formula:
    return replace(f, relation=sign) if isinstance(f, Compare) else f


def shifted(f: Formula, by: int) -> Formula:
    return replace(f, left=f.left - by) if isinstance(f, Compare) else f


def without(t: Theorem, place: int) -> Theorem:
    return replace(t, hypotheses=t.hypotheses[:place] + t.hypotheses[place + 1 :])


def swapped(t: Theorem, place: int, formula: Callable[[Formula], Formula]) -> Theorem:
    """The theorem with another formula in the place of a hypothesis."""
    return replace(t, hypotheses=tuple((n, formula(f) if i == place else f) for i, (n, f) in enumerate(t.hypotheses)))


def halved(f: Formula) -> Formula:
    """M ≤ R²/γ² becomes 2M ≤ R²/γ²."""
    return replace(f, left=Polynomial({m: c * 2 if c < 0 else c for m, c in f.left.terms.items()}))


FALSIFIED: dict[str, Callable[[Theorem], Theorem]] = {
    "the bound is strict": lambda t: replace(t, conclusion=relation(t.conclusion, ">")),
    "the bound is attained always": lambda t: replace(t, conclusion=relation(t.conclusion, "=")),
    "one mistake fewer": lambda t: replace(t, conclusion=shifted(t.conclusion, 1)),
    "half as many mistakes": lambda t: replace(t, conclusion=halved(t.conclusion)),
    "any start": lambda t: without(t, 0),
    "any update": lambda t: without(t, 1),
    "updates without mistakes": lambda t: without(t, 2),
    "any margin": lambda t: without(t, 3),
    "any comparator": lambda t: without(t, 4),
    "any radius": lambda t: without(t, 6),
    "not separable": lambda t: without(t, 7),
    "a margin that may be 0": lambda t: swapped(t, 3, lambda f: relation(f, ">=")),
    "a comparator of length 2": lambda t: swapped(t, 4, lambda f: shifted(f, -3)),
    "the mistakes of the first round only": lambda t: swapped(t, 2, lambda f: opened(f, Index(None)) if isinstance(f, ForAll) else f),
}


@pytest.mark.nocover
@pytest.mark.parametrize("fault", FALSIFIED)
def test_a_falsified_statement_is_caught(coq: Coq, fault: str) -> None:
    *cited, true = claim_of("novikoff")
    false = replace(true, theorem=FALSIFIED[fault](true.theorem))
    assert false.theorem != true.theorem
    judged = judge([*cited, false], coq)
    assert "novikoff" in judged.refused and judged.accepted == {}, judged


@pytest.mark.nocover
def test_a_wrong_print_is_caught(coq: Coq, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `Claims.v` says is not believed either: Coq compares it with what was proved."""
    from proofs.referees.coq import encode

    claims = claim_of("cauchy-schwarz")
    monkeypatch.setitem(encode.PLAIN_RELATIONS, ">=", "<")
    judged = judge(claims, coq)
    # in the file of all statements, or in that of those that somebody asks for
    assert re.match("claims/(Claims|Needed)", judged.refused["cauchy-schwarz"]) and "⟨ a, b ⟩ ^ 2 < " in judged.refused["cauchy-schwarz"]


@pytest.mark.nocover
def test_those_that_cite_what_is_refused_are_refused_and_others_are_not(coq: Coq) -> None:
    *cited, novikoff = claim_of("novikoff")
    broken = [replace(c, theorem=replace(c.theorem, conclusion=gt(0, 1))) if c.id == "progress" else c for c in cited]
    other = [replace(c, stated=True) for c in claim_of("quadratic-root")]
    judged = judge([*broken, novikoff, *other], coq)
    assert judged.refused["novikoff"] == "it cites progress, which is refused" and "quadratic-root" in judged.accepted


LAST = "  INR M <= R ^ 2 * inverse_γ ^ 2.\nProof. intros E w z M γ R inverse_γ u. exact (novikoff_valid"
PRINTS = {  # what is altered in the file, and of how many theorems it then is not the print, and why
    "a bound": (LAST, LAST.replace("INR M <= R ^ 2 * inverse_γ ^ 2", "1000 * INR M <= 1"), "novikoff", "line {line} is not as generated"),
    "a title": ("Block–Novikoff: M ≤ R²/γ²", "Block–Novikoff: M ≤ R/γ", "novikoff", "line {line} is not as generated"),
    "a name": ("Theorem novikoff :", "Theorem novikov :", "novikoff", "it is not there"),
    "a notation before it": ("(** novikoff: ", 'Notation "a <= b" := True.\n(** novikoff: ', "", "line {line} belongs to no theorem"),
    "an axiom at the end": ("\n(** * hinge *)", "Axiom wrong : False.\n(** * hinge *)", "", "belongs to no theorem"),
    "the head": ("ℕ := nat", "ℕ := bool", "", "line {line} is not as generated"),
    "a remark": ("\n(** novikoff: ", "\n(* better: M ≤ 1 *)\n(** novikoff: ", "", "line {line} is not as generated"),
}


@pytest.fixture(scope="module")
def claims() -> list[CoqClaim]:
    return catalogue_claims()


@pytest.fixture(scope="module")
def generated(claims: list[CoqClaim]) -> Theories:
    return theories(claims)


@pytest.mark.parametrize("altered", PRINTS)
def test_a_file_that_is_not_what_coq_is_asked_is_no_print_of_it(altered: str, generated: Theories) -> None:
    true, false, of, why = PRINTS[altered]
    text = CLAIMS.read_text(encoding="utf-8")
    assert misprint_made(generated, text) == {} and text.count(true) >= 1
    found = misprint_made(generated, text.replace(true, false, 1))
    assert set(found) == ({of} if of else set(generated.stated))
    assert all(why.format(line=line_of(true, text)) in reason for reason in found.values())


def line_of(part: str, text: str) -> int:
    """The line of a text in which a part of it begins."""
    return text[: text.index(part.strip())].count("\n") + 1


@pytest.fixture
def misprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """It has `Claims.v` print a false bound of novikoff, and says why that is no print."""
    true, false, _, why = PRINTS["a bound"]
    altered, text = tmp_path / "Claims.v", CLAIMS.read_text(encoding="utf-8")

    def made() -> str:
        altered.write_text(text.replace(true, false), encoding="utf-8")
        monkeypatch.setattr(import_module("proofs.referees.coq.theories"), "CLAIMS", altered)
        return f"not what Coq was asked: {why.format(line=line_of(true, text))}"

    return made


def test_a_certificate_does_not_hold_of_what_is_printed_otherwise(
    tmp_path: Path, claims: list[CoqClaim], misprint: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a catalogue of one theorem."""
    cited = {claim.id for claim in claim_of("novikoff")}
    one = [replace(claim, stated=claim.id == "novikoff") for claim in claims if claim.id in cited]
    monkeypatch.setattr("proofs.verify.coq.catalogue_claims", lambda: one)
    record, file = json.loads(SHIPPED.read_text(encoding="utf-8")), tmp_path / "one.json"
    file.write_text(json.dumps(record | {"theorems": {"novikoff": record["theorems"]["novikoff"]}}), encoding="utf-8")
    assert pp("replay", "--coq", file).exit_code == 0
    misprint()
    answered(pp("replay", "--coq", file), f"{CertificateStanding.PRINT.value}: 1\n    novikoff\n", code=1)


@pytest.mark.nocover
def test_other_print_is_refused_though_coq_accepts_the_question(coq: Coq, misprint: Callable[[], str]) -> None:
    why = misprint()
    answered(pp("verify", "novikoff", "--referee", "coq", "--attack", "0"), why, code=1)


# --- bounds of programs

DESCENT = ["learning-rate", "any-start-l1", "ogd-regret"]


def descent_claims() -> list[CoqClaim]:
    return [CoqClaim(b.proof, b.theorem, "online", stated=id in DESCENT) for id, b in catalogue.build_ids(DESCENT).items()]


def test_each_theorem_about_runs_is_in_the_table_of_the_readme() -> None:
    folds = [text for name, text in programs().items() if name.startswith("folds/")]
    found = {name for text in folds for name in re.findall(r"^  Theorem (\w+)", text, re.MULTILINE)}
    readme = (ROOT / "proofs" / "referees" / "coq" / "README.md").read_text(encoding="utf-8")
    runs = "".join(row.split("|")[2] for row in readme.splitlines() if row.count("|") == 4 and row.startswith("| "))
    assert found - {"margin_every_sequence"} == set(re.findall(r"`(\w+)`", runs)) and len(found) == 25
    applied = {name for text in folds for name in gate.APPLIED.findall(text)}
    assert applied <= {item.id.replace("-", "_") for item in catalogue.THEOREMS} and len(applied) == 21


def test_programs_are_judged_with_the_theorems_that_they_apply() -> None:
    assert programs({"novikoff"}) == {} and programs(set()) == {}
    only = programs({id.replace("-", "_") for id in DESCENT})
    assert {name for name in only if name.startswith("folds/")} == {"folds/Runs", "folds/Descent"}


@pytest.mark.nocover
def test_a_false_bound_of_a_program_is_caught(coq: Coq, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(judge(descent_claims(), coq).accepted) == set(DESCENT)
    true = gate.read_theories("folds")
    false = true["folds/Descent"].replace("(radius / γ) ^ 2 + 2 * norm w", "(radius / γ) ^ 2 + norm w")
    assert false != true["folds/Descent"]
    monkeypatch.setattr(
        gate, "read_theories", lambda folder: true | {"folds/Descent": false} if folder == "folds" else read_theories(folder)
    )
    judged = judge(descent_claims(), coq)
    assert set(judged.refused) == {"learning-rate"} and "folds/Descent, line" in judged.refused["learning-rate"]
    assert set(judged.accepted) == set(DESCENT) - {"learning-rate"}


# --- what is generated


@pytest.mark.parametrize(
    "word", ["Axiom wrong : False.", "Admitted.", "Parameter p : False.", "Unset Guard Checking.", "Variable v : False."]
)
def test_generated_text_that_could_assume_something_is_refused(word: str) -> None:
    assert [found for _, found in faults({"proofs/x": f"(* Axiom in a comment (* is none *) *)\nLemma l : True. {word}"})] == [
        word.split()[0].rstrip(".")
    ]


def test_words_of_a_title_cannot_leave_their_comment() -> None:
    (claim,) = claim_of("cauchy-schwarz")
    text = theories([replace(claim, title='*) Axiom wrong : False. (* "')]).texts
    assert faults(text) == [] and "Axiom wrong" in text["claims/Claims"]


# --- the command


@pytest.mark.nocover
def test_the_whole_catalogue_is_asked_as_the_certificate_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that `verify --referee coq` finds in the store what `make coq-certificate` has put there, and the other way round."""
    asked: list[CoqClaim] = []
    monkeypatch.setattr("proofs.verify.pipeline.findings", lambda claims, on_progress: asked.extend(claims) or {})
    options = Options(coq=True, z3=False, attack=0)
    next(verify(catalogue.THEOREMS, options))
    assert asked == catalogue_claims()  # of which the theories are made


@pytest.mark.nocover
def test_the_command_says_what_coq_says(coq: Coq) -> None:
    answered(pp("verify", "novikoff", "--referee", "coq", "--attack", "0"), "coq ok", "Coq ✓ 1")


@pytest.mark.nocover
def test_a_file_of_proofs_is_judged(coq: Coq, tmp_path: Path) -> None:
    pp("export", "quadratic-root", "-o", tmp_path / "proof.json")
    answered(pp("verify", tmp_path / "proof.json", "--referee", "coq"), "Coq ✓ 1")


@pytest.mark.nocover
def test_an_exported_file_stands_for_itself(coq: Coq, tmp_path: Path) -> None:
    import subprocess

    file = tmp_path / "novikoff.v"
    assert pp("export", "novikoff", "--format", "coq", "-o", file).exit_code == 0
    ran = subprocess.run([coq.compiler, "novikoff.v"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "Axioms:" in ran.stdout and "Warning" not in ran.stderr, ran.stderr
    told = {line.split()[0] for line in ran.stdout.splitlines() if line[:1].isupper() and line != "Axioms:"}
    assert told <= WHITELIST


@pytest.mark.nocover
@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="which processes there are is read from /proc")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_an_interruption_leaves_no_coq_running(coq: Coq, tmp_path: Path, sent: signal.Signals) -> None:
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    process = start("verify", "novikoff", "--referee", "coq", "--attack", "0", env=environment)
    deadline = time.monotonic() + 60
    while process.poll() is None and not at_work_below(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert at_work_below(tmp_path)
    process.send_signal(sent)
    process.communicate()
    assert process.returncode == 130
    assert at_work_below(tmp_path) == [] and list(tmp_path.glob("perceptron-coq-*")) == []


def at_work_below(folder: Path) -> list[str]:
    """The processes that work in a folder below this one, be it removed or not."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and os.readlink(entry / "cwd").startswith(f"{folder}/"):
                found.append(entry.name)
    return found


# --- The same data judged by the Python kernel and by the rules that are proved sound in Coq: never a different answer


@pytest.mark.nocover
def test_the_arena_is_judged_as_by_the_kernel(coq: Coq) -> None:
    cases = gate.arena_cases()
    found = agreement(cases, coq)
    assert found.different == found.unanswered == () and len(cases) > 100
    assert found.accepted == sum(CODES[name.partition("/")[0]] == 0 for name in cases)


@pytest.mark.nocover
def test_coq_gives_up_where_the_kernel_does_and_judges_the_others(coq: Coq) -> None:
    """Coq counts no steps of arithmetic; a limit on time and memory ends what would take all of both."""
    endless = [read(read_json(entry.path)) for entry in entries() if gate.TOO_MUCH in entry.refused]
    assert endless
    good = catalogue.proofs(["quadratic-root"])
    assert gate.accepts([good, *endless, good], coq, Limit(seconds=6, memory=2 * 10**9)) == [True, *[None] * len(endless), True]


@pytest.mark.nocover
@pytest.mark.parametrize("id", DAMAGED)
def test_mutants_are_judged_as_by_the_kernel(coq: Coq, id: str) -> None:
    proofs = catalogue.proofs([id])
    cases = gate.damage(proofs, record_of(proofs[-1]), DAMAGED_EACH)
    found = agreement(cases, coq)
    assert found.different == found.unanswered == () and found.rejected > DAMAGED_EACH // 3


@pytest.mark.nocover
def test_a_disagreement_is_told(coq: Coq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.referees.coq.gate.accepts", lambda cases, coq: [True] * len(cases))
    monkeypatch.setattr("proofs.cli.files.DAMAGED", ("quadratic-root",))
    assert ", 0 disagreements" not in answered(pp("arena", "--coq"), "DISAGREEMENT: bad/", code=1)
