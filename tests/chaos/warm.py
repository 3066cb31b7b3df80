"""All that a server loads. The process from which those of the site are forked imports this, once for all of them."""

from app.jobs import worker
from app.main import create_app
from app.web import pages

__all__ = ["create_app", "worker"]

pages.routers()
