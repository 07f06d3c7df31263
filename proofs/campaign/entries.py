"""The conjectures of a campaign with the rules of their attack, from a file, from Python or from the catalogue. All are checked before
anything starts.

A conjecture file is text with one entry on each line; blank lines and lines that begin with # are ignored. A line is a conjecture (of a
claim with several comparisons each is one), the id of a theorem, or a JSON object:

    # the hinge bounds, and two that should fall
    hinge-simple
    M <= 1/gamma**2 + TD/gamma
    {"conjecture": "M <= 2.4/gamma**2", "learner": {"name": "margin", "eps": "1/2"}, "name": "margin 2.4", "expected": "falls"}
    {"conjecture": "M <= 2*log(d)/gamma**2", "learner": {"name": "winnow", "eta": "gamma"}}
    {"theorem": "novikoff", "drop": ["separable"], "budget": 30}
    {"theorem": "huber-lipschitz", "several": 3}

Keys: `conjecture` or `theorem` (one of them); `name` (by default the id, or the line); `expected` ("survives" or "falls"); `budget`
(seconds); `learner` (as counterexample files write it, or its name; or a learner object, FILE.py:NAME); `setting`, `norm`,
`comparator`, `radius`, `dim`, `drop`, `flips`, `coordinates` (a list), `passes`, `shuffled` (true or false) as for `falsify`; `shapes`
(false: search without the known extremal families); `several` (N: up to N − 1 entries more by narrower rules, for counterexamples of
other kinds; `export` writes those that show different things).

A theorem that is not a bound on runs is attacked on instances that its page draws. Of the keys for games only `drop` is for it, with one
hypothesis, or "as printed" for a printed form that is false.

The record of an attack is a finding: a run, or an instance of a property, that breaks the claim or comes nearest to that. Either is kept as
the JSON of a file that `perceptron-proofs check` reads, and is judged again before it is believed."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from hashlib import sha256
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from perceptron.errors import InputError
from perceptron.numbers.exact import exact
from proofs.conjecture import claims, parse
from proofs.conjecture.game import Game, default_game
from proofs.conjecture.learners import LEARNERS
from proofs.counterexample import Counterexample, from_json, judge
from proofs.counterexample.learner_object import CustomLearner, Faulty, rules_for
from proofs.statements import instance as instances
from proofs.statements.instance import Draw, Instance, Shape
from proofs.statements.property import Property
from proofs.system.escaping import quote, visible
from proofs.system.files import object_in, parse_json, read_text, refuse_device

LONGEST = 100  # characters of an instance in a line

_TEST = '''"""{name}: {claim} is false."""

from pathlib import Path

{imports}


def test_the_counterexample_breaks_it() -> None:
'''
_RUN = """    found = read(Path(__file__).with_name({file!r}){learner})
    assert found.conjecture == {text!r}
    verdict = judge(found)
    assert verdict.valid, str(verdict)
    assert (found.M, found.lhs, found.rhs) == {values!r}
"""
_INSTANCE = """    id, without, instance = read(read_json(Path(__file__).with_name({file!r})))
    assert (id, without) == {what!r}
    verdict = models.judge(claim(id), without, instance)
    assert verdict.valid, verdict.reasons
"""
_JUDGES_OF_INSTANCES = """from proofs.statements.instance import read
from proofs.system.files import read_json
from proofs.theorems.lookup import claim
from proofs.theorems.witnesses import models"""


@dataclass(frozen=True)
class FoundRun:
    """A run of a game."""

    value: Counterexample
    source: str = ""  # FILE.py:NAME of a learner object

    @property
    def shows(self) -> Hashable:
        """A key of the finding: of two findings with equal keys one is enough."""
        run = self.value
        return run.conjecture, run.game, run.lhs, run.rhs, len(run.rounds), run.dimension

    @property
    def figures(self) -> dict[str, Any]:
        """The cells of its row in a table."""
        run = self.value
        size = {"T": len(run.rounds), "d": run.dimension}
        return {"M": run.M} | size | {"gamma": str(run.gamma), "lhs": run.lhs, "rhs": run.rhs}

    def dumps(self) -> str:
        """The text of its file."""
        return self.value.dumps()

    def fault(self) -> str:
        """Judged again: why it does not break its claim; empty if it does."""
        try:
            verdict = judge(self.value)
        except Faulty as fault:
            return str(fault)
        return "" if verdict.valid else verdict.reasons[0]

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        """Whether it is about this claim, by these rules."""
        if "property" in rules:
            return False
        game = self.value.game
        if rules.get("source", "") != self.source:
            return False
        mine = (self.value.conjecture, game.learner, game.setting, game.norm, game.comparator, sorted(game.dropped))
        theirs = (claim, *(rules[name] for name in ("learner", "setting", "norm", "comparator")), sorted(rules["dropped"]))
        return mine == theirs and rules["dimension"] in (None, self.value.dimension)

    def test(self, name: str, claim: str, file: str) -> str:
        """A test file for pytest that judges `file`, beside it."""
        values = self.value.M, self.value.lhs, self.value.rhs
        imports, learner = "from proofs.counterexample import judge, read", ""
        if self.source:
            imports, learner = f"{imports}\nfrom proofs.system.files import object_in", f", object_in({self.source!r})"
        what = {"file": file, "learner": learner, "text": self.value.conjecture, "values": values}
        return (_TEST + _RUN).format(name=name, claim=_in_docstring(claim), imports=imports, **what)


@dataclass(frozen=True)
class FoundInstance:
    """An instance of a property, without one of its hypotheses if `without` names one."""

    id: str
    without: str
    value: Instance

    @property
    def shows(self) -> Hashable:
        return self.id, self.without, self.dumps()

    @property
    def figures(self) -> dict[str, Any]:
        values = {kind: named for kind, named in self.value.to_json().items() if isinstance(named, dict)}
        line = ", ".join(f"{name} = {_short(value)}" for named in values.values() for name, value in named.items())
        where = line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
        return {"where": where, "horizon": self.value.shape[0], "d": self.value.shape[1]}

    def dumps(self) -> str:
        from proofs.theorems.lookup import claim
        from proofs.theorems.witnesses import models

        return models.dumps(claim(self.id), self.without, self.value)

    def fault(self) -> str:
        from proofs.theorems.lookup import claim
        from proofs.theorems.witnesses import models

        verdict = models.judge(claim(self.id), self.without, self.value)
        return "" if verdict.valid else verdict.reasons[0]

    def answers(self, claim: str, rules: Mapping[str, Any]) -> bool:
        fits = (rules.get("property"), rules.get("without")) == (self.id, self.without)
        return fits and rules["shape"] in (None, list(self.value.shape))

    def test(self, name: str, claim: str, file: str) -> str:
        what = self.id, self.without
        return (_TEST + _INSTANCE).format(name=name, claim=_in_docstring(claim), imports=_JUDGES_OF_INSTANCES, file=file, what=what)


def _in_docstring(text: str) -> str:
    """A claim that cannot end the docstring in which it stands."""
    return visible(text).replace("\\", "/").replace('"', "'")


Finding: TypeAlias = "FoundRun | FoundInstance"  # each answers the same questions


def read(data: Any) -> Finding:
    """The finding in a file's JSON data, read strictly but not judged yet. Raises InputError."""
    is_instance = isinstance(data, Mapping) and data.get("format") == instances.FORMAT
    if is_instance:
        return FoundInstance(*instances.read(data))
    record = data.get("learner") if isinstance(data, Mapping) else None
    source = str(record["file"]) if isinstance(record, Mapping) and record.get("object") is True and "file" in record else ""
    return FoundRun(from_json(data, learner_in(source) if source else None), source)


@lru_cache(1000)
def loads(text: str) -> Finding:
    """The finding in a file's text."""
    return read(json.loads(text))


def words(figures: Mapping[str, Any]) -> str:
    """The figures of a finding in a line."""
    shown = "where {where}" if "where" in figures else "M = {M}, {lhs} against {rhs}"
    return f"{shown.format(**figures)} ({size(figures)})"


def size(figures: Mapping[str, Any]) -> str:
    """How large it is: what shrinking makes smaller."""
    return ("horizon {horizon}, d = {d}" if "where" in figures else "T = {T}, d = {d}").format(**figures)


def _short(value: Any) -> str:
    """An exact number of a file, or a list of them."""
    match value:
        case list():
            return f"({', '.join(map(_short, value))})"
        case {"root": number}:
            return f"√{number}"
        case {"sum": parts}:
            return " + ".join(f"{c}√{n}" for c, n in parts)
    return str(value)


EXPECTED = ("survives", "falls")
MAX_ENTRIES = 100_000
MAX_BUDGET = 1e9  # seconds
_OPTIONS = ("setting", "norm", "comparator", "radius")
_MORE = ("flips", "coordinates", "passes", "shuffled")
_KEYS = ("conjecture", "theorem", "name", "expected", "budget", "learner", *_OPTIONS, "dim", "drop", "shapes", "several", *_MORE)
MAX_SEVERAL = 20
LOOKS = 100  # draws by which the shapes of a property are known
_NAME = re.compile(r"\w(?:[\w .+()=-]{0,98}[\w+()=-])?")


@dataclass(frozen=True)
class Draws:
    """An attack on a property: instances are drawn as its page says, in place of runs of a game.

    id         the property
    without    the hypothesis that is dropped, or "as printed"; empty for the property itself
    shape      the only horizon and dimension that count; None for all
    """

    id: str
    without: str = ""
    shape: Shape | None = None

    @property
    def whole(self) -> Property:
        """The property with every hypothesis. Raises InputError if the catalogue has none of this id."""
        from proofs.theorems import catalogue

        if (property_ := catalogue.property_(self.id)) is None:
            raise InputError(f"the catalogue has no property {self.id!r:.60}")
        return property_

    @property
    def item(self) -> Property:
        """The attacked property. Raises InputError, also if the property has no such hypothesis."""
        return self.whole.without(self.without) if self.without else self.whole


@dataclass(frozen=True)
class LearnerGame(Game):
    """A game of a learner object.

    source    FILE.py:NAME, with the whole path of the file, which is run by every process that works on the entry
    digest    SHA-256 of the file: what was found of its code is not said of another's
    names     the numbers of the learner, which a conjecture may call by name
    """

    source: str = ""
    digest: str = ""
    names: tuple[str, ...] = ()

    @property
    def plain(self) -> Game:
        """The game without the learner."""
        return Game(**{field.name: getattr(self, field.name) for field in fields(Game)})


class OtherLearner(InputError):
    """The file of a learner object is not there, or not as it was when its campaign began."""


def digest_of(source: str) -> str:
    """The SHA-256 of the file in FILE.py:NAME. Raises OtherLearner if it cannot be read."""
    file = source.rpartition(":")[0]
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise OtherLearner(f"the learner's file {file}: {why}; put it back, or start a new campaign") from None


@lru_cache(100)
def learner_in(source: str) -> CustomLearner:
    """The learner object that FILE.py:NAME names. Raises InputError."""
    try:
        rule = CustomLearner(object_in(source))
    except Faulty as fault:
        raise InputError(str(fault)) from fault
    rule.record["file"] = source  # a finding says where its learner is
    return rule


Rules: TypeAlias = Game | Draws


@dataclass(frozen=True)
class Entry:
    """A conjecture with the rules of its attack.

    name        unique in a campaign
    text        the conjecture
    game        the rules: of a game whose runs are played, or of a property's instances
    theorem     the id, if it comes from a theorem
    expected    "survives", "falls" or None
    budget      its own budget in seconds, or None
    shapes      whether the search may use the known extremal families
    where       the place of the entry, for messages
    """

    name: str
    text: str
    game: Rules
    theorem: str | None = None
    expected: str | None = None
    budget: float | None = None
    shapes: bool = True
    where: str = ""


def from_file(path: str | Path) -> list[Entry]:
    """The entries of a conjecture file. Raises InputError, which names the file and the line, and OSError."""
    refuse_device(path)
    entries: list[Entry] = []
    for number, line in enumerate(map(str.strip, read_text(path).split("\n")), 1):
        if line and not line.startswith("#"):
            entries += _place(line, f"line {number}", f"{path}, line {number}")
        if len(entries) > MAX_ENTRIES:
            raise InputError(f"{path}, line {number}: more than {MAX_ENTRIES} entries")
    if not entries:
        raise InputError(f"{path}: the file has no conjecture")
    return entries


def from_python(items: Iterable[object]) -> list[Entry]:
    """The entries for conjectures, ids, dictionaries with the keys above, or entries. Raises InputError, which names the item."""
    return [entry for number, item in enumerate(items, 1) for entry in _place(item, f"conjecture {number}", f"conjecture {number}")]


def _place(item: object, name: str, where: str) -> list[Entry]:
    """The entries of an item. Raises InputError, which names the place."""
    try:
        if isinstance(item, str) and item.startswith("{"):
            item = parse_json(item, "JSON", floats=True)
        return [replace(item, where=where)] if isinstance(item, Entry) else entries_of(item, name, where)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def from_catalogue(others: Iterable[Entry] = ()) -> list[Entry]:
    """An entry for every theorem of the catalogue in each of its games, and for every property; all are expected to survive.

    Two theorems may make the same claim about runs. An attack that occurs twice, or is one of `others`, is left out.
    """
    from proofs.theorems import catalogue

    present = {_key(entry) for entry in others}
    by_attack: dict[object, Entry] = {}
    for theorem in catalogue.THEOREMS:
        for entry in entries_of(theorem.id, theorem.id, f"theorem {theorem.id}"):
            if _key(entry) not in present:
                by_attack.setdefault(_key(entry), replace(entry, expected="survives"))
    return list(by_attack.values())


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """The entries. Raises InputError, which names both places, if two have the same name or are the same attack."""
    names: dict[str, Entry] = {}
    attacks: dict[object, Entry] = {}
    for entry in entries:
        first = names.setdefault(entry.name.casefold(), entry)
        if first is not entry:
            raise InputError(f"{entry.where}: the name {entry.name!r} is taken already ({first.where})")
        first = attacks.setdefault(_key(entry), entry)
        if first is not entry:
            raise InputError(f"{entry.where}: the same conjecture by the same rules as {first.name!r} ({first.where})")
    return list(names.values())


def entries_of(item: object, name: str, where: str) -> list[Entry]:
    """The entries of one item; several if a theorem makes its claim in several games, or a property bounds runs as well. `name` is for an
    item without a name."""
    if isinstance(item, str):
        item = {"theorem" if _looks_like_an_id(item) else "conjecture": item}
    if not isinstance(item, Mapping):
        raise InputError(f"an entry is a conjecture, the id of a theorem or an object, not {type(item).__name__}")
    for key in item:
        if key not in _KEYS:
            raise InputError(f"unknown key {key!a:.60}; known: {', '.join(_KEYS)}")
    if ("conjecture" in item) == ("theorem" in item):
        raise InputError("an entry needs either 'conjecture' or 'theorem'")
    subject = item.get("conjecture", item.get("theorem"))
    if not isinstance(subject, str):
        raise InputError(f"'conjecture' and 'theorem' are text, not {subject!a:.60}")
    theorem = subject.strip() if "theorem" in item else None
    called = item.get("name", name if theorem is None or set(item) - {"theorem"} else theorem)
    if not isinstance(called, str) or not _NAME.fullmatch(called):
        raise InputError(f"a name is 1 to 100 letters, digits, blanks and . _ + - = ( ), not {called!a:.120}")
    expected, shapes = item.get("expected"), item.get("shapes", True)
    if "expected" in item and expected not in EXPECTED:
        raise InputError(f"'expected' is {' or '.join(map(repr, EXPECTED))}, not {expected!a:.60}")
    if not isinstance(shapes, bool):
        raise InputError(f"'shapes' is true or false, not {shapes!a:.60}")
    rest = (theorem, expected, seconds(item["budget"]) if "budget" in item else None, shapes, where)
    plain = [Entry(called, text, how, *rest) for text, how in _attacks(subject, theorem, item)]
    named = [replace(entry, name=entry.name if i == 1 else f"{entry.name} ({i})") for i, entry in enumerate(plain, 1)]
    return [narrower for entry in named for narrower in _kinds(entry, item)]


def _kinds(entry: Entry, item: Mapping[str, Any]) -> Iterator[Entry]:
    """The entry, and after it the same by narrower rules if the user wants several counterexamples: in a given dimension, or without the
    known families; of a property, with a given horizon and dimension. Nothing is expected of these."""
    count = item.get("several", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_SEVERAL:
        raise InputError(f"'several' is a whole number from 1 to {MAX_SEVERAL}, not {count!a:.60}")
    yield entry
    if count > 1:
        from proofs.falsify.pipeline import ways

        if isinstance(entry.game, Draws):
            yield from _shapes_of(entry, entry.game, count - 1)
            return
        tried = dict.fromkeys(way for way in ways(entry.game, count) if way != (entry.game, True))
        for game, shapes in islice(tried, count - 1):
            kind = "no families" if game == entry.game else f"d = {game.dimension}"
            yield replace(entry, name=f"{entry.name} ({kind})", game=game, shapes=shapes and entry.shapes, expected=None)


def _shapes_of(entry: Entry, draws: Draws, count: int) -> Iterator[Entry]:
    """The entry for each of the horizons and dimensions that the property's instances have, the commonest first."""
    from proofs.verify.checks.nearness import BYTES

    chance = random.Random(0)
    shapes = Counter(draws.item.draw(Draw(chance.randbytes(BYTES))).shape for _ in range(LOOKS)).most_common(count)
    for shape, _ in shapes if len(shapes) > 1 else ():
        kind = f"horizon {shape[0]}, d = {shape[1]}"
        yield replace(entry, name=f"{entry.name} ({kind})", game=replace(draws, shape=shape), expected=None)


def _attacks(text: str, theorem: str | None, item: Mapping[str, Any]) -> list[tuple[str, Rules]]:
    """The attacks of an entry: runs of a game, or instances of a property. A property that bounds runs is attacked in both ways."""
    if theorem is None:
        own = frozenset(rule.names) if (rule := _own(item)) else frozenset[str]()
        return [(comparison.text, _game(None, item)) for comparison in claims(text, own)]
    from proofs.theorems import catalogue, lookup

    lookup.refuse_unattacked(theorem)
    if (attacked := catalogue.property_(theorem)) is None:
        return [(comparison.text, _game(game, item)) for comparison, game in catalogue.page(theorem).statement.attacks]
    of_games = [key for key in ("learner", "dim", "shapes", *_OPTIONS, *_MORE) if key in item]
    on_runs: list[tuple[str, Rules]] = (
        [(attacked.reach.bound, _game(attacked.reach.game, item))] if attacked.reach and attacked.played and not item.get("drop") else []
    )
    if of_games and not on_runs:
        raise InputError(f"{theorem} is attacked on instances and not on runs, so {of_games[0]!r} does not apply to it")
    return on_runs if of_games else [_draw(attacked, item), *on_runs]


def _draw(found: Property, item: Mapping[str, Any]) -> tuple[str, Draws]:
    dropped = [found.spelt(name) for name in _drop(item)]
    if len(dropped) > 1:
        raise InputError(f"{found.id} is attacked on instances: drop one hypothesis at a time, since a file names only one")
    without = dropped[0] if dropped else ""
    return found.claim_without(without), Draws(found.id, without)


def _game(game: Game | None, item: Mapping[str, Any]) -> Game:
    """The theorem's game, or the default game, with the item's changes."""
    changes = {key: item[key] for key in (*_OPTIONS, *_MORE) if key in item}
    if not isinstance(listed := changes.get("coordinates", []), (list, tuple)):
        raise InputError(f"'coordinates' is a list of numbers, not {listed!a:.60}")
    if listed:
        changes |= {"coordinates": tuple(exact(value, "coordinates") for value in listed), "norm": changes.get("norm", "any")}
    changes |= {"dimension": item["dim"]} if "dim" in item else {}
    rule = _own(item)
    changes |= learner_rules(item["learner"]) if "learner" in item and rule is None else {}
    own = frozenset[str]() if rule is None else rule.names
    names = frozenset[str]().union(*(one.names for one in claims(item["conjecture"], own))) - own if game is None else frozenset[str]()
    rules = default_game(names, **changes) if game is None else replace(game, **changes)
    for name in _drop(item):
        rules = rules.drop(rules.spelt(name))
    if rule is not None:
        plain = {field.name: getattr(rules, field.name) for field in fields(Game)}
        rules = rules_for(LearnerGame(**plain, source=rule.record["file"], digest=digest_of(rule.record["file"]), names=tuple(sorted(own))))
    rules.refuse_indefinite()
    return rules


def _own(item: Mapping[str, Any]) -> CustomLearner | None:
    """The learner object of an item, if it names one. Raises InputError."""
    file, colon, name = str(item.get("learner", "")).rpartition(":")
    if not isinstance(item.get("learner"), str) or not colon or not file.endswith(".py"):
        return None
    return learner_in(f"{Path(file).absolute()}:{name}")


def _drop(item: Mapping[str, Any]) -> Sequence[str]:
    drop = item.get("drop", [])
    if not isinstance(drop, (list, tuple)) or not all(isinstance(name, str) for name in drop):
        raise InputError("'drop' is a list of names of hypotheses")
    return drop


def seconds(value: object) -> float:
    """A budget in seconds. Raises InputError unless it is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MAX_BUDGET or math.isnan(value):
        raise InputError(f"the budget must be a number of seconds above 0 and at most {MAX_BUDGET:g}, not {value!a:.60}")
    return float(value)


def _looks_like_an_id(text: str) -> bool:
    return not set(text) & set("<>=") and text.strip().replace("-", "").isalnum()


def _key(entry: Entry) -> object:
    return entry.text, entry.game, entry.shapes


# --- rules as JSON data, for the store and for workers


def rules_to_data(rules: Rules) -> dict[str, Any]:
    """The rules of an attack field by field, with fractions as text."""
    if isinstance(rules, Draws):
        return {"property": rules.id, "without": rules.without, "shape": None if rules.shape is None else list(rules.shape)}
    plain = {"eps": str(rules.eps), "dropped": sorted(rules.dropped), "coordinates": list(map(str, rules.coordinates))}
    return {field.name: getattr(rules, field.name) for field in fields(rules)} | plain


def rules_from_data(data: Mapping[str, Any]) -> Rules:
    """The rules with these fields. Raises InputError."""
    known = {"property", "without", "shape"} if "property" in data else {field.name for field in fields(LearnerGame)}
    if unknown := sorted(set(data) - known):
        raise InputError(f"unknown rule {unknown[0]!r:.60}")
    try:
        if "property" in data:
            shape = None if data["shape"] is None else (int(data["shape"][0]), int(data["shape"][1]))
            return Draws(str(data["property"]), str(data["without"]), shape)
        numbers = tuple(exact(value, "coordinates") for value in data.get("coordinates", ()))
        read = {"eps": exact(data["eps"], "eps"), "dropped": frozenset(data["dropped"]), "coordinates": numbers}
        if "source" in data:
            read |= {name: str(data[name]) for name in ("source", "digest")} | {"names": tuple(map(str, data["names"]))}
            if digest_of(str(data["source"])) != data["digest"]:
                file = str(data["source"]).rpartition(":")[0]
                raise OtherLearner(f"the learner's file {file} has changed since the campaign began; put it back, or start a new campaign")
            return LearnerGame(**dict(data) | read)
        return Game(**dict(data) | read)
    except OtherLearner:
        raise
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"not the rules of an attack: {error!s:.100}") from None


def learner_rules(value: object) -> dict[str, Any]:
    """The fields of a Game for a learner: {"name": "margin", "eps": "1/4"}, as counterexample files write it, or its name alone."""
    if callable(value) or hasattr(value, "wants_update"):
        raise InputError("a learner object is kept by its file in a campaign's store: give FILE.py:NAME, or falsify(…, learner=…)")
    record: object = {"name": value} if isinstance(value, str) else value
    if not isinstance(record, Mapping) or not isinstance(name := record.get("name"), str) or name not in LEARNERS:
        raise InputError(f'learner must be like {{"name": "margin", "eps": "1/2"}} with one of {", ".join(LEARNERS)}, not {value!a:.60}')
    if unknown := sorted(set(record) - {"name"} - LEARNERS[name].options):
        raise InputError(f"learner: {name} has no {unknown[0]!a:.60}")
    if not isinstance(record.get("ties", ""), (str, int)):
        raise InputError(f"learner: ties must be 'mistake', 1 or -1, not {record['ties']!a:.60}")
    try:
        return {"learner": name} | LEARNERS[name].parse_options(record)
    except InputError as error:
        raise InputError(f"learner: {error}") from None


def call(name: str) -> str:
    """The name of a conjecture as it is printed: as a campaign gives it, or in quotation marks if a store has another."""
    return name if _NAME.fullmatch(name) else quote(name)


def as_unicode(text: str, data: Mapping[str, Any]) -> str:
    """A claim by these rules as it is read: a property's is a sentence already."""
    return text if "property" in data else parse(text, data.get("names", ()), conditions=True).unicode()


def as_html(text: str, data: Mapping[str, Any]) -> str:
    """A claim by these rules as HTML, for a notebook."""
    return escape(text) if "property" in data else f"${parse(text, data.get('names', ()), conditions=True).latex()}$"


def trials(data: Mapping[str, Any]) -> str:
    """The kind of trials that an attack by these rules makes."""
    return "instances" if "property" in data else "runs"


def count(number: int, data: Mapping[str, Any]) -> str:
    """A number of runs, or instances, in words."""
    return f"{number:,} {trials(data).removesuffix('s') if number == 1 else trials(data)}"
