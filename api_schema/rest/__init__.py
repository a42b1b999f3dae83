"""The REST skin: Starlette routes and the OpenAPI document, from one table of operations."""

from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig

__all__ = ["RestConfig", "build_app"]
