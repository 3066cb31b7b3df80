.PHONY: help run test fmt pictures migration lock sbom audit setup

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

run:  ## set up and play the sample characters
	@./run

test:  ## set up and check everything: format, lint, types, contracts, tests
	@./test

fmt: setup  ## let ruff format the code and mend what it can
	@.venv/bin/ruff check --fix-only --quiet
	@.venv/bin/ruff format

pictures: setup  ## make the pictures of README anew, from the demonstration; needs Chromium
	@.venv/bin/hikyaku demo --quiet >/dev/null
	@.venv/bin/python -m tests.support.pictures

migration: setup  ## draft a migration to the tables as they are now: make migration DOES='Seasons have a motto'
	@.venv/bin/python -c 'import sys; from app.clock import now; from app.store.upkeep.migrations import draft; draft(sys.argv[1], now())' '$(DOES)'
	@.venv/bin/ruff format --quiet migrations

COMPILE = UV_SYSTEM_CERTS=1 .venv/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate \
	--upgrade --custom-compile-command 'make lock'

lock: setup  ## take the newest versions that pyproject.toml allows into requirements*.lock
	@$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	@$(COMPILE) pyproject.toml --extra cluster --group build --group dev --constraints requirements.lock --output-file requirements-dev.lock
	@$(COMPILE) pyproject.toml --extra cluster --group build --constraints requirements-dev.lock --output-file requirements-cluster.lock
	@$(COMPILE) --group installer --output-file requirements-uv.lock
	@$(COMPILE) --group audit --output-file requirements-audit.lock

AUDITING = UV_SYSTEM_CERTS=1 .venv/bin/uv run --quiet --no-project --isolated --with-requirements requirements-audit.lock

sbom: setup  ## write what a server is made of into sbom.json (CycloneDX)
	@$(AUDITING) cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --output-reproducible --output-file sbom.json
	@echo "sbom.json: $$(grep -c '"purl"' sbom.json) packages"

audit: setup  ## ask, over the network, what is known against the packages that are shipped
	@$(AUDITING) pip-audit --strict --disable-pip --requirement requirements.lock

setup:
	@set -eu; . .ci/setup.sh; set_up requirements-dev.lock
