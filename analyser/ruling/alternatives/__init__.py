"""What share of peers would consider or choose each action, and what unauthorised information suggests."""
