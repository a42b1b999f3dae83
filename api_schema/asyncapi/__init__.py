"""The AsyncAPI document: what goes over the streams, built from the kinds of frames and the events of the games."""

from api_schema.asyncapi.document import build

__all__ = ["build"]
