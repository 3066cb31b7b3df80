"""Benchmarks: how fast everything is here. `hikyaku bench` is their face."""
