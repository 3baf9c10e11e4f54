/**
 * Persisted documents: a client may send the SHA-256 of a document instead of its text, and a locked server executes only registered
 * documents.
 *
 * The exchange is that of automatic persisted queries, `extensions.persistedQuery { version: 1, sha256Hash }`, which Apollo's clients and
 * urql speak, or `documentId`, with `sha256:` in front of a hash, as the draft of GraphQL over HTTP has it (Appendix A, Persisted
 * Documents).
 */
import { LRUCache } from 'lru-cache'
import { badInput, Refusal } from '../values/errors.ts'
import { hashOf } from '../values/hash.ts'
import type { Parameters } from './parameters.ts'

/** The parameters that select the document of a request. */
type DocumentRequest = Pick<Parameters, 'query' | 'documentId' | 'extensions'>

/** Resolves a request to the text of its document. */
export type Documents = (asked: DocumentRequest) => string

// After an eviction clients send the text again.
const keptCharacters = 8_388_608

/**
 * Automatic persisted queries: a document is registered when it first arrives together with its hash.
 *
 * @returns a function that throws Refusal PERSISTED_QUERY_NOT_FOUND for a hash that is unknown or evicted, and BAD_INPUT.
 */
export function automaticDocuments(): Documents {
  const known = new LRUCache<string, string>({ maxSize: keptCharacters, sizeCalculation: (text) => text.length || 1 })
  return (asked) => {
    const { query } = asked
    const name = readName(asked)
    if (name === undefined) return textOf(query)
    if (!query) {
      const text = known.get(name)
      if (text !== undefined) return text
      throw new Refusal('PERSISTED_QUERY_NOT_FOUND', isHash(name) ? 'PersistedQueryNotFound' : `No document is called ${name}.`)
    }
    if (hashOf(query) !== name) throw badInput('The hash beside the query is not its SHA-256.')
    known.set(name, query)
    return query
  }
}

/**
 * Registered documents only, looked up by hash, registered name or exact text.
 *
 * @returns a function that throws Refusal PERSISTED_QUERY_ONLY for any other.
 */
export function registeredDocuments(registered: ReadonlyMap<string, string>): Documents {
  const texts = new Set(registered.values())
  return (asked) => {
    const { query } = asked
    const name = readName(asked)
    const text = query ? (texts.has(query) ? query : undefined) : name && registered.get(name)
    if (text) return text
    throw new Refusal('PERSISTED_QUERY_ONLY', 'Only registered documents run here, and this is none of them.')
  }
}

function textOf(query: DocumentRequest['query']): string {
  if (query) return query
  throw badInput(
    'The request has no document: give its text as query, its hash as extensions.persistedQuery, or its name as documentId.',
  )
}

/** Whether a value can be the name of a document; a registered name need not be a hash. */
export const isDocumentName = (name: unknown): name is string => typeof name === 'string' && /^[\w:.-]{1,200}$/.test(name)

const isHash = (name: string): boolean => /^[\da-f]{64}$/.test(name)

const hashPrefix = 'sha256:'

/**
 * The name of a document without the prefix `sha256:`, which some clients and GraphQL Code Generator's manifest write in front of a hash.
 */
export const bareName = (name: string): string => (name.startsWith(hashPrefix) ? name.slice(hashPrefix.length) : name)

/** The name of a document in a request, if it has one; a hash without its prefix. */
function readName({ documentId, extensions }: DocumentRequest): string | undefined {
  const given = extensions?.persistedQuery
  if (documentId == null) return given === undefined ? undefined : readHash(given)
  if (given !== undefined) throw badInput('Name the document by documentId or by extensions.persistedQuery, not by both.')
  if (!isDocumentName(documentId)) throw badInput('documentId takes the name of a document, or sha256: and its hash.')
  return bareName(documentId)
}

function readHash(given: unknown): string {
  const { version, sha256Hash } = (given ?? {}) as { version?: unknown; sha256Hash?: unknown }
  if (version === 1 && isDocumentName(sha256Hash)) return bareName(sha256Hash)
  throw badInput('extensions.persistedQuery takes version 1 and a sha256Hash.')
}
