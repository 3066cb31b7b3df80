"""Every problem in a sentence, of the league and of its games.

A sentence belongs into the `SENTENCES` of the module for its theme; a code stands in one of them alone.
"""

from app.league.problems.explanation import explain

__all__ = ["explain"]
