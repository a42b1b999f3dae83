"""The REST skin: Starlette routes and the OpenAPI document, from one table of operations."""
