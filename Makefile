# One command per chore. `make serve` and `make test` start from a bare clone with nothing but Python 3.11+ and make.

# The first interpreter on the path that is new enough; an empty answer lets scripts/setup.py say what is missing.
PYTHON ?= $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done),python3)
BIN := .venv/bin
# Four for two cores: a test that waits for a server leaves its core to another one, and none remembers everything.
WORKERS ?= 4
MATCHES ?= 1000
GAMES ?= $(notdir $(patsubst %/,%,$(filter-out %__pycache__/,$(wildcard domain/games/*/))))
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url

BASE := .venv/.base
DEV := .venv/.dev
CLIENTS := tests/clients/node_modules/.package-lock.json
CODEGEN := .venv/codegen/.done
FOREIGN := tests/foreign/node_modules/.package-lock.json .venv/foreign/.done
PAGES := api_schema/graphql/graphiql api_schema/rest/reference
PAGE_PACKAGES := $(addsuffix /node_modules/.package-lock.json,$(PAGES))
NPM_CI := npm ci --silent --no-audit --no-fund
WEB := web/build/.done
WEB_PACKAGES := web/node_modules/.package-lock.json
WEB_SOURCES := $(shell git ls-files web docs/replay/*.mjs api_schema/schema.graphql api_schema/openapi.json 2>/dev/null)
WEB_RECORDED := web/tests/recorded/answers.ndjson
# A parallel set-up (TOGETHER) lets npm begin at once where the machine has a Node of its own.
ifdef TOGETHER
NODE := $(shell $(PYTHON) scripts/node.py || echo $(DEV))
else
NODE := $(BASE)
# Two installers in one .venv would get in each other's way.
.NOTPARALLEL:
endif
RUN_NODE := $(if $(NODE),$(CURDIR)/$(BIN)/python,$(PYTHON)) $(CURDIR)/scripts/node.py
IN_WEB := cd web && $(RUN_NODE)

PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
STARTED := $(shell date +%s)
# The tests of a lane, and beside them the checks that take long, which wait for nobody. Both have to pass, and what
# passed takes one line: the last that one reads is what failed.
define BESIDE_TYPES
echo "==> pytest, lane $(1); mypy and the import contracts beside it"; \
	$(MAKE) --no-print-directory types >.venv/types.log 2>&1 & checking=$$!; \
	PLAYLEDGER_LANE=$(1) $(PYTEST) $(ARGS); tested=$$?; \
	wait $$checking; checked=$$?; test $$checked = 0 && echo "==> types and import contracts: clean" || cat .venv/types.log; \
	exit $$((tested + checked))
endef
TOOK = echo "==> make $@: $$(( $$(date +%s) - $(STARTED) )) s, set-up and checks included"

.DEFAULT_GOAL := help
# Each program that a test starts would compile the whole of our code again.
unexport PYTHONDONTWRITEBYTECODE
# Each thread would have memory of its own, which glibc keeps: a worker that tests much has had many threads.
export MALLOC_ARENA_MAX := 2
# Otherwise a large block that was given back raises the size from which on blocks are given back at all.
export MALLOC_MMAP_THRESHOLD_ := 262144
.PHONY: help setup serve web web-test web-e2e web-pictures test test-rules test-fast system nightly foreign image-check check lint types format bench bench-peers new-game rules playthroughs samples fixtures schema release released fuzz tournaments faults simulate test-citus soak simulations history mutants rule-mutants code-mutants lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## make .venv with everything that is locked, and the npm packages
	@$(MAKE) --silent --no-print-directory -j2 TOGETHER=1 $(DEV) $(WEB) $(PAGE_PACKAGES) $(CLIENTS) $(CODEGEN)

serve: $(BASE) $(PAGE_PACKAGES) $(WEB) ## run the service on SQLite in ./var, in one process, with demo data, the page and GraphiQL
	@$(BIN)/playledger serve --demo

web: $(WEB) ## build the page for people, which the service shows at /
	@test -e $(WEB) || { echo "no page: it needs Node 22.17 or newer and its npm packages"; exit 1; }

web-test: $(WEB_PACKAGES) $(WEB_RECORDED) | $(DEV) ## the checks of the page alone: types, lint, unit tests
	@$(IN_WEB) npm run --silent check
	@$(IN_WEB) npm run --silent lint
	@$(IN_WEB) npm run --silent test

web-e2e: $(DEV) $(WEB) ## every test of the page in one browser, all games, screens, widths and schemes; its pictures go to var/screens
	@PLAYLEDGER_LANE=nightly PLAYLEDGER_SCREENS=var/screens $(BIN)/python -m pytest tests/web $(ARGS)

web-pictures: $(DEV) $(WEB) ## take the pictures of docs/web.md anew, or those of ARGS="lobby table"
	@$(BIN)/python -m tests.web.pictures $(ARGS)

test: setup lint ## run every check and all tests that guard a commit, with throw-away Postgres and Redis if none is here
	@$(call BESIDE_TYPES,commit)
	@$(TOOK)

test-rules: $(DEV) ## run the tests of the games and their kernel
	@PLAYLEDGER_LANE=fast $(PYTEST) tests/games tests/kernel $(ARGS)
	@$(TOOK)

test-fast: $(DEV) ## run the tests that need no Postgres, no Redis and no other program, without the long families
	@PLAYLEDGER_LANE=fast $(PYTEST) $(ARGS)
	@$(TOOK)

system: setup ## run the tests with browsers, servers that are killed, clients of others and the benchmarks, or the parts of ARGS
	@PLAYLEDGER_LANE=system $(PYTEST) $(ARGS)
	@$(TOOK)

nightly: setup lint $(FOREIGN) ## run every test there is: all modes, both stores, whole tournaments, fuzz; a budget that is passed fails
	@$(call BESIDE_TYPES,nightly)
	@$(TOOK)

foreign: $(DEV) $(CLIENTS) $(FOREIGN) ## play by the clients and tools of others: generate, compile, play; the table of docs/clients.md
	@PLAYLEDGER_LANE=nightly $(BIN)/python -m pytest tests/foreign -rs $(ARGS)
	@$(TOOK)

image-check: $(DEV) ## follow the steps of the image without a container engine, and run its start command
	@PLAYLEDGER_LANE=nightly $(BIN)/python -m pytest tests/house/test_image.py

check: lint types ## lint, format, types and import contracts; changes nothing

lint: $(DEV) ## the checks that take a second: lint and format
	@echo "==> ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "not formatted: run 'make format'"; exit 1; }

types: $(DEV) ## the checks that take longer: types and import contracts
	@echo "==> mypy"
	@$(BIN)/mypy
	@echo "==> import contracts"
	@$(BIN)/lint-imports --no-logo --no-cache

format: $(DEV) ## format the code and mend what the linter can mend
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

bench: $(DEV) ## measure what is promised about speed, each figure beside its limit
	@$(BIN)/python -m bench $(ARGS)

bench-peers: $(DEV) ## run boardgame.io, Colyseus, eventsourcing and OpenSpiel beside ours on the same work; writes the tables of docs/peers.md
	@$(BIN)/python -m bench.peers $(ARGS)

new-game: $(DEV) $(CODEGEN) ## begin a game: SLUG=<slug>, and TITLE=, PREFIX= where the usual ones won't do; prints the next steps and what is still red
	@$(BIN)/python -m scripts.new_game "$(SLUG)" --title "$(TITLE)" --prefix "$(PREFIX)"
	@$(BIN)/python -m scripts.client_models

rules: $(DEV) ## write the tables and pages of cards and words, note what the rules of each version say, and the page of the formats that fit each game
	@$(BIN)/playledger rules --write
	@$(BIN)/python -m tests.kit.rules
	@$(BIN)/python -m tests.e2e.matrix > docs/tournament-matrix.md

playthroughs: $(DEV) ## write the golden playthroughs anew; read the diff
	@$(BIN)/python -m tests.kit.playthrough

samples: $(DEV) ## write the stored matches and samples of the replay format that are missing; ARGS=--accept, --anew
	@$(BIN)/python -m tests.kit.samples $(ARGS)

fixtures: $(DEV) ## add stored examples of events, frames and actions that have none yet; changes none, unless ARGS="--anew GAME"
	@$(BIN)/python -m tests.kit.fixtures $(ARGS)

schema: $(DEV) $(CODEGEN) ## write the committed GraphQL schema, OpenAPI and AsyncAPI documents, the page of the errors, and the models of the Python client
	@$(BIN)/python -m api_schema.snapshots
	@$(BIN)/python -m api_schema.rest.error_pages > docs/errors.md
	@$(BIN)/python -m scripts.client_models

release: $(DEV) $(PAGE_PACKAGES) $(WEB) ## cut release VERSION=x.y.z, build its packages into dist, try them and the image; CONTRIBUTING.md, A release, says the rest
	@$(BIN)/python -m scripts.release $(VERSION)
	@$(MAKE) --no-print-directory $(DEV)
	@$(BIN)/python -m tests.kit.released $(VERSION)
	@$(BIN)/python -m tests.kit.released_stores $(VERSION)
	@rm -rf dist
	@PLAYLEDGER_LANE=nightly PLAYLEDGER_PACKAGES=dist $(BIN)/python -m pytest -rs tests/house/test_image.py tests/e2e/test_given_out.py
	@echo "==> release $(VERSION) is cut and tried, its packages are in dist; left to do by hand:"
	@sed -n '/^## A release/,/^## /s/^[2-9]\. /  &/p' CONTRIBUTING.md

released: $(DEV) ## write down which commit has cut the last release, once that has its tag
	@$(BIN)/python -m scripts.released

fuzz: $(DEV) ## send many generated requests along the OpenAPI document and the GraphQL schema
	@PLAYLEDGER_LANE=nightly $(BIN)/python -m pytest tests/api/rest/test_schemathesis.py tests/api/graphql/test_fuzz.py

tournaments: $(DEV) ## run an event of every format in every game mode that fits, over the API, while servers are killed
	@PLAYLEDGER_LANE=nightly $(BIN)/python -m pytest tests/e2e/test_tournaments.py

faults: ACTIONS = 1000
faults: $(DEV) ## break everything that can break, one after the other, while ACTIONS (1000) are acknowledged; check what is left
	@PLAYLEDGER_LANE=nightly PLAYLEDGER_FAULT_ACTIONS=$(ACTIONS) $(BIN)/python -m pytest tests/faults $(ARGS)

simulate: SEEDS = 1-20
simulate: $(DEV) ## run the whole service under each of SEEDS (1-20), which say what goes wrong
	@$(BIN)/python -m tests.simulation $(ARGS) $(SEEDS)

test-citus: $(DEV) ## run the store's specification, a worker's death and a whole tournament on a Citus cluster, whose programs PLAYLEDGER_CITUS_BIN names
	@$(BIN)/python -m pytest tests/citus $(ARGS)
	@$(BIN)/python -m pytest tests/eventstore -k citus $(ARGS)

soak: $(DEV) ## play MATCHES (1000) random matches of each mode of each of GAMES (all)
	@for game in $(GAMES); do $(BIN)/playledger simulate $$game --mode all --matches $(MATCHES) || exit 1; done

simulations: $(DEV) ## play the pages of simulated matches of GAMES (all) anew; read the diff
	@for game in $(GAMES); do $(BIN)/playledger simulate $$game --page docs/simulations/$$game.md || exit 1; done

history: MATCHES = 200
history: $(DEV) ## play MATCHES (200) matches of each mode of each of GAMES into a store; export, verify and audit all, as everybody sees them
	@for game in $(GAMES); do $(BIN)/python -m tests.kit.histories $$game --matches $(MATCHES) || exit 1; done

mutants: $(DEV) ## change every card of each of GAMES (all) in one place at a time; its scenarios have to notice
	@for game in $(GAMES); do $(BIN)/python -m tests.kit.mutants $$game $(ARGS) || exit 1; done

rule-mutants: $(DEV) ## change the rules of each of GAMES (all) in 300 places, one at a time; its tests have to notice
	@for game in $(GAMES); do $(BIN)/python -m tests.kit.code_mutants --of domain/games/$$game/rules \
		--tests tests/games/$$game tests/games/test_playthroughs.py --only $$game --sample 300 $(ARGS) || exit 1; done

code-mutants: $(DEV) ## change the code of OF (folders, files) in 40 places, one at a time; the tests of TESTS have to notice
	@$(BIN)/python -m tests.kit.code_mutants --of $(OF) --tests $(TESTS) $(ARGS)

lock: $(DEV) ## resolve the dependencies anew, with hashes and without addresses
	@$(COMPILE) --upgrade pyproject.toml -o requirements/base.txt
	@$(COMPILE) --upgrade --extra dev --extra otel -c requirements/base.txt pyproject.toml -o requirements/dev.txt
	@$(COMPILE) --upgrade --extra otel -c requirements/dev.txt pyproject.toml -o requirements/otel.txt
	@$(COMPILE) --upgrade -c requirements/dev.txt requirements/build.in -o requirements/build.txt
	@$(COMPILE) --upgrade -c requirements/dev.txt requirements/node.in -o requirements/node.txt
	@$(COMPILE) --upgrade requirements/codegen.in -o requirements/codegen.txt
	@$(COMPILE) --upgrade requirements/foreign.in -o requirements/foreign.txt
	@$(COMPILE) --upgrade requirements/patroni.in -o requirements/patroni.txt
	@$(COMPILE) --upgrade requirements/peers.in -o requirements/peers.txt
	@$(COMPILE) --upgrade requirements/s3.in -o requirements/s3.txt
	@for page in $(PAGES) tests/clients tests/foreign web bench/peers; do (cd $$page && $(CURDIR)/$(BIN)/python $(CURDIR)/scripts/node.py npm update --package-lock-only); done

clean: ## remove what was installed or generated here, but no data in ./var
	@rm -rf .venv .mypy_cache .ruff_cache .hypothesis .schemathesis $(dir $(CLIENTS)) $(dir $(FOREIGN)) $(dir $(PAGE_PACKAGES)) $(dir $(WEB_PACKAGES)) bench/peers/node_modules web/build web/.svelte-kit web/src/lib/words web/client web/src/core/api/generated web/tests/recorded web/static/documents.json dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BASE): requirements/base.txt requirements/build.txt pyproject.toml scripts/setup.py
	@$(PYTHON) scripts/setup.py base
	@touch $@

$(DEV): requirements/dev.txt requirements/build.txt pyproject.toml scripts/setup.py
	@$(PYTHON) scripts/setup.py dev
	@touch $@ $(BASE)

tests/%/node_modules/.package-lock.json: tests/%/package.json tests/%/package-lock.json | $(NODE)
	@echo "==> npm packages of tests/$*"
	@cd tests/$* && $(RUN_NODE) $(NPM_CI)
	@touch $@

# The generators and the clients of others want other versions than the service: each have an environment of their own.
.venv/%/.done: requirements/%.txt | $(DEV)
	@echo "==> the packages of requirements/$*.txt"
	@$(PYTHON) scripts/setup.py $*
	@touch $@

# What games ask, for the tests that answer without knowing any of them.
$(WEB_RECORDED): tests/kit/answers.py $(shell git ls-files domain tests/toy_game) | $(DEV)
	@mkdir -p $(@D)
	@$(BIN)/python -m tests.kit.answers $@

# Without them GET /graphql shows a plainer page, and GET /docs no way to try: no network, no Node for this machine, and
# the service starts all the same.
%/node_modules/.package-lock.json: %/package.json %/package-lock.json | $(NODE)
	@echo "==> npm packages of the page in $*"
	@{ $(RUN_NODE) || $(BIN)/python scripts/setup.py node 2>/dev/null; } && cd $* \
		&& $(RUN_NODE) $(NPM_CI) --fetch-retries=1 && touch $(CURDIR)/$@ \
		|| echo "the packages could not be installed: a plainer page is shown until they can"

# Without it GET / is one plain page of the service: no network, no Node for this machine, and it starts all the same.
$(WEB): $(WEB_SOURCES) $(WEB_PACKAGES) | $(NODE)
	@rm -f $@; if [ -e $(WEB_PACKAGES) ]; then echo "==> the page for people"; \
		said=$$($(IN_WEB) npm run --silent build 2>&1) && touch $@ || { echo "$$said"; echo "the page could not be built: a plain one is shown until it can"; }; fi
