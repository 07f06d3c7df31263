"""A proof in lines is the proof: its lines are the kernel's, they cite what stands before them, and no step is lost."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.derive.authoring.inlining import inline
from proofs.derive.typesetting.names import defines, meanings
from proofs.derive.typesetting.writers import UNICODE, Node, Strung, Words
from proofs.kernel import Compare, Polynomial, Proof, Step, replay
from proofs.kernel.formula import names
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import LinearProof, ProofLine
from proofs.report.proofs.unfolding import LINES, Branch, Unfolding, dominators
from proofs.statements.page import BuiltProof
from proofs.theorems import catalogue
from tests.amounts import exhaustive, some

SHOWN = ("novikoff", "hinge-root", "hinge-simple", "margin-perceptron", "hinge-l2")
SHOWN += ("ogd-regret", "winnow", "littlestone", "kernel-perceptron")

# These keep their citations, being too much for the kernel without.
LONG = ("online-to-batch", "online-to-batch-best", *(f"generalisation-{loss}" for loss in ("l1", "hinge", "squared-hinge", "l2")))


@pytest.fixture(scope="module")
def built() -> Mapping[str, BuiltProof]:
    return catalogue.build_ids()


@pytest.fixture(scope="module")
def proofs(built: Mapping[str, BuiltProof]) -> dict[str, LinearProof]:
    return {id: linear(id, built) for id in dict.fromkeys((*SHOWN, *some(LONG, 1), "l1-dominates-l2", *some(built, 6)))}


def lines(proof: LinearProof) -> list[ProofLine]:
    return list(proof.all())


@pytest.mark.more
def test_every_proof_stands_and_only_the_longest_keep_their_citations(
    proofs: dict[str, LinearProof], built: Mapping[str, BuiltProof]
) -> None:
    for id, proof in proofs.items():
        own = built[id].theorem
        cited = [s for s in proof.proof.steps if s.rule == "cut"]
        assert bool(cited) if id in LONG else not cited or "hoeffding-end-last" in [item.id for item in catalogue.with_citations([id])], id
        assert proof.theorem.conclusion == own.conclusion
        assert set(proof.theorem.hypotheses) <= set(own.hypotheses), id
        assert proof.theorem.axioms <= own.axioms
    for id in SHOWN:  # as of every proof in lines
        assert proofs[id].proof == inline(id, built).proof and replay(proofs[id].proof, {}) == proofs[id].theorem


@pytest.mark.more
def test_the_lines_account_for_every_step_of_the_kernel_once(proofs: dict[str, LinearProof]) -> None:
    for id, proof in proofs.items():
        claims = {s.name: s.claim for s in proof.proof.steps}
        assert all(line.formula == claims[line.name] for line in lines(proof)), id
        assert proof.lines[-1].formula == proof.theorem.conclusion
        counted = sorted(name for line in lines(proof) for name in (line.name, *line.folded))
        assert counted == sorted(s.name for s in proof.proof.steps), id
        assert sum(line.steps for line in proof.lines) == len(proof.proof.steps)


@pytest.mark.more
def test_every_hypothesis_is_given_that_its_symbols_do_not_say(proofs: dict[str, LinearProof], built: Mapping[str, BuiltProof]) -> None:
    """Only what says that 1/δ is the reciprocal of δ, or the like, is left out: 1/δ ≥ 1 is a hypothesis, whatever it is called."""
    for proof in (*proofs.values(), *(linear(id, built) for id in ("confidence-logarithms", "certified-sign"))):
        facts = [f for _, f in proof.proof.hypotheses]
        said = [f for f in facts if not defines(f, meanings(facts))]
        assert len(proof.given) + len(proof.defined) >= len(said) and (proof.defined or len(proof.given) == len(said)), proof.id
    assert "1/δ ≥ 1" in linear("confidence-logarithms", built).text().partition("Proof (")[0]


@pytest.mark.more
def test_a_line_cites_lines_that_stand_before_it_and_hypotheses_by_name(proofs: dict[str, LinearProof]) -> None:
    for id, proof in proofs.items():
        names = {name for name, _ in proof.proof.hypotheses}
        before: set[str] = set()
        for line in read(proof.lines):
            cited = {c for c in line.cites if re.fullmatch(r"\([0-9.]+\)", c)}
            assert cited <= before, (id, line.label, cited - before)
            assert {c for c in line.cites if c not in cited and not c.startswith("axiom ")} <= names, (id, line.label)
            before.add(f"({line.label})")


def read(page: tuple[ProofLine, ...]) -> Iterator[ProofLine]:
    """Lines in the order in which they are proved: those below a line before it."""
    for line in page:
        yield from read(line.lines)
        yield line


@pytest.mark.more
def test_what_a_line_cites_is_what_its_own_part_of_the_proof_needs(proofs: dict[str, LinearProof]) -> None:
    """From the premises of a line, through its own steps and those below it, one comes to what it cites and to nothing else."""
    for id, proof in proofs.items():
        steps = {s.name: s for s in proof.proof.steps}
        labels = {line.name: f"({line.label})" for line in lines(proof)}
        for line in lines(proof):
            own = {name for part in line.all() for name in (part.name, *part.folded)}
            reached = {p for name in own for p in steps[name].premises} - own
            cited = {labels[p] for p in reached if p in labels}
            assert cited <= set(line.cites), (id, line.label)


@pytest.mark.more
def test_a_page_has_about_eight_lines(proofs: dict[str, LinearProof]) -> None:
    long = [id for id in SHOWN if len(proofs[id].lines) > LINES]
    assert long == ["hinge-root"] and min(len(proofs[id].lines) for id in SHOWN) > 2
    longer = {id for id, proof in proofs.items() if len(proof.lines) > LINES + 1}
    assert longer <= {"few-errors"}  # a lemma of which nine lines are what its cases suppose


@pytest.mark.more
def test_a_chain_joins_claims_of_the_proof(proofs: dict[str, LinearProof]) -> None:
    """Each link a ≤ b of a chain is a line that the last step cites, and the chain ends where the claim does."""
    chains = [(proof, line) for proof in proofs.values() for line in lines(proof) if line.chain is not None]
    assert "novikoff" in {proof.id for proof, _ in chains} and (len(chains) > 10 or not exhaustive())
    for proof, line in chains:
        places = [part for part in line.chain.items if not isinstance(part, Words)]
        steps = {s.name: s for s in proof.proof.steps}
        links = {sides(proof.said[p]) for p in steps[line.name].premises if p in steps} | {sides(g.claim) for g in proof.given}
        assert all(frozenset(link) in links for link in pairwise(places)), (proof.id, line.label)
        assert sides(proof.said[line.name]) == {places[0], places[-1]}


def sides(claim: Node) -> frozenset[Node]:
    """The two sides of a comparison."""
    return frozenset(part for part in claim.items if not isinstance(part, Words)) if isinstance(claim, Strung) else frozenset()


@pytest.mark.more
def test_novikoff_reads_as_on_a_blackboard(proofs: dict[str, LinearProof]) -> None:
    shown = [UNICODE.write(line.chain or line.claim) for line in proofs["novikoff"].lines]
    for line in ("⟨u, w(M)⟩ ≥ γM", "‖w(M)‖² ≤ R²M", "⟨u, w(M)⟩ ≤ ‖w(M)‖", "γM ≤ ⟨u, w(M)⟩ ≤ ‖w(M)‖ ≤ R√M"):
        assert line in shown
    assert shown[-1] == "M ≤ R²/γ²"


@pytest.mark.more
def test_what_is_put_to_zero_has_vanished(proofs: dict[str, LinearProof]) -> None:
    """Neither slack nor its sum is in the lines of the separable case, and no line says 0 = 0."""
    text = proofs["novikoff"].text(9).partition("Proof")[2].replace("with ξ(k) = 0, TD(k) = 0", "")
    assert "ξ" not in text and "TD" not in text and "0 = 0 " not in text


@pytest.mark.more
def test_the_sign_of_a_product_is_folded_and_induction_has_base_and_step(proofs: dict[str, LinearProof]) -> None:
    proof = proofs["novikoff"]
    assert not [line for line in lines(proof) if UNICODE.write(line.claim) in ("1/γ > 0", "R√M ≥ 0", "√M ≥ 0")]
    by_induction = [(proof, line) for proof in proofs.values() for line in lines(proof) if line.how == "by induction"]
    assert len(by_induction) > (100 if exhaustive() else 10)
    for proof, line in by_induction:
        page = lines(proof) if line is proof.lines[-1] else list(line.all())
        is_plain = UNICODE.write(line.reason).endswith((" and evident", " and a natural number"))  # a step that takes no line
        wanted = {"induction hypothesis"} | (set() if is_plain else {"induction step"})
        assert wanted <= {other.tag for other in page}, (proof.id, line.label)


@pytest.mark.more
def test_every_symbol_of_the_claim_and_the_hypotheses_is_explained_once(proofs: dict[str, LinearProof]) -> None:
    for proof in proofs.values():
        told = [*proof.where, *(e for g in proof.given for e in g.where), *(e for line in lines(proof) for e in line.where)]
        assert len(told) == len(set(told)), proof.id
    symbols = {symbol for symbol, _ in (*proofs["novikoff"].where, *(e for g in proofs["novikoff"].given for e in g.where))}
    assert {"M", "R", "γ", "u", "w(k)", "z(k)", "⟨a, b⟩", "‖a‖"} <= symbols


@pytest.mark.more
def test_page_unfolds_without_a_script_and_shows_every_line(proofs: dict[str, LinearProof]) -> None:
    for id in SHOWN:
        page = proofs[id].html()
        tree = ElementTree.fromstring(page.replace("&#xa0;", " "))
        assert len([d for d in tree.iter("details") if "open" not in d.attrib]) >= len(lines(proofs[id]))
        assert "<script" not in page and "http" not in page
        assert all(d.find("summary") is not None for d in tree.iter("details"))


@pytest.mark.more
def test_more_depth_prints_more_lines_and_the_last_prints_all(proofs: dict[str, LinearProof]) -> None:
    proof = proofs["hinge-l2"]
    sizes = [len(re.findall(r"^ +[0-9.]+\. ", proof.text(depth), re.MULTILINE)) for depth in (1, 2, 3, 20)]
    assert sizes[0] == len(proof.lines) < sizes[1] < sizes[2] <= sizes[3] == len(lines(proof))


@pytest.mark.more
def test_latex_has_every_line_of_the_first_level(proofs: dict[str, LinearProof]) -> None:
    for id in SHOWN:
        assert proofs[id].latex().count(r"\item[") - proofs[id].latex().count(r"\item[]") == len(proofs[id].lines)


@pytest.mark.more
def test_a_number_is_spoken_of_only_below_the_line_that_generalises_it(proofs: dict[str, LinearProof]) -> None:
    for proof in proofs.values():
        rules = {s.name: s for s in proof.proof.steps}
        stated = {key for _, f in proof.proof.hypotheses for key in names(f)} | set(names(proof.theorem.conclusion))

        def check(page: tuple[ProofLine, ...], root: ProofLine, known: set[object], rules: Mapping[str, Step], where: str) -> None:
            for name in (root.name, *root.folded):
                known = known | ({("nat", rules[name].data["over"])} if rules[name].rule == "generalise" else set())
            for line in page:
                loose = {key for key in names(line.formula) if key[0] == "nat"} - known
                assert not loose, (where, line.label)
                check(line.lines, line, known, rules, where)

        check(proof.lines, proof.lines[-1], set(stated), rules, proof.id)


@pytest.mark.more
@pytest.mark.parametrize("id", ["winnow", "l1-dominates-l2", "novikoff"])
def test_the_number_of_a_line_that_is_folded_away_leads_to_it(proofs: dict[str, LinearProof], id: str) -> None:
    page = proofs[id].html()
    links = re.findall(rf'href="#({id}-line-[\d.]+)">\(([\d.]+)\)', page)
    assert all(anchor.endswith(f"-{label}") and page.count(f'id="{anchor}"') == 1 for anchor, label in links)
    folded = {cite for line in proofs[id].lines for cite in line.cites if re.fullmatch(r"\(\d+\.[\d.]+\)", cite)}
    assert folded <= {f"({label})" for _, label in links} and bool(links) == (id != "novikoff")


# --- The tree that lines unfold along: what only one line needs is behind that line


CLAIM = Compare(Polynomial.of(1), ">")


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[str, tuple[str, ...]]]:
    """Steps of a proof in order, each with premises before it; the last one needs them all, directly or not."""
    count = draw(st.integers(1, 20))
    steps: list[tuple[str, tuple[str, ...]]] = []
    for i in range(count):
        earlier = draw(st.lists(st.integers(0, i - 1), max_size=3, unique=True)) if i else []
        steps.append((str(i), tuple(map(str, earlier))))
    used = {p for _, premises in steps for p in premises}
    return [*steps, ("end", tuple(name for name, _ in steps if name not in used))]


def reached(steps: list[tuple[str, tuple[str, ...]]], without: str = "") -> set[str]:
    """What the end needs if one step is taken away."""
    premises = dict(steps)
    found, waiting = {"end"}, ["end"]
    while waiting:
        for premise in premises[waiting.pop()]:
            if premise != without and premise not in found:
                found.add(premise)
                waiting.append(premise)
    return found


@given(graphs())
def test_parent_is_the_nearest_dominating_step(steps: list[tuple[str, tuple[str, ...]]]) -> None:
    parent = dominators(steps, "end")
    for name in parent:
        above = [other for other, _ in steps if other not in (name, "end") and name not in reached(steps, other)]
        path = []
        while (name := parent[name]) != "end":
            path.append(name)
        assert sorted(path) == sorted(above)


@given(graphs(), st.data())
def test_every_step_stands_once_and_every_shown_one_is_a_line(steps: list[tuple[str, tuple[str, ...]]], data: st.DataObject) -> None:
    names = [name for name, _ in steps]
    shown = set(data.draw(st.lists(st.sampled_from(names), unique=True)))
    proof = Proof("p", (), tuple(Step(name, "certificate", CLAIM, premises, {}) for name, premises in steps), "end")
    tree = Unfolding(proof, shown, {name: frozenset() for name in names}).tree()
    lines = [line for branch in tree for line in every(branch)]
    assert {line.name for line in lines} == shown | {"end"}
    assert sorted(step for line in lines for step in (line.name, *line.folded)) == sorted(names)
    assert len(tree) <= LINES + 1 and tree[-1].name == "end"


def every(branch: Branch) -> list[Branch]:
    return [branch, *(line for below in branch.lines for line in every(below))]
