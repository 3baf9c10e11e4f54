-- Gives a database the settings that sessions ask for, which pgbouncer leaves out: psql --dbname postgresql://… --file src/deploy/pgbouncer.sql
-- Then restart pgbouncer: its sessions keep what they began with. Without the first three an instance does not start; without the next three
-- its waits have no limits.
SELECT format('ALTER DATABASE %I SET %s', current_database(), setting)
FROM (VALUES
  ('timezone = ''UTC'''),
  ('datestyle = ''ISO'''),
  ('extra_float_digits = 1'),
  ('statement_timeout = ''11s'''),
  ('lock_timeout = ''4s'''),
  ('idle_in_transaction_session_timeout = ''18s'''),
  ('random_page_cost = 1.1'),
  ('jit = off')
) AS asked (setting)
\gexec
