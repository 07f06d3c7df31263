"""`audit --certify`: files that `check` judges and Coq proves, refused when anything in them is made up, and written whole."""

import hashlib
import json
import os
import re
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from perceptron import Examples, MarginPerceptron, Perceptron
from perceptron.data.read import Dataset
from perceptron.errors import InputError
from proofs.audit import audit, coq_file
from proofs.referees.coq.gate import WHITELIST
from proofs.referees.coq.toolchain import INSTALL, Coq, find
from tests.amounts import rows, sampled
from tests.cli.running import Written, answered, pp, refused

OPTIONS = {
    "penguins-adelie-gentoo": ["--passes", "3"],
    "penguins-adelie-chinstrap": ["--learner", "perceptron:ties=-1"],
    "penguins-adelie-g": ["--learner", "margin:eps=1/4", "--gamma", "1/10"],
}


@pytest.mark.parametrize("name", OPTIONS)
def test_check_accepts_what_an_audit_certifies(name: str, tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    assert pp("audit", name, *OPTIONS[name], "--certify", file).exit_code == 0
    found = json.loads(file.read_text())
    result = pp("check", file, "--limit", "0")
    assert result.exit_code == 0 and result.stdout.startswith("valid: an audit of “penguins"), result.output
    assert result.stdout.count("✓") == len(found["bounds"]) + 2 and len(found["bounds"]) >= 3


@cache
def certificate(name: str) -> str:
    """What an audit of this data set certifies; made once, since each test changes it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "c.json"
        assert pp("audit", name, "--certify", file).exit_code == 0
        return file.read_text()


GENTOO = "penguins-adelie-gentoo"


def sealed(found: dict[str, Any]) -> dict[str, Any]:
    """The certificate with the digest of what is in it now."""
    rest = {key: value for key, value in found.items() if key != "sha256"}
    return rest | {"sha256": hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()}


def altered(text: str, code: str, change: str, file: Path, digest: bool = False) -> None:
    """Check what is said of a certificate after a change, which its digest tells if that is not made anew.

    A change is Python in which the certificate's fields have their names; the code says whether it is then false or no certificate."""
    found = json.loads(text)
    exec(change, {}, found)
    file.write_text(json.dumps(found if digest else sealed(found)))
    result = pp("check", file, "--limit", "0")
    if code == "2":
        refused(result, file.name)
    else:
        assert result.exit_code == 1 and result.stdout.startswith("invalid: ") and "✗" in result.stdout, result.output


@pytest.mark.parametrize(("what", "code", "change"), rows(__file__, "made_up.txt"))
def test_check_refuses_what_is_made_up(what: str, code: str, change: str, tmp_path: Path) -> None:
    altered(certificate(GENTOO), code, change, tmp_path / "c.json")


def test_check_refuses_another_number_though_it_may_be_true(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    found = json.loads(certificate("penguins-adelie-chinstrap"))
    found["bounds"][0]["value"] += "9"  # a larger one
    for altered, code in ((found, 1), (sealed(found), 0), ({key: value for key, value in found.items() if key != "sha256"}, 2)):
        file.write_text(json.dumps(altered))
        assert pp("check", file).exit_code == code


@pytest.mark.parametrize("suffix", sampled(["svg", "png"], 1))
def test_the_plot_shows_the_updates_under_the_bounds(suffix: str, tmp_path: Path) -> None:
    for name, options in OPTIONS.items():
        assert pp("audit", name, *options, "--plot", tmp_path / f"p.{suffix}").exit_code == 0
        data = (tmp_path / f"p.{suffix}").read_bytes()
        assert data.startswith(b"\x89PNG" if suffix == "png" else b"<?xml") and len(data) > 5_000
    refused(pp("audit", "penguins-adelie-g", "--plot", tmp_path / "p.gif"), "p.gif")


def test_a_plot_without_bounds_says_so(tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    assert pp("audit", "penguins-adelie-gentoo", "--learner", "winnow", "--plot", picture).exit_code == 0
    assert "the updates; every bound is above 20 times their number" in picture.read_text()


@pytest.mark.parametrize("option", ["--json", "--certify", "--plot"])
def test_an_interruption_leaves_no_half_file(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*paths: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / ("p.png" if option == "--plot" else "a.json")
    monkeypatch.setattr(os, "replace", interrupted)
    assert pp("audit", "penguins-adelie-gentoo", option, file).exit_code == 130
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def of_sparse(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The certificate of a sparse file of many columns, and of which one entry is beyond int64."""
    folder = tmp_path_factory.mktemp("sparse")
    rows = [f"{(-1) ** t} {t % 40 + 1}:{t % 7 + 1} {(-1) ** t * 10 + 60}:2 {100 + 30 * t}:{10**20 if t == 5 else 1}" for t in range(300)]
    (folder / "d.svm").write_text("\n".join(rows) + "\n")
    assert pp("audit", folder / "d.svm", "--certify", folder / "c.json").exit_code == 0
    found: dict[str, Any] = json.loads((folder / "c.json").read_text())
    return found


def test_sparse_rows_are_certified_without_their_zeros(of_sparse: dict[str, Any], written: Written) -> None:
    assert len(of_sparse["rows"][5]) == 3 and of_sparse["rows"][5][2] == 10**20 and of_sparse["dimension"] == 9_070
    file = written("c.json", of_sparse)
    assert answered(pp("check", file, "--limit", "0")).count("✓") == len(of_sparse["bounds"]) + 2


@pytest.mark.parametrize(("what", "code", "change"), rows(__file__, "made_up_sparse.txt"))
def test_check_refuses_sparse_rows_that_are_made_up(what: str, code: str, change: str, of_sparse: dict[str, Any], tmp_path: Path) -> None:
    altered(json.dumps(of_sparse), code, change, tmp_path / "c.json", digest=True)


@pytest.mark.parametrize("suffix", [".json", ".v"])
def test_too_many_examples_for_a_file_are_refused_before_the_audit(suffix: str, tmp_path: Path) -> None:
    X = np.ones((60_000, 100), dtype=np.int8)
    X[::2, 0] = -1
    np.savez(tmp_path / "d.npz", X=X, y=X[:, 0])
    refused(pp("audit", tmp_path / "d.npz", "--certify", tmp_path / f"c{suffix}"), "60000 examples of dimension 100", "too many")
    assert not (tmp_path / f"c{suffix}").exists()


# --- `audit --certify FILE.v`: Coq accepts the file, under no axiom, and refuses it when anything in it is made up


CSV = "a,b,class\n" + "2,1,yes\n1,-0.5,yes\n-1,1,no\n0.5,2,yes\n-2,-1,no\n1,-2,no\n3,1,yes\n-1,-3,no\n" * 2


def judged(coq: Coq, text: str, folder: Path) -> tuple[bool, str]:
    """Whether Coq accepts a file, and what it prints."""
    file = folder / "judged.v"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([coq.compiler, "-q", "-w", "-all", file.name], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def certified(tmp_path: Path, *options: str) -> str:
    data, out = tmp_path / "data.csv", tmp_path / "data.v"
    data.write_text(CSV)
    answered(pp("audit", data, "--certify", out, *options))
    return out.read_text(encoding="utf-8")


@pytest.mark.nocover
def test_coq_proves_the_updates_and_the_bounds_from_no_axiom(coq: Coq, tmp_path: Path) -> None:
    for options in ((), ("--learner", "perceptron:ties=-1", "--passes", "20")):
        text = certified(tmp_path, *options)
        accepted, printed = judged(coq, text, tmp_path)
        assert accepted, printed
        assert printed.split("\n")[:-1] == ["Closed under the global context"] * text.count("Print Assumptions") and "Admitted" not in text
        assert {"updates_made", "every_sequence_bounded"} <= set(re.findall(r"^Theorem (\w+)", text, re.MULTILINE))


@pytest.mark.nocover
def test_coq_refuses_what_is_made_up(coq: Coq, tmp_path: Path) -> None:
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
        assert old in text and not judged(coq, text.replace(old, new, 1), tmp_path)[0], old


@pytest.mark.nocover
def test_data_that_no_line_separates(coq: Coq, tmp_path: Path) -> None:
    xs = [[1, k] for k in range(-6, 7)] * 4
    ys = [1 if k > 0 else -1 for k in range(-6, 7)] * 4
    ys[3] = -ys[3]
    found = audit(Dataset('a "name" *) Axiom', Examples(xs, ys), {}, ("a", "b")), Perceptron())
    text = coq_file(found)
    assert "Axiom" not in text.replace("a _name_ __ Axiom", "") and "every_sequence_bounded" not in text.partition("Module")[0]
    assert judged(coq, text, tmp_path)[0]


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
        answered(pp("audit", folder / "data.csv", "--learner", learner, "--gamma", "1/4", "--certify", folder / "data.v"))
        before, data, after = (folder / "data.v").read_text(encoding="utf-8").partition(DATA)
        texts[learner] = "Require Import Before.\n" + data + after
    (folder / "Before.v").write_text(before, encoding="utf-8")
    subprocess.run([coq.compiler, "-q", "-w", "-all", "Before.v"], cwd=folder, check=True)
    return folder, texts


@pytest.mark.nocover
@pytest.mark.parametrize("learner", ["margin", "margin:eps=1/3"])
def test_coq_proves_a_bound_of_the_margin_perceptron_for_every_sequence(
    coq: Coq, margin_files: tuple[Path, dict[str, str]], learner: str
) -> None:
    text = margin_files[1][learner]
    accepted, printed = judged(coq, text, margin_files[0])
    assert accepted and "Closed under the global context" in printed, printed
    assert set(re.findall(r"^([A-Z]\w*\.\w+)", printed, re.MULTILINE)) <= WHITELIST
    assert re.findall(r"^Theorem (\w+)", text, re.MULTILINE) == ["updates_made", "every_sequence_bounded"]


@pytest.mark.parametrize(("what", "old", "new"), rows(__file__, "made_up_in_coq.txt"))
@pytest.mark.nocover
def test_coq_refuses_what_is_made_up_of_the_margin_perceptron(
    coq: Coq, margin_files: tuple[Path, dict[str, str]], what: str, old: str, new: str
) -> None:
    text = margin_files[1]["margin"]
    found = re.search(old, text)
    assert found is not None
    value = str(int(found[1]) - 1) if new == "smaller" else new
    assert not judged(coq, text[: found.start(1)] + value + text[found.end(1) :], margin_files[0])[0]


def test_without_a_comparator_the_updates_alone_are_certified() -> None:
    examples = Dataset("x", Examples([[1], [-2]], [1, 1]), {}, ("a",))
    text = coq_file(audit(examples, MarginPerceptron("1/2")))
    assert "Theorem updates_made" in text and "every_sequence_bounded" not in text


def test_what_has_no_coq_file() -> None:
    examples = Dataset("x", Examples([[1], [2]], [1, 1]), {}, ("a",))
    with pytest.raises(InputError, match="from zero"):
        coq_file(audit(examples, Perceptron(start=[1])))
