"""The ports: what the skins ask of the service, one use-case layer under GraphQL and REST.

Every method may raise ApiError. Structs are named and cased as they go out (camelCase over JSON). Ids of matches are
opaque, `mt_...`; times are RFC 3339 UTC texts with milliseconds; perspectives are `seat:<n>`, `spectator` or `full`.
"""
