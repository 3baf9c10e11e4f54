/** Describing an interface: what a description must say, and that two of them share nothing. */
import { isObjectType, printType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { relationOf } from '../../src/schema/model.ts'
import { resourceOf } from '../../src/schema/registry.ts'
import { describing, models, schema } from './library.ts'

const columns = { id: 'everybody', storeId: 'everybody', name: 'everybody', isOpen: 'everybody' } as const
const shelf = { scope: 'products', columns, access: { merchant: { rows: () => ({}) } } } as const

describe('A data model', () => {
  it('has models as values, which their relations lead to', () => {
    const book = models.get('Book')
    expect(book && relationOf(book, 'sequel')).toMatchObject({ model: book, from: 'sequelId', to: 'id', required: false })
    expect(book && relationOf(book, 'shelf').model.relations.get('books')).toMatchObject({
      model: book,
      from: 'id',
      to: 'shelfId',
    })
  })

  it('says of an enum its values, of 64-bit integers whether they are ids, and what holds a row to its store', () => {
    const { columns } = models.get('Book') ?? {}
    expect(columns?.get('genre')).toMatchObject({ kind: 'enum', values: ['prose', 'verse', 'drama'] })
    expect([columns?.get('shelfId')?.kind, columns?.get('price')?.kind]).toEqual(['id', 'amount'])
    expect([models.get('Book')?.storeColumn, models.get('Store')?.storeColumn]).toEqual(['storeId', 'id'])
  })
})

describe('A resource', () => {
  it('is made a type with its columns, what they are made of and what they lead to', () => {
    const type = schema.getType('Shelf')
    expect(isObjectType(type) && Object.keys(type.getFields())).toEqual([
      ...[
        'nodeId',
        'id',
        'storeId',
        'name',
        'isOpen',
        'type',
        'url',
        'remarks',
        'books',
        'dramas',
        'booksAggregate',
        'dramasAggregate',
      ],
    ])
    expect(resourceOf(type)?.links.get('books')?.target).toBe(resourceOf(schema.getType('Book')))
  })

  it('is filtered by its columns, and by the keys of what has free-form ones', () => {
    const filter = schema.getType('ShelfFilter')
    const text = filter ? printType(filter) : ''
    expect(text).toContain('remarks: [RemarkKeyFilter!]')
    expect(text).toContain('books: BookFilter')
  })

  it('must say who reads each of its columns', () => {
    const { isOpen: _left, ...others } = columns
    expect(() => describing().resource('Shelf', { ...shelf, columns: others as never })).toThrow(
      'Shelf.isOpen does not say who reads it',
    )
  })

  it('is described once', () => {
    const { resource } = describing()
    resource('Shelf', shelf)
    expect(() => resource('Shelf', shelf)).toThrow('Shelf is described twice')
  })

  it('has no relation that its model has not, and keeps none from others that it has not', () => {
    expect(() => describing().resource('Shelf', { ...shelf, relations: ['boxes' as never] })).toThrow('no relation boxes')
    expect(() =>
      describing().resource('Shelf', { ...shelf, access: { merchant: { rows: () => ({}), closed: ['books'] } } }),
    ).toThrow('no relation books')
  })

  it('that something leads to must be described when the schema is made', () => {
    const { resource, toSchema } = describing()
    resource('Shelf', { ...shelf, connections: ['books'], record: 'shelf' })
    expect(() => toSchema('Shelves.')).toThrow('Nothing describes Book')
  })

  it('shows no column of a relation that not every row has, or of a record that does not show it', () => {
    const { resource } = describing()
    resource('Shelf', { ...shelf, columns: { ...columns, name: 'nobody' } })
    const book = (through: 'shelf' | 'sequel', of: string) => {
      const everybody = { id: 'everybody', storeId: 'everybody', shelfId: 'everybody', sequelId: 'everybody' } as const
      const others = { customerId: 'nobody', title: 'everybody', genre: 'nobody', price: 'nobody', pages: 'nobody' } as const
      const last = { printedAt: 'nobody', note: 'nobody', secret: 'nobody' } as const
      const derived = { shown: { through, of, audience: 'everybody', description: 'Shown.' } } as const
      resource('Book', { ...shelf, columns: { ...everybody, ...others, ...last }, derived })
    }
    expect(() => book('shelf', 'name')).toThrow('Shelf.name is not shown through a relation')
    expect(() => book('sequel', 'title')).toThrow('Not every row has one record of sequel')
  })

  it('shows no path of columns that not everybody reads who sees it', () => {
    const closed = { ...columns, id: 'merchant' } as const
    const access = { merchant: { rows: () => ({}) }, visitor: { rows: () => ({}) } }
    expect(() => describing().resource('Shelf', { ...shelf, columns: closed, access, url: '/v1/shelves/{id}/' })).toThrow(
      'shows id',
    )
  })
})

describe('Two interfaces of one process', () => {
  it('share no type', () => {
    const schemas = ['shelf', 'rack'].map((record) => {
      const { resource, toSchema } = describing()
      resource('Shelf', { ...shelf, record, list: `${record}s` })
      return toSchema('Shelves.')
    })
    expect(schemas.map((each) => Object.keys(each.getQueryType()?.getFields() ?? {}))).toEqual([
      ['shelf', 'shelfs', 'shelfsAggregate', 'node', 'nodes'],
      ['rack', 'racks', 'racksAggregate', 'node', 'nodes'],
    ])
    expect(schemas[0]?.getType('ShelfFilter')).not.toBe(schemas[1]?.getType('ShelfFilter'))
  })
})
