"""The common parts of all use cases: permissions, checks of inputs, the names that go out, and sealing."""
