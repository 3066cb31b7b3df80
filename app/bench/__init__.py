"""Benchmarks, run by `hikyaku bench`."""


class CannotMeasure(Exception):
    """Nothing could be measured. The text says why."""
