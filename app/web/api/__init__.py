"""`/api/v1`: everything that pages show, and everything an organiser does, as JSON."""

from app.web.api.description import router

__all__ = ["router"]
