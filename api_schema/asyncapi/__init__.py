"""The AsyncAPI document: what goes over the streams, built from the kinds of messages and the events of the games."""
