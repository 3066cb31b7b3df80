"""Hikyaku: a play-by-mail tournament server."""

__version__ = "0.2.0"
