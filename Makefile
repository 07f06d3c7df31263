# make        set up .venv and replay every proof          make test   set up and check what a change is likely to break
# make help   lists the rest. A setup is repeated only when pyproject.toml or constraints.txt changes.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
BASE ?= main
# Python for the pages of the book. The way in which they load it is experimental, so its version is pinned.
PYODIDE := 314.0.7
PYODIDE_SHA256 := 66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0

BIN := $(VENV)/bin
RUNTIME := build/pyodide-$(PYODIDE)
CHECK_SHA256 := import hashlib, sys; found = hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest(); \
  sys.exit(None if found == sys.argv[2] else "error: " + sys.argv[1] + " has the sha256 " + found + ", not " + sys.argv[2])
# Two plugins take long to load and are not wanted.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -p no:benchmark -p no:nbmake
SECOND_TIER := $(PYTEST) --hypothesis-profile=all -m 'nocover or more or hypothesis'
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Python compiles a module when it is imported, and keeps that, whatever the shell says: the tests start hundreds of processes.
# To compile all that is installed would take half a minute.
INSTALL := $(PIP) install --quiet --no-compile --constraint constraints.txt
# pip applies no constraint to an isolated build, so the pinned build backend is installed first and the build is not isolated.
SET_UP := $(INSTALL) hatchling && $(INSTALL) --no-build-isolation --editable
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := verify
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: verify announce test test-all rest exhaustive changed lint types kernel-optimised bench bench-ratio bench-falsifier notebooks chapters book book-test lecture-pack runtime notebook bench-decide bench-drawn bench-closed-forms bench-headline bench-exactness bounds peers solvers room tour picture claims coq-certificate dist docs constraints clean help

verify: announce $(VENV)/.core  ## replay every proof and print the verdicts (the default)
	@$(BIN)/perceptron-proofs verify

announce:
	@test -f $(VENV)/.core || echo 'make sets up $(VENV) (once: 1 minute, 360 MB); nothing is installed elsewhere.'
	@echo 'Then it replays the proof of every theorem and attacks its bound (2 minutes on two cores; half a minute when nothing has changed).'

test: lint types  ## ruff, mypy, and the tests of every room on what a change is likely to break (ten minutes)
	$(PYTEST) $(ARGS) tests

test-all: test kernel-optimised rest  ## `make test`, the kernel under -O, then the second tier (another 20 minutes)

rest: $(VENV)/.test  ## the second tier: benchmark suites, notebooks, pages in Chromium; mutants, cases and examples drawn by the commit
	$(SECOND_TIER) --one-in=10 $(ARGS) tests

exhaustive: $(VENV)/.test  ## the second tier without a draw: every case, every mutant (an hour; before a release)
	$(SECOND_TIER) $(ARGS) tests

changed: $(VENV)/.test  ## the tests of the rooms at and above the files that differ from main (or BASE=…)
	@folders=$$($(BIN)/python -m tests.packaging.changed $(BASE)) || exit 2; \
	  test -n "$$folders" || { echo 'nothing differs from $(BASE)'; exit 0; }; \
	  set -x; $(PYTEST) $(ARGS) $$folders

lint: $(VENV)/.test  ## ruff: rules and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test  ## mypy
	$(BIN)/mypy

room: $(VENV)/.test  ## the tests of one room: make room ROOM=kernel (ARGS='-k name' and the like go to pytest)
	@test -n '$(ROOM)' && test -d 'tests/$(ROOM)' || { echo "error: make room ROOM=… takes one of: $$(cd tests && echo */ | tr -d /)" >&2; exit 2; }
	$(PYTEST) $(ARGS) tests/$(ROOM)

# The kernel must reject as much when Python drops `assert` statements; those of the tests stay, since pytest rewrites them.
# By the environment and not by -O, which would not reach the worker processes.
kernel-optimised: $(VENV)/.test  ## the kernel's tests, and the traps that it has to see, as under python -O
	PYTHONOPTIMIZE=1 $(PYTEST) -W ignore::pytest.PytestConfigWarning tests/referees/test_tampering.py tests/kernel

bench: $(VENV)/.test  ## the measurements in benchmarks/
	@$(SET_UP) '.[bench]'
	$(BIN)/python -m pytest benchmarks --benchmark-only

bench-ratio: $(VENV)/.book  ## the processor time of what users wait for, as ratios to another commit: BASE=… (ARGS='--only mark --runs 5')
	@$(BIN)/python -m benchmarks.ratio $(BASE) $(ARGS)

bench-falsifier: $(VENV)/.tour  ## the falsifier and a naive test on conjectures whose truth is known (ten minutes; ARGS=--help)
	$(BIN)/python -m benchmarks.falsifier --workers $(JOBS) $(ARGS)

bench-closed-forms: $(VENV)/.tour  ## how many of the falsifier's conjectures are decided without a search: the false ones within 0.3 s each
	$(BIN)/python -m benchmarks.falsifier.closed_forms

bench-decide: $(VENV)/.tour  ## conjectures whose truth is known: how many `decide` decides, how fast, and none wrongly (ARGS=--help)
	$(BIN)/python -m benchmarks.decide $(ARGS)

bench-drawn: $(VENV)/.tour  ## 200 conjectures drawn from the grammar, judged by brute force over small exact runs and by `decide` (ARGS=--help)
	$(BIN)/python -m benchmarks.decide.drawn $(ARGS)

bounds: $(VENV)/.tour  ## learners of the literature and the bounds of their code: docs/bounds.md (ARGS=names: these only)
	$(BIN)/python -m benchmarks.bounds $(ARGS) $(if $(ARGS),,> docs/bounds.md.part && mv docs/bounds.md.part docs/bounds.md)

peers: $(VENV)/.tour  ## other libraries' Perceptrons, counted beside the exact learner: docs/peers.md (ARGS=names: these only)
	@$(SET_UP) '.[peers]'
	$(BIN)/python -m benchmarks.peers $(ARGS) $(if $(ARGS),,> docs/peers.md.part && mv docs/peers.md.part docs/peers.md)

solvers: $(VENV)/.core  ## answers of SymPy, Z3, cvc5 and Coq to this theory's inequalities, by version: docs/solvers.md (ARGS=names: these only)
	@$(SET_UP) '.[solvers]'
	$(BIN)/python -m benchmarks.solvers $(ARGS) $(if $(ARGS),,> docs/solvers.md.part && mv docs/solvers.md.part docs/solvers.md)

bench-headline: $(VENV)/.tour  ## scikit-learn, river, Vowpal Wabbit and a float loop beside the exact classifier: time, and who counted right
	$(BIN)/python -m benchmarks.headline $(ARGS)

bench-exactness: $(VENV)/.tour  ## the certified engine against Fractions over the whole range of floats, 100,000 runs (ARGS=--help)
	$(BIN)/python -m benchmarks.exactness $(ARGS)

notebooks: $(VENV)/.test  ## run every notebook from top to bottom, and compare what it prints with what is stored
	$(BIN)/python -m pytest -p no:benchmark -m '' tests/packaging/test_documents.py -k a_chapter_prints $(ARGS)

book: $(VENV)/.book  ## the book as HTML, in build/book: open build/book/index.html (for a class: ARGS=--for-students; as an EPUB too: ARGS=--epub)
	@$(MAKE) --no-print-directory runtime || echo 'no npm, or it has no network: the pages of this book will not replay proofs' >&2
	@$(BIN)/perceptron-proofs book build/book --runtime $$(test -f $(RUNTIME)/package.json && echo $(RUNTIME) || echo none) $(ARGS)

book-test: $(VENV)/.test  ## every page of build/book in Chromium: links, widths, axe (after `make book`; `make test-all` builds its own)
	@test -f build/book/index.html || { echo 'error: there is no build/book; `make book` writes it' >&2; exit 2; }
	BOOK=build/book $(BIN)/python -m pytest -p no:benchmark -m '' tests/report/test_pages.py $(ARGS)

lecture-pack: $(VENV)/.book  ## handouts, slides, problem sheets and figures for print, in build/lectures (PDFs by Chromium)
	@$(BIN)/perceptron-proofs handout all build/lectures

chapters: $(VENV)/.test  ## run every notebook and store it with its outputs; `git diff` shows what was stale
	$(BIN)/python -m tests.packaging.stored_notebooks notebooks/*.ipynb

runtime: $(RUNTIME)/package.json  ## Python for the pages of the book, by npm

notebook: $(VENV)/.notebooks  ## open the notebooks in Jupyter, at the first chapter, which lists the others (ARGS=--no-browser)
	@$(BIN)/jupyter trust notebooks/*.ipynb  # their stored steppers and formulas then show as they were made
	$(BIN)/jupyter lab notebooks/start.ipynb $(ARGS)

tour: $(VENV)/.tour $(VENV)/.book  ## install what README's tour needs beyond the core: pictures, scikit-learn, Numba, what makes the book

picture:  ## the pictures of ARCHITECTURE.md, drawn anew from the code's imports
	$(PYTHON) -m tests.packaging.rooms

claims: $(VENV)/.core  ## write proofs/referees/coq/Claims.v anew: every theorem in plain Coq
	@$(BIN)/python -m proofs.verify.coq claims

coq-certificate: $(VENV)/.core  ## have Coq check every theorem, and write proofs/referees/coq/certificate.json, which says so
	@$(BIN)/python -m proofs.verify.coq certificate
	@echo 'notebooks/coq.ipynb prints how many theorems Coq accepted; store it anew: make chapters'

dist: $(VENV)/.core  ## a wheel and a source distribution, in dist/
	@$(INSTALL) hatchling
	$(BIN)/python -m hatchling build --directory dist

docs: $(VENV)/.core  ## write docs/coverage.md, errata.md, referee.md and ranges.md anew, and the moving picture of README.md
	$(BIN)/perceptron-proofs sources --markdown > docs/coverage.md
	$(BIN)/perceptron-proofs errata --markdown > docs/errata.md
	$(BIN)/python -m proofs.verify.coq audit > docs/referee.md
	$(BIN)/perceptron-proofs decide --ranges --markdown > docs/ranges.md
	$(BIN)/python -m proofs.report.pictures.animation > docs/novikoff.svg

constraints: $(VENV)/.test  ## choose the versions anew: the newest that fit together on the lowest supported Python, 3.11.0
	$(BIN)/python -m tests.packaging.pins > build/constraints.txt
	mv build/constraints.txt constraints.txt

clean:  ## remove .venv and everything that tools left behind
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@awk -F ':.*  *## *' '/^[a-z-]+:.*##/ { printf "make %-18s %s\n", $$1, $$2 }' Makefile

# Five stages, so that `make` alone does not wait for pictures and solvers, nor the tour or the book for Jupyter and the test tools.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if v >= (3, 11) else 1)' || { \
	  echo "error: Python 3.11 or newer is needed, but '$(PYTHON)' is $$($(PYTHON) -V 2>&1); try: make PYTHON=python3.12" >&2; \
	  exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "error: '$(PYTHON)' has no venv module; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.core: $(VENV)/.made pyproject.toml constraints.txt
	@echo 'installing what the proofs need into $(VENV) (once; about a minute)'
	@$(SET_UP) .
	@touch $@

$(VENV)/.tour: $(VENV)/.made pyproject.toml constraints.txt
	@echo 'installing what the tour needs into $(VENV) (once; about two minutes)'
	@$(SET_UP) '.[plots,sklearn,fast]'
	@$(BIN)/python -m perceptron.runs.engines.certified
	@touch $(VENV)/.core $@

$(VENV)/.book: $(VENV)/.made pyproject.toml constraints.txt
	@echo 'installing what the book needs into $(VENV) (once; about a minute)'
	@$(SET_UP) '.[book]'
	@touch $(VENV)/.core $@

$(VENV)/.notebooks: $(VENV)/.made pyproject.toml constraints.txt
	@echo 'installing what the notebooks need into $(VENV) (once; about two minutes)'
	@$(SET_UP) '.[notebooks]'
	@touch $(VENV)/.core $@

$(VENV)/.test: $(VENV)/.made pyproject.toml constraints.txt
	@echo 'installing what the tests need into $(VENV) (once; about two minutes)'
	@$(SET_UP) '.[test]'
	@touch $(VENV)/.core $(VENV)/.tour $(VENV)/.book $(VENV)/.notebooks $@

$(RUNTIME)/package.json:
	@echo 'getting Python for WebAssembly by npm (once; 6 MB, 14 MB unpacked)'
	@mkdir -p build && part=$$(mktemp -d build/pyodide.XXXXXX) && (cd $$part && npm pack --silent pyodide@$(PYODIDE) >/dev/null) \
	  && $(PYTHON) -c '$(CHECK_SHA256)' $$part/pyodide-*.tgz $(PYODIDE_SHA256) && tar -xzf $$part/pyodide-*.tgz -C $$part --strip-components=1 \
	  && rm $$part/pyodide-*.tgz && { test -f $@ || mv $$part $(RUNTIME); } || { rm -rf $$part; exit 1; }
