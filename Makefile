# `make play` and `make test` are all a newcomer needs; both install what they need, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RULE_TESTS := tests/games/locker tests/games/reef tests/games/barracuda tests/games/nukha

.PHONY: play play-terminal browser test quick check audit format bench bench-peers wheel clean

play: $(VENV)/.play
	@$(BIN)/fathoms

play-terminal: $(VENV)/.play
	@$(BIN)/fathoms play locker --players 4

test: $(VENV)/.dev browser
	$(BIN)/pytest -q -rR -n 4 --dist loadfile
	$(BIN)/fathoms rules --coverage > .rules-coverage || (grep 'NO TEST' .rules-coverage; exit 1)
	@tail -n 1 .rules-coverage
	FATHOMS_INTERPRETED=1 $(BIN)/pytest -q -n auto --dist loadfile --cov=fathoms/games --cov-report= \
		$(RULE_TESTS)
	$(BIN)/coverage report --fail-under=100

# Under a minute: the tests of what has changed since the last commit, slow ones left to `make test`.
quick: $(VENV)/.dev
	$(BIN)/python -m tests.quick

# The browser's tests need Chromium, and are quicker with the one that has no desktop around it; where they can be
# installed they are, elsewhere the tests say why they are skipped.
browser:
	@for one in chromium chromium-headless-shell; do command -v $$one >/dev/null 2>&1 || \
	(command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq $$one) >/dev/null 2>&1 || \
	echo "No $$one found: tests of the browser's will be slower, or skipped."; done

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m fathoms.table.admin.holes

# The world's list of known holes, where the network can be reached; `make check` has a list that we keep.
audit: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/pip-audit --requirement constraints.txt --no-deps --disable-pip

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.play
	$(BIN)/fathoms bench

bench-peers: $(VENV)/.bench
	$(BIN)/fathoms bench --write docs/lab/performance.md

# The package as others install it, tried in an environment that has nothing else of ours.
wheel: $(VENV)/bin/python
	rm -rf dist .wheel-trial
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(PYTHON) -m venv .wheel-trial
	.wheel-trial/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt dist/*.whl
	cd .wheel-trial && bin/fathoms --version && bin/fathoms rules reef R21 && bin/fathoms simulate locker -n 100
	rm -rf .wheel-trial
	@ls dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Fathoms needs Python 3.11 or newer; try: make PYTHON=python3.11 play"; exit 1)
	$(PYTHON) -m venv $(VENV)

# Modules are compiled to bytecode when they are first used (--no-compile): most of what is installed never is.
$(VENV)/.play: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Fathoms (once) …"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Installing what the tests need (once) …"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	@echo "Installing the peers to compare with (once) …"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) dist .wheel-trial .pytest_cache .mypy_cache .ruff_cache .coverage .rules-coverage
