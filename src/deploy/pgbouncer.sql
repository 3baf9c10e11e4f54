-- What sessions would ask for, for a database whose sessions come from pgbouncer: psql --dbname postgresql://… --file src/deploy/pgbouncer.sql
-- Without the first three an instance does not start; its waits have no limits without the next three.
SELECT format('ALTER DATABASE %I SET timezone = ''UTC''', current_database()),
  format('ALTER DATABASE %I SET datestyle = ''ISO''', current_database()),
  format('ALTER DATABASE %I SET extra_float_digits = 1', current_database()),
  format('ALTER DATABASE %I SET statement_timeout = ''11s''', current_database()),
  format('ALTER DATABASE %I SET lock_timeout = ''4s''', current_database()),
  format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = ''18s''', current_database()),
  format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database())
\gexec
