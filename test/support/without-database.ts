/** Tests that take seconds and open no database: they run once, with those over embedded databases. */
export const withoutDatabase = [
  'test/engine/*.test.ts',
  'test/graphql/cost-spellings.test.ts',
  'test/http/body.test.ts',
  'test/http/unread.test.ts',
  'test/regular-expressions.test.ts',
]
