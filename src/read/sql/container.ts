/**
 * The document that the rows of an answer form. A plan has a container beside its dialect: the dialect spells names and values, the
 * container makes rows of them and a document of the rows. What is inside a row is JSON.
 */
import { type FieldJson, type Json, objectOf } from './json.ts'

export type Container = {
  /** The Content-Type of the document. */
  mediaType: string
  /** The text of a row. */
  row(fields: readonly FieldJson[]): Json
  /** The text before the first row, between two, and after the last. */
  opening(fields: readonly FieldJson[]): string
  separator: string
  closing: string
  /** Whether the rows of a page arrive one by one: joined by the database, a long text is copied several times. */
  isByRow?: true
}

/** An array of objects. */
export const jsonDocument: Container = {
  mediaType: 'application/json; charset=utf-8',
  row: objectOf,
  opening: () => '[',
  separator: ',',
  closing: ']',
}
