"""A proof file cannot make the printer say what it does not prove: its names are printed so that a reader sees what they are.

Each file is a theorem whose proof is its hypothesis, so that `replay` accepts it; the trap is in what it is called.
"""

from __future__ import annotations

import fractions
import json
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from proofs import kernel
from proofs.derive.authoring import terms
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.encoding import write
from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, le, nat, number, poly, real, seq
from proofs.kernel import Fn, Formula, Index, Polynomial, Proof, Step
from proofs.report.proofs import render
from tests.amounts import cases, rows
from tests.cli.running import pp
from tests.kernel.helpers import certificate, proof, step

M, gamma, R, x, k = nat("M"), real("γ"), real("R"), real("x"), nat("k")
K, LIST, E_OF_3 = Index("k"), Index((Index("k"),)), Polynomial.atom(Fn("exp", poly(3)))
N, J, i, X, j = number(M), number(nat("j")), number(nat("i")), seq("x"), nat("j")
ROOT = real("√j")
ROOT_OF_J = both(both(ge(ROOT, 0), eq(ROOT * ROOT, number(nat("j")))), every(k, ge(seq("x")(k), ROOT)))
KNOWN = vars(fractions) | vars(kernel) | vars(terms) | globals()
TRAPS: dict[str, tuple[Formula, str]] = {trap: (eval(claim, KNOWN), said) for trap, claim, said in rows(__file__, "claims_in_print.txt")}
# signs that steer a terminal, that cannot be seen, or that look like another letter
STRANGE = "\r\x1b\b\u202e\u2067\u200b\u00ad\u0338\u2028МΜνµＭ𝛾"
TRAPS |= {f"the sign U+{ord(c):04X}": (gt(real(f"γ{c}"), gamma), f"“γ\\u{{{ord(c):x}}}” > γ") for c in STRANGE}
TRAPS |= {f"a name that is U+{ord(c):04X}": (ge(real(c), 0), f"“\\u{{{ord(c):x}}}” ≥ 0") for c in "МΜνµＭ𝛾"}
SAFE = set(string.ascii_letters + string.digits + string.punctuation + " γμθΣΩ₀₁₂₃₄₅₆₇₈₉′⁰¹²³⁴⁵⁶⁷⁸⁹√‖⟨⟩⌊⌋≤≥≠·−½±…⇒∀“”–—")


def stated(claim: Formula, id: str = "t", name: str = "h") -> Proof:
    return Proof(id, ((name, claim),), (), name)


def lines(tmp_path: Path, proof: Proof, *command: str, code: int = 0) -> list[str]:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(write([proof])))
    result = pp(*command, file)
    assert result.exit_code == code, result.output
    assert set(result.stdout) <= SAFE | {"\n"}, set(result.stdout) - SAFE
    return result.stdout.split("\n")[:-1]


@pytest.mark.parametrize("trap", TRAPS)
def test_replay_prints_the_name_as_a_name(tmp_path: Path, trap: str) -> None:
    claim, said = TRAPS[trap]
    assert lines(tmp_path, stated(claim), "replay") == [f"accepted: t: {said} (0 steps)", f"    if h: {said}"]


def test_a_claim_under_premises_that_fail_keeps_them_in_every_view(tmp_path: Path) -> None:
    """The kernel rightly accepts it: no number M has M² + 1 ≤ 0."""
    up, down = ge(N**2 + 1, 0), le(N**2 + 1, 0)
    steps = (
        step("1", "assume", up),
        step("2", "assume", down),
        certificate("3", ge(0, 1), "2", terms=[[fractions.Fraction(1), ["2"]], [fractions.Fraction(1), [N]]]),
        step("4", "discharge", implies(down, ge(0, 1)), "3", "2"),
        step("5", "discharge", implies(up, implies(down, ge(0, 1))), "4", "1"),
    )
    said = every(j, implies(up, implies(down, ge(0, 1))))
    novikoff = proof({}, *steps, step("6", "generalise", said, "5", over="j"), id="novikoff")
    claim = "for all k: (M² ≥ −1 ⇒ (M² < 0 ⇒ 0 ≥ 1))"
    assert lines(tmp_path, novikoff, "replay") == [f"accepted: novikoff: {claim} (6 steps)"]
    assert f"    says: {claim}" in lines(tmp_path, replace(novikoff, id="t"), "verify", "--referee", "kernel")
    file = tmp_path / "proof.json"
    for command in (["show"], ["show", "--full"], ["show", "--format", "latex"], ["show", "--format", "html"]):
        assert pp(*command, file).output.count("⇒" if "html" in command or "latex" not in command else r"\Rightarrow") >= 2, command
    assert claim in pp("show", file).output


@pytest.mark.parametrize("trap", TRAPS)
def test_verify_prints_the_same(tmp_path: Path, trap: str) -> None:
    claim, said = TRAPS[trap]
    found = lines(tmp_path, stated(claim), "verify", "--referee", "kernel")
    assert found[0].startswith("t: proved; 0 steps; kernel ok;")
    assert found[1:4] == [f"    says: {said}", f"    if h: {said}", "    hypotheses: whether they can hold was not asked"]
    assert re.fullmatch("    digest: [0-9a-f]{64}", found[4]) and re.match(r"1 of 1 theorem holds", found[5])


@pytest.mark.parametrize("trap", TRAPS)
def test_latex_and_html_hold_no_more_than_the_name(trap: str) -> None:
    shown = render.proof(stated(TRAPS[trap][0]))
    marks = re.sub("<mo>[\u2061\u2062]</mo>", "", shown.html)  # MathML's own signs for what is applied or multiplied without one
    for text in (shown.latex, marks):
        assert not [c for c in text if c not in "\n\xa0" and (not c.isprintable() or c in "МΜνµＭ𝛾\u0338")]
    assert shown.latex.count("{") - shown.latex.count(r"\{") == shown.latex.count("}") - shown.latex.count(r"\}")


# What is odd in a name, and the name.
NAMES = {
    "a theorem's name with a second line": "t\naccepted: novikoff: M ≤ R²/γ²",
    "a theorem's name with a colour": "\x1b[32mnovikoff\x1b[0m",
    "a theorem's name with a claim": "novikoff: M ≤ R²/γ²",
    "a theorem's name from right to left": "\u202effokivon",
    "a theorem's name of ten thousand letters": "x" * 10_000,
}


@pytest.mark.parametrize("trap", NAMES)
def test_names_of_theorems_and_hypotheses_are_on_one_line(tmp_path: Path, trap: str) -> None:
    proof = stated(ge(x, 0), id=NAMES[trap], name=NAMES[trap])
    for command in (["replay"], ["verify", "--referee", "kernel"]):
        found = lines(tmp_path, proof, *command)
        assert sum("novikoff" in line or "x" in line for line in found) and all(len(line) < 300 for line in found)
        assert re.match(r"(accepted: )?“", found[0]) and not any(re.match(r"(accepted: )?novikoff", line) for line in found)


def test_a_rejection_is_on_one_line(tmp_path: Path) -> None:
    broken = Proof("t\naccepted: novikoff", (), (Step("s\naccepted", "certificate", ge(x, 0), ("none\nsuch",), {}),), "s\naccepted")
    (line,) = lines(tmp_path, broken, "replay", code=1)
    assert line.startswith("rejected: t\\u{a}accepted: novikoff, step ")
    assert len(lines(tmp_path, broken, "verify", code=1)) == 2


def test_one_letter_is_one_number_throughout_a_theorem(tmp_path: Path) -> None:
    """k17 and k3 are not both called k where each stands alone."""
    k17, k3 = number(nat("k17")), number(nat("k3"))
    d = Derivation("t", (("h", eq(k17, 4)), ("i", eq(k3, 3))), {})
    d.have(eq(k17, k3 + 1), "h", "i")
    assert lines(tmp_path, d.proof(), "replay") == ["accepted: t: j = k + 1 (1 steps)", "    if h: j = 4", "    if i: k = 3"]


def test_contradictory_hypotheses_are_said_to_be(tmp_path: Path) -> None:
    proof = Proof("t", (("one", gt(x, 0)), ("other", both(gt(poly(0) - x, 0), ge(real("y"), 1)))), (), "other")
    found = lines(tmp_path, proof, "verify", code=1)
    assert "FAULT the hypotheses contradict each other: the theorem says nothing" in found[0]
    assert "    hypotheses: they contradict each other" in found


@pytest.mark.parametrize("case", cases(__file__, "satisfiable.txt"))
def test_whether_the_hypotheses_can_hold_is_said(tmp_path: Path, case: list[str]) -> None:
    claim, said = (eval(part, KNOWN) for part in case)
    found = lines(tmp_path, stated(claim), "verify", code=int("contradict" in said))
    assert f"    hypotheses: {said}" in found


def test_the_record_has_claim_hypotheses_and_digest(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"

    def record(*proofs: Proof) -> dict[str, object]:
        file.write_text(json.dumps(write(proofs)))
        (found,) = json.loads(pp("verify", "--referee", "kernel", "--json", "-", file).stdout)
        assert isinstance(found, dict)
        return found

    found = record(Proof("t", (("h", ge(x, 0)), ("unused", ge(R, 0))), (), "h"))
    assert found["claim"] == "x ≥ 0" and found["rests_on"] == [{"name": "h", "says": "x ≥ 0"}]
    assert found["digest"] == record(stated(ge(x, 0), id="other", name="other"))["digest"]
    assert found["digest"] != record(stated(gt(x, 0)))["digest"]


def test_a_definition_is_told_where_a_name_is_laid_out_by_it(tmp_path: Path) -> None:
    q = real("1/γ")
    proof = Proof("t", (("h", le(number(M), R * q)), ("q", eq(q * gamma, 1))), (), "h")
    assert lines(tmp_path, proof, "replay") == ["accepted: t: M ≤ R/γ (0 steps)", "    if h: M ≤ R/γ", "    where q: (1/γ)·γ = 1"]


@pytest.mark.parametrize("depth", [30, 3000])
def test_definitions_in_a_circle_or_a_long_chain_define_nothing(tmp_path: Path, depth: int) -> None:
    names = [real(f"√{i}") for i in range(depth)]
    facts = [both(ge(a, 0), eq(a * a, b)) for a, b in zip(names, [*names[1:], names[0]], strict=True)]
    proof = Proof("t", (("h", ge(names[0], 0)), *((f"d{i}", f) for i, f in enumerate(facts))), (), "h")
    assert lines(tmp_path, proof, "replay")[0] == "accepted: t: “√0” ≥ 0 (0 steps)"
