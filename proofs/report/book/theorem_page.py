"""The page of a theorem or lemma: statement, verdict, proof, hypotheses, tightness, misprints, and what it is joined to."""

from __future__ import annotations

import html
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from proofs.counterexample import Counterexample, judge
from proofs.derive.typesetting.writers import tex_text
from proofs.report.book import markup
from proofs.report.book.contents import FAMILIES, Book, neighbours
from proofs.report.live.interactions import checker, judge_form
from proofs.report.pictures import plots
from proofs.report.pictures.plots import Picture
from proofs.report.pictures.tightness import as_run
from proofs.report.proofs import render
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import ProofLine
from proofs.report.proofs.theorem import misprint_lines, symbols
from proofs.report.tables import listing, verdicts
from proofs.statements.instance import Instance
from proofs.statements.property import Misprint, Property
from proofs.statements.provable import PRINTED, Provable
from proofs.statements.statement import Fact, Reach
from proofs.theorems import misprints, witnesses
from proofs.theorems.witnesses import TEACHES
from proofs.verify.checks.evidence import Evidence, evidence, lesson
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED, NOT_APPLICABLE
from proofs.verify.tightness import JudgedRun, Witness, best
from proofs.verify.tightness import witnesses as extremal_runs

LONGEST = 40  # rounds of a run that somebody edits by hand
LONG = 100_000  # bytes of a proof on a page


def theorem_page(item: Provable, book: Book) -> str:
    """Markdown, with the formulas as MathML."""
    sections = [
        ("", _head(item, book)),
        ("", stated(item, book)),
        ("", card(item, book)),
        ("Proof", _proof(item, book)),
        ("Let the kernel replay it", markup.block(checker(item.id, book.built))),
        ("How SymPy finds it", _derivation(item)),
        ("What each hypothesis is for", needed(item)),
        ("Judge a run of your own", judged(item)),
        ("How tight it is", tight(item, book)),
        ("What the sources print otherwise", on_page(item)),
        ("What it rests on, and what rests on it", neighbours(item.id, book)),
        ("To cite it", cited(item, book)),
    ]
    return "\n".join(f"## {head}\n\n{body}" if head else body for head, body in sections if body)


def cited(item: Provable, book: Book) -> str:
    """The address, which stays, an entry for BibTeX and the statement in LaTeX; a page with scripts has a button that copies each."""
    facts, given = render.parted(item.facts, item.displayed)[0], [f.formula for f in item.facts]
    rows = "".join(f"  \\item {tex_text(f.words)}: ${render.fact(f.formula, given, item.displayed).latex}$\n" for f in facts)
    hypotheses = f"If\n\\begin{{itemize}}\n{rows}\\end{{itemize}}\nthen " if rows else ""
    latex = f"{hypotheses}${render.claim(book.built[item.id].proof, item.displayed).latex}$."
    bibtex = "\n".join([
        f"@misc{{perceptron-proofs:{item.id},",
        "  author = {{The Perceptron proof companion authors}},",
        f"  title = {{{tex_text(item.title)}}},",
        f"  howpublished = {{Perceptron proof companion {version('perceptron-proofs')}, \\texttt{{theorems/{item.id}.html}}}},",
        f"  year = {{{book.day.year}}},",
        f"  note = {{Replayed by its kernel on {day(book)}}},",
        "}",
    ])  # fmt: skip
    texts = (("Address", f"theorems/{item.id}.html"), ("BibTeX", bibtex), ("The statement in LaTeX", latex))
    boxes = "".join(f"<p>{name}</p><pre data-copied>{html.escape(text)}</pre>" for name, text in texts)
    return markup.block(f'<details class="more"><summary>Address, BibTeX, LaTeX</summary>{boxes}</details>')


def _head(item: Provable, book: Book) -> str:
    """Title, id and family, and the entries in the index: the id, and the places in the sources."""
    family = book.family[item.id]
    places = [item.id, *(f"{s.document}; {s.number}" for s in item.sources)]
    entries = "".join(f"```{{index}} single: {place}\n```\n" for place in places)
    return f"{entries}\n({item.id})=\n# {markup.text(item.heading)}\n\n`{item.id}` · [{FAMILIES[family]}](/families/{family}.md)\n"


def _proof(item: Provable, book: Book) -> str:
    """In lines that unfold."""
    proof = linear(item.id, book.built)
    shown, levels = proof.html(), 0
    for levels in (4, 3, 2, 1) if len(shown) > LONG else ():
        shown = replace(proof, lines=tuple(_cut(line, levels) for line in proof.lines)).html()
        if len(shown) <= LONG:
            break
    note = f"Deeper lines are left out here; `perceptron-proofs show {item.id} --linear --depth 9` prints them.\n" if levels else ""
    return markup.block(shown) + note


def _cut(line: ProofLine, levels: int) -> ProofLine:
    """A line with so many levels, its own among them."""
    return replace(line, lines=tuple(_cut(below, levels - 1) for below in line.lines) if levels > 1 else ())


def _derivation(item: Provable) -> str:
    return "" if item.derivation is None else markup.block(item.derivation()._repr_html_())


def stated(item: Provable, book: Book) -> str:
    """The statement, and on demand what its symbols stand for."""
    names, meanings = glossary(item, book), render.parted(item.facts, item.displayed)[1]
    parts = [
        *_claimed_twice(item, book),
        _sources(item),
        markup.details("What the symbols stand for", markup.table(("symbol", "stands for"), names)) if names else "",
        markup.details("What is meant by them", _facts(item, meanings)) if meanings else "",
    ]
    return "\n".join(filter(None, parts))


def _claimed_twice(item: Provable, book: Book) -> list[str]:
    """The claim in words and as a display; then as the kernel reads it: from which hypotheses, and multiplied out."""
    proof, given = book.built[item.id].proof, [f.formula for f in item.facts]
    hypotheses = render.parted(item.facts, item.displayed)[0]
    shown = render.claim(proof, item.displayed).html
    kernel = next(render.formula(s.claim, given).html for s in proof.steps if s.name == proof.conclusion)
    conditions = f"if\n\n{_facts(item, hypotheses)}" if hypotheses else ""
    if kernel == shown:
        rest = f"It holds {conditions}" if conditions else ""
    else:
        then = f"{conditions}\nthen " if conditions else ""
        rest = f"**As the kernel reads it:** {then}{markup.inline(kernel)}.\n"
    words = f"{markup.sentence(item.words)}\n" if item.words else ""
    return [words, markup.block(f'<div class="math">{shown.replace("<math>", DISPLAY, 1)}</div>'), rest]


def claimed(item: Provable, book: Book) -> str:
    """The statement alone: in words, the hypotheses, the claim."""
    hypotheses = render.parted(item.facts, item.displayed)[0]
    claim = markup.formula(render.claim(book.built[item.id].proof, item.displayed))
    parts = [
        f"{markup.sentence(item.words)}\n" if item.words else "",
        "If\n\n" + _facts(item, hypotheses) if hypotheses else "",
        f"{'then' if hypotheses else 'It says:'} {claim}.\n",
    ]
    return "\n".join(filter(None, parts))


def glossary(item: Provable, book: Book) -> list[tuple[str, str]]:
    """Each symbol with what it stands for."""
    return [(markup.text(name), markup.text(meaning)) for name, meaning in symbols(item, book.built[item.id].proof)]


def _facts(item: Provable, facts: list[Fact]) -> str:
    given = [f.formula for f in item.facts]
    rows = [(markup.text(f.words), markup.formula(render.fact(f.formula, given, item.displayed))) for f in facts]
    return markup.table(("", ""), rows)


def _sources(item: Provable) -> str:
    places = [
        f"[{markup.text(str(s))}](/sources/{s.document.lower()}.md){f' ({markup.text(s.remark)})' if s.remark else ''}"
        for s in item.sources
    ]
    return f"Sources: {' · '.join(places)}\n" if places else ""


def card(item: Provable, book: Book) -> str:
    """A short table; of a lemma only that the kernel has replayed it."""
    rows = [("kernel", _kernel(item.id, book)), *(_rows(item.id, book) if item.id in book.verdicts else [])]
    listed = markup.table(("", ""), [(name, markup.text(words)) for name, words in rows])
    return f":::{{container}} verdict\n**{_word(item.id, book)}** on {day(book)}.\n\n{listed}\n:::\n"


def day(book: Book) -> str:
    """The day of the verdicts, as people write it."""
    return f"{book.day.day} {book.day:%B %Y}"


def _word(id: str, book: Book) -> str:
    return book.verdicts[id].status.capitalize() if id in book.verdicts else "Proved"


def _kernel(id: str, book: Book) -> str:
    steps, below = len(book.built[id].proof.steps), book.rests_on(id)
    whole = steps + sum(len(book.built[other].proof.steps) for other in below)
    count = "1 theorem or lemma" if len(below) == 1 else f"{len(below)} theorems and lemmas"
    own = "its only step" if steps == 1 else f"its {steps} steps"
    return f"accepts {own}" + (f", and with the {count} that it rests on {whole} steps" if below else "")


def _rows(id: str, book: Book) -> list[tuple[str, str]]:
    v = book.verdicts[id]
    z3 = v.referees["z3"]
    second = "agrees at each step" if z3.ok else z3.reason or f"undecided at {len(z3.undecided)} steps"
    rows = [("Z3", second), ("attack", verdicts.attacked(v))]
    rows += list(verdicts.uses(v))
    rows += [("tightness", verdicts.tight(v))] if v.tightness.status != NOT_APPLICABLE else []
    rows += [("hypotheses hold on", f"{v.example['by']}: {v.example['example']}")] if v.example else []
    rows += [("assumed", text) for text in v.assumes]
    return rows + [("fault", fault) for fault in v.faults]


def needed(item: Provable) -> str:
    """A section for each hypothesis with a counterexample, which is judged once more; the others in a line."""
    facts = {fact.name: fact for fact in item.facts}
    parts, without = [], []
    for name in item.hypotheses:
        stored = evidence(item, name)
        if stored is None or stored.reasons:
            without.append(name)
            continue
        words = f": {markup.text(facts[name].words)}" if name in facts and facts[name].words != name else ""
        parts.append(f"### Without “{markup.text(name)}”\n\nDropped is *{markup.text(name)}*{words}.\n\n{shown(item, name, stored)}")
    if without:
        parts.append(f"No counterexample is stored for: {markup.text(', '.join(without))}.\n")
    return "\n".join(parts)


def shown(item: Provable, what: str, stored: Evidence, alone: bool = False) -> str:
    """The smallest counterexample, and before it one that teaches more, if there is one; `alone`: then only that."""
    taught = lesson(item, what)
    smallest = _counterexample(item, what, stored.found, witnesses.path(item.id, what))
    if taught is None:
        return smallest
    text = f"{TEACHES[what]}\n\n{_counterexample(item, what, taught, witnesses.lesson_path(item.id, what))}"
    return text if alone else text + "\n" + markup.details("The smallest one", smallest)


def _counterexample(item: Provable, what: str, broken: Counterexample | Instance, file: Path) -> str:
    return instance(item, what, broken, file) if isinstance(broken, Instance) else run(broken, file)


def run(broken: Counterexample, file: Path | None) -> str:
    """A run as a table, and what it breaks."""
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
        chosen, listed = listing.followed(item.followed(values))
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


DISPLAY = '<math display="block">'
MOST = 60  # updates of a run that is drawn
WORDS = {ATTAINED: "The bound is attained.", ASYMPTOTIC: "No run attains the bound, but the ratio tends to 1."}


def tight(item: Provable, book: Book) -> str:
    """A figure of the nearest run that is short enough, and a table of all."""
    if item.id not in book.verdicts or not isinstance(getattr(item, "reach", None), Reach):
        return ""
    families = list(extremal_runs(item))  # type: ignore[arg-type]  # it has a verdict, so it is one of the theorems
    top = best(families)
    if top is None:
        return ""
    word = WORDS.get(top.status, f"There is a gap: the nearest run that is known reaches {top.best.decimal} of the bound.")
    reason = f" {markup.sentence(top.limit)}" if top.status == ASYMPTOTIC and top.limit else ""
    return f"{word}{reason}\n\n{_drawn(item, book, families)}\n{_table(families)}"


def _drawn(item: Provable, book: Book, families: list[Witness]) -> str:
    shown = nearest(families)
    if shown is None:
        return ""
    picture, caption = shown
    return markup.figure(book.figures, f"{item.id}-tight", picture, caption)


def nearest(families: list[Witness]) -> tuple[Picture, str] | None:
    """The longest of the short runs, of the nearest family that has one, drawn; and what it is."""
    order = sorted(families, key=lambda w: w.best.decimal, reverse=True)
    for w in order:
        fitting = [run for run in w.runs if 2 <= run.M <= MOST and not run.fault]
        if fitting:
            chosen = max(fitting, key=lambda run: run.M)
            caption = f"{markup.capital(w.family.words)}, at {w.family.parameter} = {chosen.parameter}: M = {chosen.M}."
            return plots.picture(as_run(chosen)), caption
    return None


def _table(families: list[Witness]) -> str:
    rows = [
        (
            markup.text(w.family.words),
            f"{markup.text(w.family.parameter)} = {run.parameter}",
            f"{run.M:,}",
            markup.text(run.bound),
            _ratio(run),
        )
        for w in families
        for run in w.runs
        if not run.fault
    ]
    return markup.table(("runs", "parameter", "M", "bound", "ratio"), rows)


def _ratio(run: JudgedRun) -> str:
    return "attained" if run.attained else run.decimal


def on_page(item: Provable) -> str:
    """What is to be said of the sources; the theorem as it is printed, if that is false; false sentences around it with what shows it."""
    parts = [f"- {markup.text(line)}\n" for line in misprint_lines(item)]
    if item.printed_form and (stored := evidence(item, PRINTED)) is not None:
        parts.append(f"\n### As printed, false\n\n{markup.sentence(item.printed_form)}\n\n{shown(item, PRINTED, stored)}")
    for m in misprints.on_page(item.id):
        values = instance(m, PRINTED, misprints.load(m), misprints.path(m))
        head = f"\n({m.id})=\n### {markup.text(str(m.source))}\n\n{markup.text(m.source.remark)}\n\n"
        parts.append(head + markup.details("Where this is false", values))
    return "".join(parts)


def judged(item: Provable) -> str:
    """A form that starts from a stored counterexample, best that to the theorem without separability; empty if there is none."""
    for name in sorted((*item.hypotheses, PRINTED), key=lambda name: name != "separable"):
        kept = evidence(item, name)
        counterexample = None if kept is None or kept.reasons else kept.found
        counterexample = lesson(item, name) or counterexample
        if isinstance(counterexample, Counterexample) and len(counterexample.rounds) <= LONGEST:
            return markup.block(judge_form(counterexample))
    return ""
