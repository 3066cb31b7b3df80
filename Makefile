.PHONY: help run test fmt lock setup

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

run:  ## set up and play the sample characters
	@./run

test:  ## set up and check everything: format, lint, types, contracts, tests
	@./test

fmt: setup  ## let ruff format the code and mend what it can
	@.venv/bin/ruff check --fix-only --quiet
	@.venv/bin/ruff format

COMPILE = UV_SYSTEM_CERTS=1 .venv/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate \
	--upgrade --custom-compile-command 'make lock'

lock: setup  ## take the newest versions that pyproject.toml allows into requirements*.lock
	@$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	@$(COMPILE) pyproject.toml --extra cluster --group build --group dev --constraints requirements.lock --output-file requirements-dev.lock
	@$(COMPILE) pyproject.toml --extra cluster --group build --constraints requirements-dev.lock --output-file requirements-cluster.lock
	@$(COMPILE) --group installer --output-file requirements-uv.lock

setup:
	@set -eu; . .ci/setup.sh; set_up requirements-dev.lock
