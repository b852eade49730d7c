"""The rule book, a module a chapter: these emit events."""
