"""Limits: how often something may happen."""
