"""The hall: plugs the rooms together, one case, many cases, an event. Thin: every thought is in a room."""
