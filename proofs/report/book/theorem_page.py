"""The page of a theorem or lemma: statement, verdict, proof, hypotheses, tightness, misprints, and its citations in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from importlib.metadata import version
from pathlib import Path

from proofs.counterexample import Counterexample, judge
from proofs.derive.sympy.derivation import work_out
from proofs.derive.typesetting.writers import tex_text
from proofs.report import fill_template
from proofs.report.book import markup
from proofs.report.book.contents import FAMILIES, Book, neighbours
from proofs.report.live.interactions import checker, judge_form
from proofs.report.pictures import plots
from proofs.report.pictures.plots import Picture
from proofs.report.pictures.tightness import as_run
from proofs.report.proofs import render
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import LinearProof, ProofLine
from proofs.report.proofs.theorem import misprint_lines, symbols
from proofs.report.proofs.worked import lines_beside
from proofs.report.tables import listing, verdicts
from proofs.statements.docstrings import PRINTED
from proofs.statements.instance import Instance
from proofs.statements.page import Lemma, Provable
from proofs.statements.property import Misprint, Property
from proofs.statements.statement import Fact
from proofs.theorems import misprints, witnesses
from proofs.theorems.sources import bibliography
from proofs.theorems.witnesses import TEACHES
from proofs.verify.checks.evidence import Evidence, evidence, lesson
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED
from proofs.verify.tightness import Witness, best
from proofs.verify.tightness import witnesses as extremal_runs

LONGEST = 40  # rounds of a run that somebody edits by hand
LONG = 100_000  # bytes of a proof on a page


def theorem_page(item: Provable, book: Book) -> str:
    """Markdown, with the formulas as MathML."""
    broken = [(name, stored) for name, stored in drop(item) if stored is not None]
    words = {fact.name: fact.words for fact in item.facts if fact.words != fact.name}
    families = reaching(item) if item.id in book.verdicts else []
    read = linear(item.id, book.built)
    proof, shortened = _proof(read)
    return fill_template(
        "book/theorem.md",
        md=markup,
        item=item,
        places=[f"{s.document}; {s.number}" for s in item.sources],
        room=book.family[item.id],
        family=FAMILIES[book.family[item.id]],
        stated=state(item, book),
        word=book.verdicts[item.id].status.capitalize() if item.id in book.verdicts else "Proved",
        day=day(item.id, book),
        verdict=[(name, markup.text(said)) for name, said in _rows(item.id, book)],
        proof=proof,
        shortened=shortened,
        checker=checker(item.id, book.built),
        found=find(item, book, read),
        broken=[(name, words.get(name, ""), render_item(item, name, stored)) for name, stored in broken],
        unbroken=[name for name, stored in drop(item) if stored is None],
        form=judge_item(item),
        tight=_tight(families),
        figure=_draw(item, book, families),
        runs=_runs(families),
        misprints=on_page(item),
        neighbours=neighbours(item.id, book),
        cite=cite(item, book),
    )


def cite(item: Provable, book: Book) -> str:
    """The address, which stays, an entry for BibTeX and the statement in LaTeX."""
    facts, given = render.part(item.facts, item.displayed)[0], [f.formula for f in item.facts]
    release = version("perceptron-proofs")
    bibtex = fill_template(
        "book/theorem.bib", item=item, title=tex_text(item.title), version=release, year=book.day_of(item.id).year, day=day(item.id, book)
    )
    hypotheses = [(tex_text(f.words), render.fact(f.formula, given, item.displayed).latex) for f in facts]
    latex = fill_template("book/theorem.tex", hypotheses=hypotheses, claim=render.claim(book.built[item.id].proof, item.displayed).latex)
    texts = {"Address": f"theorems/{item.id}.html", "BibTeX": bibtex.rstrip(), "The statement in LaTeX": latex.rstrip()}
    return fill_template("book/cite.html", texts=texts)


def find(item: Provable, book: Book, proof: LinearProof) -> str:
    """SymPy's way to the claim, with the lines of the proof that say the same; empty for a lemma."""
    if item.derivation is None:
        return ""
    worked = work_out(item.id, item.derivation)
    return worked.render({number: line.label for number, line in lines_beside(item.id, worked, book.built, proof.lines).items()})


def _proof(proof: LinearProof) -> tuple[str, bool]:
    """The proof in lines that unfold, and whether its deeper lines are left out."""
    whole = shown = proof.html()
    for levels in (4, 3, 2, 1):
        if len(shown) > LONG:
            shown = replace(proof, lines=tuple(_cut(line, levels) for line in proof.lines)).html()
    return shown, shown != whole


def _cut(line: ProofLine, levels: int) -> ProofLine:
    """A line with a number of levels, its own among them."""
    return replace(line, lines=tuple(_cut(below, levels - 1) for below in line.lines) if levels > 1 else ())


def state(item: Provable, book: Book) -> str:
    """The statement, and on demand what its symbols stand for."""
    proof = book.built[item.id].proof
    hypotheses, meanings, _ = render.part(item.facts, item.displayed)
    return fill_template(
        "book/stated.md",
        md=markup,
        item=item,
        claim=render.claim(proof, item.displayed).html,
        kernel=render.formula(book.built[item.id].theorem.conclusion, [f.formula for f in item.facts]).html,
        hypotheses=_facts(item, hypotheses),
        meanings=_facts(item, meanings),
        symbols=glossary(item, book),
        works=markup.text(works(item)),
    )


def works(item: Provable) -> str:
    """The texts behind the abbreviations of a theorem's sources; empty if it has none."""
    used = {s.document for s in item.sources}
    return "; ".join(f"{work.short} is {work.authors}, {work.title}" for work in bibliography() if work.short in used)


def claim(item: Provable, book: Book) -> str:
    """The statement alone: in words, the hypotheses, the claim."""
    hypotheses = _facts(item, render.part(item.facts, item.displayed)[0])
    claim = markup.formula(render.claim(book.built[item.id].proof, item.displayed))
    parts = [
        f"{markup.sentence(item.words)}\n" if item.words else "",
        f"If\n\n{markup.table(('', ''), hypotheses)}" if hypotheses else "",
        f"{'then' if hypotheses else 'It says:'} {claim}.\n",
    ]
    return "\n".join(filter(None, parts))


def glossary(item: Provable, book: Book) -> list[tuple[str, str]]:
    """Each symbol with its meaning."""
    return [(markup.text(name), markup.text(meaning)) for name, meaning in symbols(item, book.built[item.id].proof)]


def _facts(item: Provable, facts: list[Fact]) -> list[tuple[str, str]]:
    given = [f.formula for f in item.facts]
    return [(markup.text(f.words), markup.formula(render.fact(f.formula, given, item.displayed))) for f in facts]


def day(id: str, book: Book) -> str:
    """The day of a theorem's verdict, as people write it."""
    return long_date(book.day_of(id))


def long_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _kernel(id: str, book: Book) -> str:
    steps, below = len(book.built[id].proof.steps), book.rests_on(id)
    whole = steps + sum(len(book.built[other].proof.steps) for other in below)
    count = "1 theorem or lemma" if len(below) == 1 else f"{len(below)} theorems and lemmas"
    own = "its only step" if steps == 1 else f"its {steps} steps"
    return f"accepts {own}" + (f", and with the {count} that it rests on {whole} steps" if below else "")


def _rows(id: str, book: Book) -> list[tuple[str, str]]:
    """The card: what each judge says; of a lemma only that the kernel has replayed it."""
    if id not in book.verdicts:
        return [("kernel", _kernel(id, book))]
    v = book.verdicts[id]
    z3 = v.referees["z3"]
    second = "agrees at each step" if z3.ok else z3.reason or f"undecided at {len(z3.undecided)} steps"
    rows = [("kernel", _kernel(id, book)), ("Z3", second), ("attack", verdicts.attack_verdict(v))]
    rows += list(verdicts.uses(v))
    rows += [("tightness", str(v.tightness))]
    rows += [("hypotheses hold on", f"{v.example['by']}: {v.example['example']}")] if v.example else []
    rows += [("assumed", text) for text in v.assumes]
    return rows + [("fault", fault) for fault in v.faults]


def drop(item: Provable) -> Iterator[tuple[str, Evidence | None]]:
    """Each hypothesis with the counterexample to the theorem without it, which is judged once more; None where no valid one is stored."""
    for name in item.hypotheses:
        stored = evidence(item, name)
        yield name, None if stored is None or stored.reasons else stored


def render_item(item: Provable, what: str, stored: Evidence, alone: bool = False) -> str:
    """The smallest counterexample, and before it one that teaches more, if there is one; `alone`: then only that."""
    taught = lesson(item, what)
    smallest = _counterexample(item, what, stored.found, witnesses.path(item.id, what))
    if taught is None:
        return smallest
    text = f"{TEACHES[what]}\n\n{_counterexample(item, what, taught, witnesses.path(item.id, what, lesson=True))}"
    return text if alone else text + "\n" + markup.details("The smallest one", smallest)


def _counterexample(item: Provable, what: str, broken: Counterexample | Instance, file: Path) -> str:
    return instance(item, what, broken, file) if isinstance(broken, Instance) else run(broken, file)


def run(broken: Counterexample, file: Path | None) -> str:
    """A run as a table, and the bound that it breaks."""
    chosen = [f"u = {listing.point(broken.u)}" if broken.points is None else "", f"γ = {listing.real(broken.gamma)}"]
    chosen += [f"R = {listing.real(broken.radius)}"] if broken.radius is not None else []
    chosen += [f"the start {listing.point(broken.start)}"] if broken.start is not None else []
    listed = listing.rounds(broken)
    more = f"The first {listing.MOST} of {len(broken.rounds):,} rounds. " if len(broken.rounds) > listing.MOST else ""
    sides = " against ".join(judge(broken).sides).replace("-", "−")
    claim = markup.text(broken.comparison.unicode())
    end = f"{more}M = {broken.M}, and {claim} is false: {markup.text(sides)}."
    if (again := listing.circle(broken)) is not None and again[1] - again[0] > 1:
        first, second = again
        end += f" Before round {second} all is as it was before round {first}: the learner goes round in circles and never ends."
    return f"With {markup.text(', '.join(filter(None, chosen)))}:\n\n{markup.block(scrolling(listed.html))}\n{end}{check(file)}\n"


def instance(item: Provable | Misprint, what: str, values: Instance, file: Path) -> str:
    """The values of an instance, and the claim that is false there."""
    claim = item.without(what).claim if isinstance(item, Property) else item.claim
    tables = [markup.block(scrolling(listed.html)) for listed in listing.values(values) if listed is not None]
    if isinstance(item, Property) and item.followed is not None:
        chosen, listed = listing.follow(item.followed(values))
        tables = [f"With {chosen}:\n\n{markup.block(scrolling(listed.html))}", markup.details("The values of all names", "\n".join(tables))]
    own = item.displayed if isinstance(item, Property) and claim == item.claim else None
    said = markup.formula(render.formula(claim, [f.formula for f in item.facts], own)) if claim is not None else "the claim"
    return "\n".join(tables) + f"\nAll other facts hold here, and {said} does not.{check(file)}\n"


def check(file: Path | None) -> str:
    """How to have a stored file judged once more."""
    return "" if file is None or not file.is_file() else f" `perceptron-proofs check {witnesses.name(file)}` judges it."


def scrolling(html: str) -> str:
    """A table that scrolls by itself where it is wider than the page."""
    return f'<div class="scrolling" tabindex="0" role="group" aria-label="table">{html}</div>'


MOST = 60  # updates of a run that is drawn
WORDS = {ATTAINED: "The bound is attained.", ASYMPTOTIC: "No run attains the bound, but the ratio tends to 1."}


def reaching(item: Provable) -> list[Witness]:
    """The families of runs that come near the bound; none for what bounds no run."""
    return [] if isinstance(item, Lemma) or item.reach is None else list(extremal_runs(item))


def _tight(families: list[Witness]) -> str:
    """How near they come, in a sentence or two."""
    if (top := best(families)) is None:
        return ""
    word = WORDS.get(top.status, f"There is a gap: the nearest run that is known reaches {top.best.decimal} of the bound.")
    return f"{word} {markup.sentence(top.limit)}" if top.status == ASYMPTOTIC and top.limit else word


def _draw(item: Provable, book: Book, families: list[Witness]) -> str:
    """A figure of the nearest run that is short enough."""
    drawn = nearest(families)
    return "" if drawn is None else markup.figure(book.figures, f"{item.id}-tight", *drawn)


def nearest(families: list[Witness]) -> tuple[Picture, str] | None:
    """The longest of the short runs, of the nearest family that has one, drawn; and its kind."""
    order = sorted(families, key=lambda w: w.best.decimal, reverse=True)
    for w in order:
        fitting = [run for run in w.runs if 2 <= run.M <= MOST and not run.fault]
        if fitting:
            chosen = max(fitting, key=lambda run: run.M)
            caption = f"{markup.capital(w.family.words)}, at {w.family.parameter} = {chosen.parameter}: M = {chosen.M}."
            return plots.picture(as_run(chosen)), caption
    return None


def _runs(families: list[Witness]) -> list[tuple[str, ...]]:
    runs = [(w, run) for w in families for run in w.runs if not run.fault]
    parameter = "{} = {}".format
    return [
        (
            markup.text(w.family.words),
            parameter(markup.text(w.family.parameter), run.parameter),
            f"{run.M:,}",
            markup.text(run.bound),
            "attained" if run.is_attained else run.decimal,
        )
        for w, run in runs
    ]


def on_page(item: Provable) -> str:
    """Remarks on the sources: the theorem as it is printed, if that is false, and false sentences around it with their refutations."""
    stored = evidence(item, PRINTED) if item.printed_form else None
    return fill_template(
        "book/misprints.md",
        md=markup,
        item=item,
        lines=misprint_lines(item),
        broken="" if stored is None else render_item(item, PRINTED, stored),
        others=[(m, instance(m, PRINTED, misprints.load(m), misprints.path(m))) for m in misprints.on_page(item.id)],
    )


def judge_item(item: Provable) -> str:
    """A form that starts from a stored counterexample, best that to the theorem without separability; empty if there is none."""
    for name in sorted((*item.hypotheses, PRINTED), key=lambda name: name != "separable"):
        kept = evidence(item, name)
        counterexample = None if kept is None or kept.reasons else kept.found
        counterexample = lesson(item, name) or counterexample
        if isinstance(counterexample, Counterexample) and len(counterexample.rounds) <= LONGEST:
            return markup.block(judge_form(counterexample))
    return ""
