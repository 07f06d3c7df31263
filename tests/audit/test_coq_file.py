"""`audit --certify FILE.v`: Coq accepts the file, under no axiom, and refuses it when anything in it is made up."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from perceptron import Examples, MarginPerceptron, Perceptron
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from proofs.audit import audit, coq_file
from proofs.referees.coq.gate import WHITELIST
from proofs.referees.coq.toolchain import INSTALL, find
from tests.cli.running import pp, refused

CSV = "a,b,class\n" + "2,1,yes\n1,-0.5,yes\n-1,1,no\n0.5,2,yes\n-2,-1,no\n1,-2,no\n3,1,yes\n-1,-3,no\n" * 2


@pytest.fixture
def coqc() -> str:
    coq = find()
    if coq is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    return coq.compiler


def judged(coqc: str, text: str, folder: Path) -> tuple[bool, str]:
    """Whether Coq accepts a file, and what it prints."""
    file = folder / "judged.v"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([coqc, "-q", "-w", "-all", file.name], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def certified(tmp_path: Path, *options: str) -> str:
    data, out = tmp_path / "data.csv", tmp_path / "data.v"
    data.write_text(CSV)
    result = pp("audit", data, "--certify", out, *options)
    assert result.exit_code == 0, result.output
    return out.read_text(encoding="utf-8")


def test_coq_proves_the_updates_and_the_bounds_from_no_axiom(coqc: str, tmp_path: Path) -> None:
    for options in ((), ("--learner", "perceptron:ties=-1", "--passes", "20")):
        text = certified(tmp_path, *options)
        accepted, printed = judged(coqc, text, tmp_path)
        assert accepted, printed
        assert printed.split("\n")[:-1] == ["Closed under the global context"] * text.count("Print Assumptions") and "Admitted" not in text
        assert {"updates_made", "every_sequence_bounded"} <= set(re.findall(r"^Theorem (\w+)", text, re.MULTILINE))


@pytest.mark.nocover
def test_coq_refuses_what_is_made_up(coqc: str, tmp_path: Path) -> None:
    text = certified(tmp_path)
    bound = re.search(r"every_sequence_bounded : .* <= (\d+)\.", text)
    made = re.search(r"updates \(perceptron mistake\) data\) = (\d+)\.", text)
    assert bound is not None and made is not None
    for old, new in (
        (bound[0], bound[0].replace(f"<= {bound[1]}.", f"<= {int(bound[1]) - 1}.")),
        (f"= Some {bound[1]}.", f"= Some {int(bound[1]) - 1}."),
        (made[0], made[0].replace(f"= {made[1]}.", f"= {int(made[1]) + 1}.")),
        ("; 2], true)", "; 2], false)") if "; 2], true)" in text else ("], true);\n", "], false);\n"),
    ):
        assert old in text and not judged(coqc, text.replace(old, new, 1), tmp_path)[0], old


@pytest.mark.nocover
def test_data_that_no_line_separates(coqc: str, tmp_path: Path) -> None:
    xs = [[1, k] for k in range(-6, 7)] * 4
    ys = [1 if k > 0 else -1 for k in range(-6, 7)] * 4
    ys[3] = -ys[3]
    found = audit(Dataset('a "name" *) Axiom', Examples(xs, ys), {}, ("a", "b")), Perceptron())
    text = coq_file(found)
    assert "Axiom" not in text.replace("a _name_ __ Axiom", "") and "every_sequence_bounded" not in text.partition("Module")[0]
    assert judged(coqc, text, tmp_path)[0]


# --- the Margin Perceptron: the catalogue's own proofs, carried over to the data


MARGIN_CSV = "a,b,class\n" + "2,1,yes\n1,-0.5,yes\n-1,-1,no\n0.5,2,yes\n-2,-1,no\n-1,-3,no\n"
DATA = "\nFrom Coq Require Import List ZArith Permutation."


@pytest.fixture(scope="module")
def margin_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """What comes before the data, compiled once, and what comes after it, at two values of ε."""
    coq = find()
    if coq is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    folder, texts = tmp_path_factory.mktemp("margin"), {}
    (folder / "data.csv").write_text(MARGIN_CSV)
    for learner in ("margin", "margin:eps=1/3"):
        result = pp("audit", folder / "data.csv", "--learner", learner, "--gamma", "1/4", "--certify", folder / "data.v")
        assert result.exit_code == 0, result.output
        before, data, after = (folder / "data.v").read_text(encoding="utf-8").partition(DATA)
        texts[learner] = "Require Import Before.\n" + data + after
    (folder / "Before.v").write_text(before, encoding="utf-8")
    subprocess.run([coq.compiler, "-q", "-w", "-all", "Before.v"], cwd=folder, check=True)
    return folder, texts


def accepts(files: tuple[Path, dict[str, str]], text: str) -> tuple[bool, str]:
    coq = find()
    assert coq is not None
    return judged(coq.compiler, text, files[0])


@pytest.mark.nocover
@pytest.mark.parametrize("learner", ["margin", "margin:eps=1/3"])
def test_coq_proves_a_bound_of_the_margin_perceptron_for_every_sequence(margin_files: tuple[Path, dict[str, str]], learner: str) -> None:
    text = margin_files[1][learner]
    accepted, printed = accepts(margin_files, text)
    assert accepted and "Closed under the global context" in printed, printed
    assert set(re.findall(r"^([A-Z]\w*\.\w+)", printed, re.MULTILINE)) <= WHITELIST
    assert re.findall(r"^Theorem (\w+)", text, re.MULTILINE) == ["updates_made", "every_sequence_bounded"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"Z.of_nat \(updates \(.*\) l\) <= (\d+)", "smaller"),  # the bound
        (r" rows (\d+) = true", "smaller"),  # what is computed
        (r"data\) = (\d+)", "smaller"),  # the updates
        (r"Lemma checked : at_most \d+ u \((\d+) # 4\)", "9"),  # a margin that the comparator does not have
        (r"Definition u : list Z := \[(-?\d+)", "-1"),  # another comparator
        (r"\[-?\d+; -?\d+\], (true)", "false"),  # a label
    ],
)
@pytest.mark.nocover
def test_coq_refuses_what_is_made_up_of_the_margin_perceptron(margin_files: tuple[Path, dict[str, str]], old: str, new: str) -> None:
    text = margin_files[1]["margin"]
    found = re.search(old, text)
    assert found is not None
    value = str(int(found[1]) - 1) if new == "smaller" else new
    assert not accepts(margin_files, text[: found.start(1)] + value + text[found.end(1) :])[0]


def test_without_a_comparator_the_updates_alone_are_certified() -> None:
    examples = Dataset("x", Examples([[1], [-2]], [1, 1]), {}, ("a",))
    text = coq_file(audit(examples, MarginPerceptron("1/2")))
    assert "Theorem updates_made" in text and "every_sequence_bounded" not in text


def test_what_has_no_coq_file(tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text(CSV)
    refused(pp("audit", data, "--certify", tmp_path / "data.txt"), "ends in .v")
    refused(pp("audit", data, "--certify", tmp_path / "no" / "data.v"))
    refused(pp("audit", data, "--certify", tmp_path / "my-data.v"), "letters, digits and _")
    examples = Dataset("x", Examples([[1], [2]], [1, 1]), {}, ("a",))
    with pytest.raises(InputError, match="from zero"):
        coq_file(audit(examples, Perceptron(start=[1])))
