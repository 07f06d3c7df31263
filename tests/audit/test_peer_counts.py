"""The learners of other libraries that are installed count as docs/peers.md says, and the named difference explains each count."""

import json
import re
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from benchmarks.peers.__main__ import is_here
from benchmarks.peers.libraries import PEERS
from benchmarks.peers.tables import exact, tables
from tests.cli.running import ROOT

pytestmark = [
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

PAGE = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")
TABLES = {table.name: table for table in tables()}
UPDATES = [
    [cell.strip() for cell in line.strip("| ").split(" | ")] for line in PAGE.partition("## Updates")[2].splitlines() if line[:1] == "|"
]
HEADS, _, *COUNTED = UPDATES
SHOWN = {row[0]: {head.partition(" (")[0]: cell for head, cell in zip(HEADS, row, strict=True)} for row in COUNTED}


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.count.__name__)
@pytest.mark.parametrize("name", ["AND", "iris, tenths", "phishing"])
def test_a_library_counts_as_the_page_says_and_as_its_loop(peer: Any, name: str) -> None:
    """A version that behaves otherwise fails here, and changes the page."""
    if not is_here(peer) or name not in TABLES:
        pytest.skip(f"{peer.module} or the rows are not installed")
    if name == "phishing" and peer.count.__name__ == "default":
        pytest.skip("ten passes one row at a time take half a minute; the page has them")
    found = peer.count(TABLES[name])
    assert found.seen == found.again and str(found) == SHOWN[peer.name][name]


def test_the_page_has_every_learner_and_explains_every_count() -> None:
    assert [*SHOWN] == ["the exact learner", *(peer.name for peer in PEERS)]
    assert "unexplained" not in PAGE and HEADS[1:] and len(HEADS) == 6
    assert {name: str(exact(table, table.in_order).M) for name, table in TABLES.items()}.items() <= SHOWN["the exact learner"].items()


def test_learner_without_difference_counts_as_the_exact_one_on_every_table() -> None:
    """✓ is a claim about counts, not about words."""
    for peer in PEERS:
        same = all(SHOWN[peer.name][table].partition(" ")[0] == count for table, count in [*SHOWN["the exact learner"].items()][1:])
        assert same or peer.differs, peer.name


# --- the facts in words that no count shows


@pytest.mark.parametrize("sign", [1, -1])
def test_scikit_learn_takes_a_score_of_0_for_a_mistake(sign: int) -> None:
    model = SGDClassifier(loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, shuffle=False)
    assert model.partial_fit([[1.0]], [sign], classes=[-1, 1]).coef_.tolist() == [[sign]]


def test_the_mean_of_scikit_learn_is_over_the_weights_after_each_round() -> None:
    model = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, shuffle=False, average=True, fit_intercept=False
    )
    for x, y in (([1.0], 1), ([3.0], -1), ([1.0], -1)):
        model.partial_fit([x], [y], classes=[-1, 1])
    assert model.coef_[0][0] == pytest.approx(np.mean([1, -2, -2]))


def test_the_mean_of_nltk_is_over_the_weights_before_each_round() -> None:
    module = pytest.importorskip("nltk.tag.perceptron")
    model = module.AveragedPerceptron()
    model.classes = {"a", "b"}
    for truth in ("a", "b", "b"):
        model.update(truth, model.predict({"x": 1.0})[0], {"x": 1.0})
    assert model.weights["x"] == {"a": 0.0, "b": 0.0}
    model.average_weights()
    assert model.weights["x"] == {"a": 0.333, "b": -0.333}  # of 0, 1 and 0


@pytest.mark.skipif(not find_spec("pycrfsuite"), reason="needs python-crfsuite")
def test_the_mean_of_crfsuite_is_over_one_more_than_the_rounds(tmp_path: Any) -> None:
    from pycrfsuite import Tagger, Trainer

    trainer = Trainer(algorithm="ap", verbose=False)
    trainer.set_params({"feature.possible_states": True, "max_iterations": 1, "epsilon": 0.0})
    for label in ("a", "b"):
        trainer.append([{f"only {label}": 1.0}], [label])
    trainer.train(str(tmp_path / "model"))
    tagger = Tagger()
    tagger.open(str(tmp_path / "model"))
    assert {round(abs(weight), 4) for weight in tagger.info().state_features.values()} <= {0.3333, 0.6667}


def test_the_chapter_has_the_counts_of_the_page() -> None:
    """The chapter runs scikit-learn alone, and copies the counts of the other libraries."""
    cells = json.loads((ROOT / "notebooks" / "which_perceptron_did_you_run.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    copied = {
        row[0].split()[0]: row[1]
        for row in re.findall(r"^\| ([^|]+) \| (\d+) \| [^|]+ \|$", text, re.MULTILINE)
        if "its defaults" not in row[0]
    }
    names = {"scikit-learn": "scikit-learn Perceptron(eta0=0.1"}
    for library, count in copied.items():
        (learner,) = [name for name in SHOWN if name.startswith(names.get(library, f"{library} "))]
        assert SHOWN[learner]["AND"].partition(" ")[0] == count, library
    assert len(copied) == 7 and "its defaults | 14 |" in text and SHOWN["scikit-learn Perceptron()"]["AND"] == "14 = 14"
