"""What must be known of the wire before a connection is made, without the messages and what checks them."""

#: Raised when an old side and a new one could not talk to each other.
PROTOCOL_VERSION = 1
