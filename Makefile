# On a fresh machine with Python 3.11 or later and make: `make demo`, `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= samurai-swords
# Ikusa has one demo, of the game for two.
MODE ?= $(if $(filter ikusa,$(GAME)),two)
DEMO = $(GAME)$(if $(MODE),-$(MODE))
# A game of another package brings its demo with it.
PACKAGE = $(wildcard examples/$(GAME))
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
FLOOR := import sys; sys.exit(sys.version_info < (3, 11) and "Adjudicator needs Python 3.11 or later (set PYTHON=).")

# Tests keep their files in memory where it is: nobody need wait for a disk to keep them. Some of the
# files are programs, which containers often let nobody start from there.
IN_MEMORY := $(if $(shell test -w /dev/shm && ! grep -q ' /dev/shm .*noexec' /proc/mounts && df -k /dev/shm | awk 'NR == 2 && $$4 > 500000'),PYTEST_DEBUG_TEMPROOT=/dev/shm)

# Without kept bytecode every process of the tests would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup hooks lock demo test lint types floors unit system servers browser cases oldest book recorded docs pictures docs-site \
	bench regents lines soak world stories planted boards audit packages release-tests release-check clean

help:
	@echo "make setup   everything that is needed to work on the program, into .venv"
	@echo "make hooks   check form and types before every commit"
	@echo "make demo    play a campaign from real order mails (GAME=samurai-swords, ikusa, shogun or gekokujo,"
	@echo "             or diplomacy or harbours, packages of their own, which are installed for it;"
	@echo "             GAME=samurai-swords MODE=quick or steps: quick play, war turns in three mails;"
	@echo "             GAME=ikusa is MODE=two: two players)"
	@echo "make test    everything that must pass: lint, types, floors, rule cases, unit and system tests,"
	@echo "             and the demo under the oldest Python of this machine"
	@echo "make unit    the tests without processes, servers, browsers and whole games: under two minutes"
	@echo "make system  those with them"
	@echo "make bench   measure, side by side with a peer; BASE=commit: with an older commit"
	@echo "make regents  let regents play tournaments of 200 games (GAMES=20: fewer; JSON=1)"
	@echo "make lines   count the lines of code; BASE=commit: beside an older commit"
	@echo "make soak    play a thousand random games of each kind and check them, 10,000 phases of Diplomacy beside another judge,"
	@echo "             damage files, kill serve a hundred times, and workers until a thousand phases are done, and let simulated worlds live until it is ended (takes long)"
	@echo "make world   let simulated worlds live for DAYS=60 days: of SEEDS=7, SEEDS=1-300, or others without end"
	@echo "             (SERVER=1: in databases of a PostgreSQL that is started for it)"
	@echo "make stories  open an issue for each story that worlds have left in STORIES=folder, unless one is open"
	@echo "make planted  plant faults in the program, each of which the worlds must find"
	@echo "make recorded  play the recorded games anew and show what is different (WRITE=1 keeps it)"
	@echo "make docs    write the generated pages again"
	@echo "make book    number new rule cases and write the case book"
	@echo "make pictures  draw the pictures of the documentation anew (Chromium)"
	@echo "make docs-site  make the documentation as a site, in build/docs-site"
	@echo "make lock    pin what is installed again, after a change of dependencies (UPGRADE=1: newer versions)"
	@echo "make release-check  all that can be said of a release before it is one; release/README.md has the rest"
	@echo "make boards  read the shipped boards again, and make their outlines (tools/outlines)"

$(VENV)/bin/python:
	@$(PYTHON) -c '$(FLOOR)'
	$(PYTHON) -m venv $(VENV)

# What is pinned, with hashes; then our own packages, for which no network is needed.
INSTALL = $(PIP) install --require-hashes
OWN = $(PIP) install --no-deps --no-build-isolation

$(VENV)/.run: pyproject.toml requirements/build.txt requirements/run.txt | $(VENV)/bin/python
	$(INSTALL) -r requirements/build.txt -r requirements/run.txt
	$(OWN) -e .
	@touch $@

# Most of what these packages hold is never imported; what is, is compiled then.
$(VENV)/.dev: pyproject.toml requirements/build.txt requirements/dev.txt | $(VENV)/bin/python
	$(INSTALL) --no-compile -r requirements/build.txt -r requirements/dev.txt
	$(OWN) -e . -e tools/outlines
	@touch $@ $(VENV)/.run

# The tools of a release have an environment of their own: what they need is not what we need.
$(VENV)/.release: requirements/build.txt requirements/release.txt | $(VENV)/.dev
	$(PYTHON) -m venv $(VENV)/release
	$(VENV)/release/bin/python -m pip --disable-pip-version-check --quiet install --no-compile --require-hashes $(^:%=-r %)
	@touch $@

setup: $(VENV)/.dev

hooks: $(VENV)/.dev
	$(BIN)/pre-commit install

demo: $(VENV)/.run
	$(if $(PACKAGE),$(PIP) install -e $(PACKAGE))
	$(BIN)/adjudicator demo $(GAME) $(if $(PACKAGE),,--mails orders_examples/$(DEMO)) --out demo/$(DEMO)

# What one core is enough for goes side by side; unit and system tests use all of them.
test: $(VENV)/.dev
	@$(MAKE) --no-print-directory --jobs=2 lint types floors cases oldest
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory system

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.dev
	$(BIN)/mypy

floors: $(VENV)/.dev
	$(BIN)/lint-imports

unit: $(VENV)/.dev
	$(IN_MEMORY) $(BIN)/pytest -n auto --dist worksteal -m "not system"

# They wait for servers, browsers and clocks: one more of them than there are cores is busy. What is
# dear to begin is begun by one process alone, and first (xdist_group).
system: $(VENV)/.dev
	$(IN_MEMORY) $(BIN)/pytest -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)') --dist loadgroup -m "system and not release"

# Those that need servers or a browser alone (SERVERS=install installs them).
servers browser: $(VENV)/.dev
	$(BIN)/pytest -n auto -m $@

cases: $(VENV)/.dev
	$(BIN)/adjudicator case --quiet tests/cases
	$(BIN)/python tests/rulebooks/book.py --check

# What is promised of Python 3.11 is promised of Debian 12's own, too, which may lie beside ours.
oldest: $(VENV)/.dev
	$(BIN)/python release/oldest.py

book: $(VENV)/.dev
	$(BIN)/python tests/rulebooks/number.py
	$(BIN)/python tests/rulebooks/book.py

recorded: $(VENV)/.dev
	$(BIN)/python tests/recorded/record.py $(if $(WRITE),--write)

docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py

pictures: $(VENV)/.dev
	$(BIN)/python docs/pictures.py

docs-site: $(VENV)/.dev
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet -c docs/site docs build/docs-site
	@echo "Open the documentation in a browser: build/docs-site/index.html"

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/$(if $(BASE),compare.py $(BASE),bench.py) $(if $(QUICK),--quick)

regents: $(VENV)/.dev
	$(BIN)/python benchmarks/regents.py --games $(or $(GAMES),200) $(if $(JSON),--json)

lines:
	@$(PYTHON) benchmarks/lines.py $(BASE)

soak: $(VENV)/.dev
	$(BIN)/python benchmarks/judges.py --phases 10000
	$(BIN)/python benchmarks/soak.py --games 1000
	ADJUDICATOR_FUZZ=2000 $(BIN)/pytest -q tests/cli/test_damaged_files.py
	ADJUDICATOR_KILLS=100 $(BIN)/pytest -q -s tests/service/test_round_by_mail.py
	$(BIN)/python tests/cluster/soaking.py 1000 300
	$(BIN)/python tests/world/run.py

# Worlds of these seeds; without any, others until something goes wrong in one.
world: $(VENV)/.dev
	$(BIN)/python tests/world/run.py --days $(or $(DAYS),60) $(if $(SERVER),--server) \
		$(if $(STORIES),--stories $(STORIES)) $(SEEDS)

# An issue for each story that worlds have left in STORIES.
stories:
	$(PYTHON) tests/world/tell.py $(STORIES)

# Faults that are planted in the program: the worlds must find each.
planted: $(VENV)/.dev
	$(BIN)/python tests/world/planted.py

boards: $(VENV)/.dev
	$(BIN)/board-outlines ikusa shogun-sun shogun-moon

lock: $(VENV)/.release
	PATH="$(abspath $(VENV))/release/bin:$$PATH" $(PYTHON) release/lock.py $(if $(UPGRADE),--upgrade)

# Whether anything is known against what is installed.
audit: $(VENV)/.release
	$(VENV)/release/bin/pip-audit --strict --disable-pip --require-hashes $(AUDIT) $(patsubst %,-r %,$(wildcard requirements/*.txt))

# Into build/release; TAG: what a tag promises is checked first.
packages: $(VENV)/.release
	$(VENV)/release/bin/python release/build.py $(if $(TAG),--tag $(TAG))

release-tests: $(VENV)/.release
	$(BIN)/pytest -rs -m release tests/releases

release-check: test release-tests
	@echo "All that can be said here says yes. What only the world can say:"
	@sed -n '/^## What only the world can say/,/^## /{/^- /,/^$$/p}' release/README.md

clean:
	rm -rf $(VENV) .bench-peer build demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
