/** Shelves and books: a tiny data model, an interface described over it, and answers to it without a database. */
import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql'
import type { Viewer } from '../../src/auth/viewer.ts'
import { openAccount } from '../../src/budget/account.ts'
import { defaultLimits, type Limits } from '../../src/config/limits.ts'
import type { Context } from '../../src/context.ts'
import type { TextRow } from '../../src/db/text-query.ts'
import { type OperationResult, run } from '../../src/graphql/run.ts'
import { newFacts } from '../../src/observe/request-facts.ts'
import { type Contract, list, route } from '../../src/rest/route.ts'
import { createTable } from '../../src/rest/table.ts'
import { createDescribing } from '../../src/schema/describe.ts'
import { type Datamodel, dataModel, type Enum } from '../../src/schema/model.ts'
import { scalars } from '../../src/schema/scalars.ts'

const column = (name: string, type: string, more: object = {}) => ({
  ...{ name, type, kind: 'scalar', isRequired: true, isList: false, documentation: `Its ${name}.` },
  ...more,
})
const optional = { isRequired: false }
const relation = (name: string, type: string, relationName: string, by: string | undefined, more: object = {}) =>
  column(name, type, { kind: 'object', relationName, relationFromFields: by ? ['storeId', by] : [], ...more })
const keys = [column('id', 'BigInt'), column('storeId', 'BigInt')]

const datamodel: Datamodel = {
  models: {
    Store: { documentation: 'A library.', fields: [column('id', 'BigInt'), column('name', 'String')] },
    Shelf: {
      documentation: 'A shelf.',
      fields: [
        ...keys,
        column('name', 'String'),
        column('isOpen', 'Boolean'),
        relation('books', 'Book', 'onShelf', undefined, { isList: true }),
        relation('remarks', 'Remark', 'ofShelf', undefined, optional),
      ],
    },
    Book: {
      documentation: 'A book.',
      fields: [
        ...keys,
        column('shelfId', 'BigInt'),
        column('sequelId', 'BigInt', optional),
        column('customerId', 'BigInt', optional),
        column('title', 'String'),
        column('genre', 'Genre', { kind: 'enum' }),
        column('price', 'BigInt'),
        column('pages', 'Int', optional),
        column('printedAt', 'DateTime', optional),
        column('note', 'String', optional),
        column('secret', 'String'),
        relation('shelf', 'Shelf', 'onShelf', 'shelfId'),
        relation('sequel', 'Book', 'follows', 'sequelId', optional),
      ],
    },
    Remark: {
      documentation: 'What is remarked of a shelf.',
      fields: [
        ...keys,
        column('shelfId', 'BigInt'),
        column('data', 'Json'),
        relation('shelf', 'Shelf', 'ofShelf', 'shelfId'),
        column('ownerTable', 'String'),
        column('ownerId', 'BigInt'),
        relation('entries', 'RemarkEntry', 'entryOf', undefined, { isList: true }),
      ],
    },
    RemarkEntry: {
      fields: [
        column('storeId', 'BigInt'),
        column('ownerTable', 'String'),
        column('ownerId', 'BigInt'),
        column('key', 'String'),
        column('text', 'String', optional),
        column('number', 'Float', optional),
        column('time', 'DateTime', optional),
        relation('remark', 'Remark', 'entryOf', 'ownerId'),
      ],
    },
  },
}

const enums: Enum[] = [{ name: 'Genre', description: 'A genre.', values: ['prose', 'verse', 'drama'], meanings: ['', '', ''] }]

export const models = dataModel(datamodel, enums, 'Store')

type Names<Name extends string> = Record<Name, unknown>
type Row<Name extends string, Relation extends string> = { Shape: Names<Name>; Where: object; RelationName: Relation }
type Own = 'id' | 'storeId'

/** The models, as types. */
export type Library = {
  Shelf: Row<Own | 'name' | 'isOpen', 'books' | 'remarks'>
  Book: Row<
    Own | 'shelfId' | 'sequelId' | 'customerId' | 'title' | 'genre' | 'price' | 'pages' | 'printedAt' | 'note' | 'secret',
    'shelf' | 'sequel'
  >
  Remark: Row<Own | 'shelfId' | 'data' | 'ownerTable' | 'ownerId', 'shelf' | 'entries'>
}

/** Nothing is written here; a write that comes to the door is heard of. */
export const written: unknown[] = []

/** A new description of the library, to which nothing is added yet. */
export const describing = () =>
  createDescribing<Library>({
    models,
    enums,
    scalars,
    async door(asked) {
      written.push(asked)
      return { id: '5', userErrors: [] }
    },
  })

const all = { rows: () => ({}) }
const open = { rows: () => ({ isOpen: true }) }

function describeLibrary(): GraphQLSchema {
  const { resource, mutation, toSchema } = describing()
  resource('Shelf', {
    scope: 'products',
    columns: { id: 'everybody', storeId: 'everybody', name: 'everybody', isOpen: 'everybody' },
    relations: ['remarks'],
    connections: ['books', { name: 'dramas', path: ['books'], only: { genre: 'drama' }, description: 'Its dramas.' }],
    access: { merchant: all, customer: { ...open, closed: ['remarks'] }, visitor: { ...open, closed: ['remarks'] } },
    url: '/v1/shelves/{id}/',
    record: 'shelf',
    list: 'shelves',
  })
  resource('Book', {
    scope: 'orders',
    columns: {
      id: 'everybody',
      storeId: 'everybody',
      shelfId: 'everybody',
      sequelId: 'everybody',
      customerId: 'customer',
      title: 'everybody',
      genre: 'everybody',
      price: 'everybody',
      pages: 'everybody',
      printedAt: 'everybody',
      note: 'merchant',
      secret: 'nobody',
    },
    derived: {
      genreCode: { of: 'genre', as: 'code', audience: 'everybody', description: 'The code of its genre.' },
      isPrinted: { of: 'printedAt', as: 'isSet', audience: 'everybody', description: 'Whether it was printed.' },
      shelfName: { through: 'shelf', of: 'name', audience: 'everybody', description: 'The name of its shelf.' },
    },
    relations: ['shelf', 'sequel'],
    access: { merchant: all, customer: { rows: ({ customerId }) => ({ customerId }) } },
    url: '/v1/books/{id}/',
    record: 'book',
    list: 'books',
  })
  resource('Remark', {
    scope: 'products',
    columns: {
      id: 'merchant',
      storeId: 'merchant',
      shelfId: 'merchant',
      data: 'merchant',
      ownerTable: 'nobody',
      ownerId: 'nobody',
    },
    keyed: { entries: 'entries', path: 'key', owner: 'ownerTable' },
    relations: ['shelf'],
    access: { merchant: all, customer: all },
  })
  mutation('lendBook', {
    description: 'Lends a book.',
    emits: ['book.lent'],
    input: (t) => ({ id: t.id({ required: true }), days: t.int() }),
    shows: { field: 'book', resource: 'Book' },
    write: async () => ({ id: 5n }),
  })
  return toSchema('A library.')
}

export const schema = describeLibrary()

export const contract: Contract = {
  routes: [
    list(
      '/v1/books/',
      'ListBooks',
      'books',
      'Book',
      '...Book customer_number: customerId @name(as: "customer-number") shelf @with { ...Shelf }',
    ),
    route('GET /v1/books/{book_id}', 'query GetBook($book_id: ID!) { book(id: $book_id) { ...Book printedAt @httpDate } }'),
    list('/v1/shelves/{shelf_id}/books/', 'ListBooksOfShelf', 'shelf(id: $shelf_id).books', 'Book', '...Book'),
    list('/v1/shelves/', 'ListShelves', 'shelves', 'Shelf', '...Shelf'),
    list('/v1/store/api/shelves/', 'ListOpenShelves', 'shelves', 'Shelf', '...Shelf'),
    route(
      'PUT /v1/books/{book_id}/lend/',
      'mutation LendBook($book_id: ID!, $days: Int) { lendBook(input: { id: $book_id, days: $days }) { book { ...Book } userErrors { code field message } } }',
    ),
  ],
  fragments: 'fragment Book on Book { id shelfId title genre pages url } fragment Shelf on Shelf { id name }',
  searched: ['title', 'shelf.name'],
  credentials: { merchant: 'A key.', store: 'A token.' },
}

export const table = createTable(schema, contract)

const store = { storeId: 7n, pageBase: null, currency: 'EUR', timeZone: 'Europe/Berlin', hasTestClock: false }

export const merchant: Viewer = { ...store, role: 'merchant', clientId: 'm', scopes: ['*'], stillOpens: () => true }
export const customer = { ...store, role: 'customer', customerId: 3n } as Viewer
export const visitor: Viewer = { ...store, role: 'visitor', cartId: 0n, visitorsMay: [] }

export type Statement = { text: string; values: readonly unknown[] }

/** Of each page that a statement reads its one row, of noughts; of records none. */
const emptyPages = (text: string): TextRow[] =>
  text.startsWith('SELECT 0,') ? text.split(' UNION ALL ').map((_page, number) => [String(number), ...Array(9).fill('0')]) : []

/** The context of a request over a database of these rows, which records its statements. */
export function contextOf(viewer: Viewer, rows?: readonly TextRow[], limits = defaultLimits) {
  const statements: Statement[] = []
  const db = {
    async rows(text: string, values: readonly unknown[]): Promise<readonly TextRow[]> {
      statements.push({ text, values })
      return rows ?? emptyPages(text)
    },
  }
  const faults: unknown[] = []
  const given = {
    ...{
      db,
      viewer,
      surface: 'graphql',
      account: openAccount(undefined, 'test'),
      limits,
      facts: newFacts('graphql'),
      cookies: [],
    },
    ...{ signal: new AbortController().signal, now: new Date(0), report: (error: unknown) => void faults.push(error) },
  }
  return { context: given as unknown as Context, statements, faults }
}

export type Asked = { as?: Viewer; rows?: TextRow[]; variables?: Record<string, unknown>; limits?: Limits }

/** Runs a document, which is planned once as long as it is the same object: what came of it, and by which statements. */
export async function ask(text: string | DocumentNode, { as = merchant, rows, variables = {}, limits }: Asked = {}) {
  const document = typeof text === 'string' ? parse(text) : text
  const [fault] = validate(schema, document)
  if (fault) throw fault
  const { context, statements, faults } = contextOf(as, rows, limits)
  const outcome: OperationResult = await run(schema, { document, variableValues: variables }, context)
  if (faults.length > 0) throw faults[0]
  return {
    ...outcome,
    data: outcome.data?.join(''),
    statements,
    codes: (outcome.errors ?? []).map(({ extensions }) => extensions.code),
  }
}

/** The one statement that a document is read by. */
export async function statementOf(text: string | DocumentNode, asked?: Asked): Promise<Statement> {
  const { statements, errors } = await ask(text, asked)
  const [statement, ...others] = statements
  if (!statement || others.length > 0) throw new Error(`${statements.length} statements: ${errors?.[0]?.message}`)
  return statement
}
