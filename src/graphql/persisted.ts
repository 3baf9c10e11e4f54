/**
 * Documents known by their hash: a client may send the SHA-256 of a document instead of its text, and a locked server runs
 * nothing that was not registered.
 *
 * The exchange is that of automatic persisted queries, `extensions.persistedQuery { version: 1, sha256Hash }`, which Apollo's
 * clients and urql speak.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { badInput, Refusal } from '../errors.ts'

/** What a request says of its document. */
type Asked = { query?: string; extensions?: Record<string, unknown> }

/** Answers the text of the document that is to run. */
export type Documents = (asked: Asked) => string

// Clients send the text again when it is gone.
const keptCharacters = 8_388_608

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Any document, learnt when it is first sent together with its hash.
 *
 * @returns a function that throws Refusal PERSISTED_QUERY_NOT_FOUND for a hash that is not known (any more), and BAD_INPUT.
 */
export function automaticDocuments(): Documents {
  const known = new LRUCache<string, string>({ maxSize: keptCharacters, sizeCalculation: (text) => text.length || 1 })
  return ({ query, extensions }) => {
    const hash = readHash(extensions)
    if (hash === undefined) return textOf(query)
    if (!query) {
      const text = known.get(hash)
      if (text !== undefined) return text
      throw new Refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
    }
    if (hashOf(query) !== hash) throw badInput('extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.')
    known.set(hash, query)
    return query
  }
}

/**
 * Registered documents alone, by their hash (or whatever they are registered by) or by their very text.
 *
 * @returns a function that throws Refusal PERSISTED_QUERY_ONLY for any other.
 */
export function registeredDocuments(registered: ReadonlyMap<string, string>): Documents {
  const texts = new Set(registered.values())
  return ({ query, extensions }) => {
    const hash = readHash(extensions)
    const text = query ? (texts.has(query) ? query : undefined) : hash && registered.get(hash)
    if (text) return text
    throw new Refusal('PERSISTED_QUERY_ONLY', 'Only registered documents run here, and this is none of them.')
  }
}

function textOf(query: string | undefined): string {
  if (query) return query
  throw badInput('The request has no document: give its text as query, or its hash as extensions.persistedQuery.')
}

/** Whether a document can be asked for by this; it need be no hash where it was registered. */
export const isDocumentName = (name: unknown): name is string => typeof name === 'string' && /^[\w:.-]{1,200}$/.test(name)

function readHash(extensions: Asked['extensions']): string | undefined {
  const given = extensions?.persistedQuery
  if (given === undefined) return undefined
  const { version, sha256Hash } = (given ?? {}) as { version?: unknown; sha256Hash?: unknown }
  if (version === 1 && isDocumentName(sha256Hash)) return sha256Hash
  throw badInput('extensions.persistedQuery takes version 1 and a sha256Hash.')
}
