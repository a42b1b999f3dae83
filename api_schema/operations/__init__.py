"""What the API can do: each operation is one row, and both skins, their documents and prices follow from it."""
