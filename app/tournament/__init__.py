"""Tournaments as pure functions: from entries to results and tables. This package knows no database."""
