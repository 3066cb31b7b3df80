"""Benchmarks, run by `hikyaku bench`."""


class CannotMeasure(Exception):
    """There are no figures; the text says why."""
