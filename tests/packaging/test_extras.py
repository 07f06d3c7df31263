"""What an extra installs is not needed by the main job, and where it is needed and absent one line says how to get it."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from perceptron import Examples, Perceptron, run
from perceptron.extras import EXTRAS, MissingLibrary, is_installed, optional
from perceptron.runs import engines
from proofs import exercise
from tests.amounts import rows
from tests.cli.running import ROOT, pp, refused

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
DISTRIBUTIONS = {"sklearn": "scikit-learn", "myst_nb": "myst-nb"}  # where it is not called as its module
CALLS = rows(__file__, "main_job.txt")


def told(extra: str) -> str:
    return rf"pip install -e '\.\[{extra}\]'"


@pytest.mark.parametrize("library", sorted(EXTRAS))
def test_the_extra_that_is_named_brings_the_library(library: str) -> None:
    wanted = PROJECT["optional-dependencies"][EXTRAS[library][0]]
    assert DISTRIBUTIONS.get(library, library) in [re.split(r"[<>=\[]", requirement)[0] for requirement in wanted]


@pytest.mark.parametrize("library", sorted(EXTRAS))
def test_an_absent_library_is_named_with_its_extra(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert not is_installed(library)
    with pytest.raises(MissingLibrary, match=told(EXTRAS[library][0])) as missing:
        optional(f"{library}.part", "pictures")
    assert isinstance(missing.value, ImportError) and "\n" not in str(missing.value)


def test_what_is_missing_inside_a_library_is_not_blamed_on_the_extra() -> None:
    with pytest.raises(ModuleNotFoundError) as missing:
        optional("matplotlib.no_such_part", "pictures")
    assert not isinstance(missing.value, MissingLibrary)


def test_no_requirement_of_the_core_is_one_of_an_extra() -> None:
    core = {re.split(r"[<>=\[]", requirement)[0] for requirement in PROJECT["dependencies"]}
    assert core and not core & {DISTRIBUTIONS.get(library, library) for library in EXTRAS}


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_the_reference_says_what_an_extra_is_for(extra: str) -> None:
    assert re.search(rf"^\| `{extra}` \| \S.* \|$", REFERENCE, re.MULTILINE)


@pytest.mark.parametrize(("call",), rows(__file__, "pictures.txt"))
def test_a_picture_without_matplotlib_is_refused_before_the_work(call: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused(pp(*call.split()), "Matplotlib", "pip install -e '.[plots]'")
    assert list(tmp_path.iterdir()) == []


def test_exercises_as_pages_without_what_makes_pages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "myst_nb", None)
    refused(pp("exercises", "export", "hinge", "--format", "nbgrader"), "MyST-NB", "pip install -e '.[book]'")
    with pytest.raises(MissingLibrary, match=told("book")):
        exercise("prove-4").widget()


def test_without_numba_a_long_run_takes_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Examples([[3, 4], [4, -3]] * 100, [1, -1] * 100)
    monkeypatch.setattr(engines, "LARGE_LISTS", len(examples))
    monkeypatch.setitem(sys.modules, "numba", None)
    assert run(Perceptron(), examples).M == 2
    with pytest.raises(MissingLibrary, match=told("fast")):
        run(Perceptron(), examples, engine="certified")


def test_the_commands_run_without_any_extra(tmp_path: Path) -> None:
    """In a fresh interpreter, where importing a library of an extra fails."""
    script = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(EXTRAS)!r}))
from proofs.cli import main
for call, expected in {[(shlex.split(call), int(code)) for call, code in CALLS]!r}:
    try:
        code = main(call)
    except SystemExit as stop:
        code = stop.code
    assert (code or 0) == expected, (call, code)
"""
    made = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0 and made.stdout and "error" not in made.stderr, made.stderr
