"""The measuring of pages: what wrk says is understood, and its absence is told."""

import os
import shutil
from pathlib import Path

import pytest

from app.bench import CannotMeasure, web
from app.bench.web import Rate, measure_web, read_report

REPORT = """Running 2s test @ http://127.0.0.1:8000/
  1 threads and 16 connections
  Latency Distribution
     50%   11.04ms
     99%    1.03s
  2190 requests in 2.00s, 345.00KB read
  Socket errors: connect 0, read 1, write 0, timeout 2
  Non-2xx or 3xx responses: 7
Requests/sec:   1094.63
"""


def test_a_report_is_read_with_what_failed() -> None:
    assert read_report(REPORT) == Rate(1094.63, 11.04, 1030.0, 10, 2190)


def test_anything_else_is_refused() -> None:
    with pytest.raises(CannotMeasure):
        read_report("unable to connect")


def test_a_page_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(CannotMeasure, match="no page sason; there are home, season, entry"):
        measure_web([2], 1, ["sason"])


def test_without_wrk_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(CannotMeasure, match="Debian: wrk"):
        measure_web([2], 1)


def test_the_file_of_the_real_site_is_not_read(tmp_path: Path) -> None:
    """What stands in it would stop a server."""
    site = tmp_path / ".env"
    site.write_text("HIKYAKU_METRICS=everywhere\n")
    of_site = (
        f"from app.settings import Settings; Settings.model_config['env_file'] = {str(site)!r}; "
    )
    flag, program, *arguments = web.SERVE

    def serves(program: str) -> bool:
        own = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path}/db", "HIKYAKU_MAILDIR": str(tmp_path)}
        try:
            with web.process([flag, of_site + program, *arguments], {**os.environ, **own}):
                return True
        except CannotMeasure:
            return False

    assert serves(program)
    assert not serves("import runpy; runpy.run_module('app', run_name='__main__')")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("wrk"), reason="wrk is not installed (Debian: wrk)")
def test_every_kind_of_page_is_measured_and_none_fails() -> None:
    figures = measure_web([5], 1)

    assert {figure.page.partition(" ")[0] for figure in figures} == {*web.PAGES}
    assert all(each.load.cost and each.load.client and each.bare_load.cost for each in figures)
    assert sum(figure.rate.failed for figure in figures) == 0
