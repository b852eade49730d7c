# Everything sets itself up: a fresh machine needs Python 3.11 or newer, make and a package registry
# (Debian: apt-get install make python3-venv).
PYTHON ?= python3
BIN := .venv/bin
TOOLS := .venv/.tools
APP := .venv/.app

.PHONY: setup run test test-all check pages playthroughs bench clean

setup: $(TOOLS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Wardroom needs Python 3.11 or newer: make PYTHON=python3.11 ..."; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

$(APP): requirements.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(TOOLS): requirements-dev.txt $(APP)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# The demonstration: pages, mail and clock on loopback, bots on all seats but yours.
run: $(APP)
	$(BIN)/python app.py demo

# On all cores and one more, because some tests wait for processes; a file's tests stay together, because they share what is
# expensive to set up.
# Compiled modules are kept whatever the shell says: the workers and every process that a test starts import the same ones.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/pytest -rs -n $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder

test: $(TOOLS)
	$(PYTEST) -m "not deep"

# Tests that are run once more with everything in PostgreSQL: those that write its tables and ask them most.
ON_POSTGRESQL = tests/service/turns tests/service/games tests/service/club tests/service/ladder tests/web/account tests/web/api \
	$(addsuffix .py,$(addprefix tests/gateway/,test_way_in mailboxes/test_people \
	$(addprefix inbound/test_,answered crews inbox limits machines one_reading reprocess requests senders) \
	$(addprefix outbound/test_,outbox page_mail receipt_mail votes) \
	$(addprefix scheduled/test_,digest_mail offer_mail outage_mail reminder_mail reminders_off silent_masters sitter_mail thread_mail weekly_mail) \
	$(addprefix forums/test_,forum_table game_by_messages messages posting))) \
	$(addprefix tests/operation/test_,metrics.py readiness.py watched_requests.py)

# All tests: those of `test`, then those with real mail programs, browsers and kills, and properties with more examples. The mail programs are for tests/e2e,
# the forum programs for tests/gateway/forums, chromium is for tests/browser, systemd, nginx and caddy for tests/install: a machine that cannot have them skips those tests, and says why; where CI=true that is a failure.
test-all: test
	tools/mail_programs.sh
	tools/forum_programs.sh
	tools/browser.sh
	tools/deploy_programs.sh
	tools/postgresql.sh
	$(PYTEST) -m "deep or hypothesis" --hypothesis-profile=deep
	$(PYTEST) -m "not deep" --database postgresql $(ON_POSTGRESQL)

check: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/clauses.py

# Play the documented games again and write their pages: docs/first-game.md, docs/stingray-move.md. Before that write
# what README.md, docs/playing.md, docs/rules/README.md and the pages of orders say of every game, and the tables of each state.
pages: $(TOOLS)
	$(BIN)/python tools/pages/game_pages.py --write
	$(BIN)/python tools/pages/state_tables.py --write
	$(BIN)/python tools/pages/first_game.py --write
	$(BIN)/python tools/pages/stingray_move.py --write

# Write the golden games again after a change of rules; the diff shows what the change does.
playthroughs: $(TOOLS)
	$(BIN)/pytest tests/playthroughs --update-playthroughs

bench: $(APP)
	$(PYTHON) -m venv bench/.venv
	bench/.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-dev.txt -r bench/requirements.txt
	bench/.venv/bin/python bench/run.py

clean:
	rm -rf .venv bench/.venv bench/out .mypy_cache .ruff_cache .pytest_cache .hypothesis
