"""PostgreSQL under the log, compared with bare psycopg."""
