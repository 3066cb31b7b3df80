"""Benchmarks: how fast everything is here. `hikyaku bench` is their face."""


class CannotMeasure(Exception):
    """There are no figures; the text says why."""
