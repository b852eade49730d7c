"""Several processes of the service at one PostgreSQL, as on several machines."""
