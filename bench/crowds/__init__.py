"""Many games at once, in the service as it is run."""
