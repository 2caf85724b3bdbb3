# make run     start Colorup (makes its environment on the first start)
# make test    the database's tests on PostgreSQL, where there is one, then every test on SQLite
# make check   linters, types, deployment, migrations, translations
# make break   one break of 20 tables played through in two browsers, in figures

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt
RUN_READY := $(VENV)/.run-ready
TEST_READY := $(VENV)/.test-ready

# The checks get a data folder of their own and leave the room's alone.
check: export COLORUP_DATA := $(CURDIR)/$(VENV)/check-data

.PHONY: run test check break format messages clean

run: $(RUN_READY)
	@$(BIN)/python manage.py up $(ARGS)

test: $(TEST_READY)
	$(BIN)/python tests/with_postgres.py $(BIN)/python -m pytest -m database
	$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

check: $(TEST_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --check --target-version 5.2
	$(BIN)/mypy
	COLORUP_PROFILE=public COLORUP_ALLOWED_HOSTS=colorup.example \
	  COLORUP_SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tests/check_translations.py

break: $(TEST_READY)
	@$(BIN)/python -m tests.bench.simulated_break $(ARGS)

format: $(TEST_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --target-version 5.2

messages: $(TEST_READY)
	$(BIN)/python tests/check_translations.py --update

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Colorup needs Python 3.11 or newer, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Colorup needs Python 3.11 or newer; $(PYTHON) is older." \
	       "Name a newer one: make run PYTHON=python3.12"; exit 1; }
	@echo "Making Colorup's own Python environment (the first time only) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(RUN_READY): $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what Colorup needs ..."
	@$(PIP) --editable .
	@touch $@

$(TEST_READY): $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing what Colorup and its tests need ..."
	@$(PIP) --editable '.[test]'
	@touch $@ $(RUN_READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
