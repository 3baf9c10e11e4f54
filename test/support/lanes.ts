/** Which tests run on which database when the suite has a PostgreSQL: all but the first two kinds run there, all three on embedded ones. */

/** Tests that take seconds and open no database. */
export const withoutDatabase = [
  'test/engine/*.test.ts',
  'test/graphql/cost-spellings.test.ts',
  'test/http/body.test.ts',
  'test/http/unread.test.ts',
  'test/regular-expressions.test.ts',
]

/** Tests that start servers and commands over an embedded database, wherever the other tests have theirs. */
export const ofEmbedded = [
  'test/server.test.ts',
  'test/first-start.test.ts',
  'test/pristine.test.ts',
  'test/cli/embedded-commands.test.ts',
  'test/cli/launch.test.ts',
  'test/db/embedded.test.ts',
  'test/db/new-database.test.ts',
  'test/db/guests.test.ts',
  'test/db/disk-space.test.ts',
  'test/copies/embedded-backup.test.ts',
  'test/documents/examples.test.ts',
]

/** Tests of what differs between the databases: connections, transactions, migrations, copies, commands, the SQL of reads, waiting and waking. */
export const onBoth = [
  'test/db/**/*.test.ts',
  'test/copies/**/*.test.ts',
  'test/cli/!(key).test.ts',
  'test/concurrency/**/*.test.ts',
  'test/reads/changes.test.ts',
  'test/reads/compiled/**/*.test.ts',
  'test/events/live.test.ts',
  'test/worker/dead-worker.test.ts',
  'test/worker/renewals.test.ts',
  'test/writes/idempotency.test.ts',
  'test/documents/backup.test.ts',
]
