"""The operations of the API: each is one row, and both skins, their documents and prices follow from it."""
