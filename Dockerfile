# The program, its pages and its migrations. `docker compose up` builds it; see docker-compose.yml.
FROM python:3.11.13-bookworm AS built
WORKDIR /srv/hikyaku
RUN python -m venv .venv
COPY requirements.lock requirements-cluster.lock ./
# Or requirements-cluster.lock, for battles on a Dask cluster.
ARG LOCK=requirements.lock
RUN .venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r "$LOCK"
COPY pyproject.toml setup.py* README.md LICENSE ./
COPY migrations migrations
COPY templates templates
COPY app app
# Editable: templates and migrations are found beside the package. Games are compiled where they can be.
RUN .venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation --editable .

FROM python:3.11.13-slim-bookworm
# For `hikyaku backup`, and for the pictures by which other sites show links.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-noto-cjk postgresql-client && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/hikyaku
COPY --from=built /srv/hikyaku ./
RUN useradd --system --uid 10001 --no-create-home hikyaku && mkdir var && chown hikyaku var
ENV PATH=/srv/hikyaku/.venv/bin:$PATH LC_ALL=C.UTF-8
USER 10001
VOLUME /srv/hikyaku/var
EXPOSE 8000 2400
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["hikyaku"]
CMD ["serve", "--host", "0.0.0.0"]
