"""A file of the user that has the name of a package is named in the error, with the remedy."""

import subprocess
import sys
from pathlib import Path

import pytest

STATEMENTS = [
    ["-c", "import proofs"],
    ["-c", "import perceptron; from proofs import theorem"],
    ["-c", "from proofs.falsify import falsify"],
    ["-m", "proofs.cli", "list"],
]


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("words", STATEMENTS, ids=" ".join)
@pytest.mark.parametrize("name", ["perceptron.py", "perceptron/__init__.py"])
def test_import_beside_another_perceptron_names_the_file(name: str, words: list[str], tmp_path: Path) -> None:
    """Students call their homework perceptron.py; the error was about a module `perceptron.errors` that they never heard of."""
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("weights = [0, 0]\n")
    done = python(tmp_path, *words)
    theirs = file if file.name == "perceptron.py" else file.parent
    assert done.returncode != 0
    assert f"{theirs} hides it: rename {theirs}" in done.stderr.splitlines()[-1]


def test_import_beside_a_folder_of_runs_is_not_disturbed(tmp_path: Path) -> None:
    """A folder without __init__.py hides nothing."""
    (tmp_path / "perceptron").mkdir()
    assert python(tmp_path, "-c", "import proofs, perceptron; perceptron.Perceptron()").returncode == 0


def test_the_command_beside_a_perceptron_file_runs(tmp_path: Path) -> None:
    """The installed command does not look for modules in the working directory."""
    (tmp_path / "perceptron.py").write_text("weights = [0, 0]\n")
    command = Path(sys.executable).parent / "perceptron-proofs"
    done = subprocess.run([command, "show", "cauchy-schwarz"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "⟨" in done.stdout
