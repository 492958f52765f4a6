"""Web Push: a word to somebody's browser through its own push service, sealed so that only that browser reads it."""
