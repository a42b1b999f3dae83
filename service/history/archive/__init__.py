"""The archive: closed matches as files in object storage, and how they are written, read and checked."""
