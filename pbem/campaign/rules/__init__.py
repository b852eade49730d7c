"""The rule book of campaigns, a module a chapter: these emit events."""
