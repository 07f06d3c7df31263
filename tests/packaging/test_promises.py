"""The promises that the project makes about its own files: what they hold, what they import, what they leave alone.

Each promise is stated in README.md or in the docstring of the package concerned; here it is checked, on the source
(by walking its syntax tree) and, where imports of imports matter, in a fresh interpreter.
"""

import ast
import io
import json
import os
import re
import subprocess
import sys
import tokenize
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from proofs.cli import COMMANDS
from proofs.theorems.sources import DOCUMENTS, bibliography
from tests.cli.running import ROOT, Written, pp
from tests.packaging.pins import installed, lowest_python, pins
from tests.packaging.rooms import inside

KERNEL = ROOT / "proofs" / "kernel"


def tracked(*patterns: str) -> list[Path]:
    """The files under version control, optionally those that match git path patterns only."""
    listing = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listing.stdout.split("\0") if name]


def sources(folder: Path) -> list[Path]:
    """The Python files below a folder; a folder without any is a failure, lest a promise hold of nothing."""
    files = sorted(folder.rglob("*.py"))
    assert files, f"no Python files in {folder.relative_to(ROOT)}"
    return files


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter holds after running the code and did not hold before."""
    report = "import json\nprint(json.dumps(sorted(after - before)))"
    script = f"import sys\nbefore = set(sys.modules)\n{code}\nafter = set(sys.modules)\n{report}"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stdout.splitlines()[-1]))


def import_everything(package: str) -> str:
    """Code that imports a package and every module below it."""
    return (
        f"import importlib, pkgutil, {package}\n"
        f"for found in pkgutil.walk_packages({package}.__path__, {package + '.'!r}):\n"
        "    importlib.import_module(found.name)"
    )


# --- what is under version control


# Written in pieces, so that this file keeps the promise too.
MACHINE_PATH = re.compile(rb"(?<![\w.~<-])/(?:work|root|home|tmp|opt|Users)" + rb"/")
REGISTRY_HOST = re.compile(rb"(?i)(?:pypi|pythonhosted|npmjs|debian|anaconda)" + rb"\.(?:org|com|io)\b|file:" + rb"//")


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine path", "registry host"])
def test_no_tracked_file_names_a_machine(pattern: re.Pattern[bytes]) -> None:
    found = [f"{file.relative_to(ROOT)}: {match.group().decode()}" for file in tracked() for match in pattern.finditer(file.read_bytes())]
    assert not found


def test_the_patterns_recognise_what_they_forbid() -> None:
    slash = b"/"
    assert MACHINE_PATH.search(b'"' + slash + b"home" + slash + b'me"')
    assert not MACHINE_PATH.search(b"a frame" + b"work/proofs, ~" + slash + b"work/notes, <" + slash + b"root" + slash + b">")
    assert REGISTRY_HOST.search(b"https:" + b"//py" + b"pi.org/simple")
    assert not REGISTRY_HOST.search(b"https:" + b"//json-schema.org")


def test_versions_have_one_list() -> None:
    assert not [file for file in tracked() if file.name in {"uv.lock", "poetry.lock", "Pipfile.lock"}]


def test_each_pin_admits_every_supported_python() -> None:
    """Debian 12 has Python 3.11.2: one pin that needs 3.11.5 stopped `make test` there, and pip named another package."""
    here = installed()
    known = {name: version for name, version in pins().items() if here.get(name, ("", ""))[0] == version}
    assert len(known) > 150, "install the pinned versions: make .venv/.test"
    for python in (lowest_python(), "3.11.2", "3.12.0", "3.13.0"):
        assert [name for name in known if here[name][1] and python not in SpecifierSet(here[name][1])] == []


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="ascii").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in pins}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = list(chain(project["dependencies"], *project["optional-dependencies"].values()))
    names = {re.split(r"[<>=!~\[ ]", requirement)[0].lower() for requirement in declared} - {project["name"]}
    assert names - pinned == set()


def test_what_runs_before_a_commit_is_what_the_tests_run() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    pinned = re.search(r"^ruff==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="ascii"), re.MULTILINE)
    assert pinned and re.search(rf"/ruff-pre-commit\n +rev: v{re.escape(pinned[1])}\b", hooks)


def test_the_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    citation = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    changes = re.search(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert citation and changes
    assert (citation[1], changes[1]) == (version, version)


def test_every_source_is_cited() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").partition("references:")[2]
    works = {work.short: work for work in bibliography() if work.short in DOCUMENTS}
    for name, work in works.items():
        (entry,) = [part for part in re.split(r"^  - type: ", citation, flags=re.MULTILINE) if f'notes: "{name}: ' in part]
        assert re.search(r'title: "(.*)"', entry)[1] in work.title  # type: ignore[index]
        assert [family for family in re.findall(r"family-names: (\S+)", entry) if family not in work.authors] == []
    assert len(works) == len(DOCUMENTS)


@pytest.mark.nocover
def test_what_dist_builds_is_whole_and_verifies_outside_the_tree(tmp_path: Path) -> None:
    """A wheel made of the source distribution, as pip makes one, in an environment that has the libraries and nothing of the tree."""
    dist, made = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path)], tmp_path / "venv"
    subprocess.run([*dist, "--target", "sdist"], cwd=ROOT, check=True, capture_output=True)
    (packed,) = tmp_path.glob("*.tar.gz")
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", packed], cwd=tmp_path / "unpacked", check=True)  # by Python it takes `filter`, which 3.11.2 has not
    (source,) = (tmp_path / "unpacked").iterdir()
    subprocess.run([*dist, "--target", "wheel"], cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        shipped = set(archive.namelist())
    expected = {file.relative_to(ROOT).as_posix() for file in tracked("perceptron", "proofs")}
    assert expected
    assert expected - shipped == set()
    assert "perceptron/py.typed" in shipped
    venv.create(made)
    install = [sys.executable, "-m", "pip", "--python", str(made), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (installed,) = made.glob("lib/python*/site-packages")
    (installed / "libraries.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    run = subprocess.run([made / "bin" / "perceptron-proofs", "verify", "novikoff"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0 and "novikoff" in run.stdout, run.stdout + run.stderr
    told = [made / "bin" / "python", "-c", "import proofs; print(proofs.__file__)"]
    assert subprocess.run(told, cwd=tmp_path, capture_output=True, text=True).stdout.startswith(str(installed))


# --- the kernel


def lines_of_code(source: str) -> int:
    """Lines that hold code: docstrings, comments and blank lines explain it and are not counted."""
    lines: set[int] = set()
    quiet = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in quiet:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def test_the_kernel_can_be_read_in_one_sitting() -> None:
    assert 0 < sum(lines_of_code(file.read_text(encoding="utf-8")) for file in sources(KERNEL)) < 600


def test_loading_the_kernel_loads_nothing_else() -> None:
    loaded = loaded_by(import_everything("proofs.kernel"))
    assert "proofs.kernel" in loaded
    foreign = {name for name in loaded if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {name for name in foreign if not inside(name, "proofs.kernel")} == {"proofs"}


@pytest.mark.nocover
def test_the_optimised_pass_is_optimised_and_still_tests(tmp_path: Path) -> None:
    """The way `make test-all` repeats the kernel's tests without `assert`: all workers run so, yet a test can fail."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^\t(.*\btests/kernel)$", makefile, re.MULTILINE)
    (pytest_,) = re.findall(r"^PYTEST := (.*)$", makefile, re.MULTILINE)
    setting, _, arguments = recipe.replace("$(PYTEST)", pytest_).partition(" $(BIN)/python ")
    (tmp_path / "test_probe.py").write_text(
        "import sys\ndef test_optimised():\n    if sys.flags.optimize < 1: raise RuntimeError\ndef test_can_fail():\n    assert 1 == 2\n"
    )
    words = [word for word in arguments.replace("$(JOBS)", "1").split() if not word.startswith("tests/")]
    name, _, value = setting.partition("=")
    probe = [sys.executable, *words, "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    run = subprocess.run(probe, cwd=ROOT, env={**os.environ, name: value}, capture_output=True, text=True)
    assert re.search(r"\b1 failed, 1 passed\b", run.stdout), run.stdout + run.stderr
    assert "test_can_fail" in run.stdout.splitlines()[-2]


LIBRARIES = {"__future__", "collections", "contextvars", "dataclasses", "fractions", "math", "re", "typing"}
FORBIDDEN = {"eval", "exec", "compile", "float", "__import__"}


def test_kernel_has_no_assert_no_float_and_no_eval() -> None:
    """`python -O` drops assert statements, and with them the check."""
    for file in sources(KERNEL):
        for node in ast.walk(ast.parse(file.read_bytes())):
            where = f"{file.name}:{getattr(node, 'lineno', 0)}"
            assert not isinstance(node, ast.Assert), where
            assert not (isinstance(node, ast.Name) and node.id in FORBIDDEN), where
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            if isinstance(node, ast.Import):
                assert {alias.name.partition(".")[0] for alias in node.names} <= LIBRARIES, where
            if isinstance(node, ast.ImportFrom):
                assert node.level == 1 or str(node.module).partition(".")[0] in LIBRARIES, where


def theorems_made(file: Path) -> Iterator[str]:
    """Where a file calls the constructor of the kernel's `Theorem`, under whatever name it is imported."""
    tree = ast.parse(file.read_bytes())
    imported = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    names = {"Theorem"} | {alias.asname or alias.name for alias in imported if alias.name == "Theorem"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (
            (isinstance(node.func, ast.Name) and node.func.id in names)
            or (isinstance(node.func, ast.Attribute) and node.func.attr == "Theorem")
        ):
            yield f"{file.name}:{node.lineno}"


def test_only_the_kernel_makes_theorems(written: Written) -> None:
    assert [place.partition(":")[0] for file in sources(KERNEL) for place in theorems_made(file)] == ["replay.py"]
    forged = written("forged.py", "from proofs.kernel import Theorem as T\nimport proofs.kernel as k\nT()\nk.Theorem()\n")
    assert list(theorems_made(forged)) == ["forged.py:3", "forged.py:4"]
    others = [file for folder in ("proofs", "perceptron", "benchmarks") for file in sources(ROOT / folder) if KERNEL not in file.parents]
    assert [place for file in others for place in theorems_made(file)] == []


# --- who knows whom (what the files import is read by test_architecture.py)


# --- the command


SLOW = {"sympy", "z3", "numba", "scipy", "sklearn", "matplotlib", "clarabel", "distributed"}  # each takes a tenth of a second or more


def loaded_by_command(*calls: tuple[str, ...], code: int = 0) -> set[str]:
    """The modules that commands load, one after the other in one interpreter, each of which ends with that exit code."""
    return loaded_by(
        "from proofs.cli import main\n"
        f"for call in {calls!r}:\n"
        "    sys.argv = ['perceptron-proofs', *call]\n"
        "    try:\n        code = main()\n"
        "    except SystemExit as stop:\n        code = stop.code\n"
        f"    if (code or 0) != {code}: sys.exit(f'exit code {{code}} of {{call}}')"
    )


def test_help_names_every_command_and_loads_nothing_that_is_slow() -> None:
    told = pp("--help").output
    assert [
        name for name in COMMANDS if name != "witnesses" and not re.search(rf"^\s*{name}\b", told, re.MULTILINE)
    ] == []  # one is for authors only
    loaded = loaded_by_command(("--help",), *((name, "--help") for name in COMMANDS))
    assert "proofs.cli" in loaded
    assert not (SLOW | {"hypothesis", "numpy", "flint"}) & loaded


def test_a_run_is_checked_without_the_search_and_without_the_theorems() -> None:
    loaded = loaded_by_command(("check", "novikoff/zero-start"))
    assert "proofs.counterexample.judge" in loaded
    assert not (SLOW | {"hypothesis", "proofs.falsify", "proofs.theorems.catalogue"}) & loaded


def test_an_attack_begins_without_what_it_needs_later() -> None:
    loaded = loaded_by_command(("falsify", "novikoff", "--drop", "separable"), code=1)
    assert "proofs.falsify.search" in loaded
    assert not (SLOW | {"numpy"}) & loaded


def test_a_proof_without_a_derivation_is_shown_without_sympy() -> None:
    loaded = loaded_by_command(("show", "cauchy-schwarz"))
    assert "proofs.report.proofs.render" in loaded
    assert not (SLOW | {"hypothesis", "numpy"}) & loaded


# --- files for hosts


def test_files_for_hosts_call_targets_of_the_makefile() -> None:
    """No host is asked here, so that a target that was renamed would be noticed by readers first."""
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))["postCreateCommand"]
    workflow = (ROOT / ".github" / "workflows" / "book.yml").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(VENV)", ".venv")
    called = re.findall(r"\bmake ([\w./-]+)", container + workflow)
    assert called == [".venv/.notebooks", "book"]
    assert [target for target in called if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)] == []
