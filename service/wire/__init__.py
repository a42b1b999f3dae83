"""The service on the network: what a connection may do before any request is understood."""
