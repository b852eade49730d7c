"""Wardroom as it is installed: the package, the container, the units, the proxies."""
