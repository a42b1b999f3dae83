"""The GraphQL skin of tournaments: queries, mutations and subscriptions."""
