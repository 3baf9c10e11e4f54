/** Globally unique ids of records: type, store and id, in base64url, which keeps them opaque. */
import { decodeBase64Text } from '../values/base64.ts'
import { parseId } from '../values/id.ts'

type NodeName = { typeName: string; storeId: bigint; id: bigint }

/** Far longer than the longest type with two ids. */
const maxCharacters = 200

/** Encodes a global id: for `Book`, 1 and 12 that is `Qm9vazoxOjEy`. */
export const writeNodeId = ({ typeName, storeId, id }: NodeName): string =>
  Buffer.from(`${typeName}:${storeId}:${id}`).toString('base64url')

/**
 * Decodes a global id, or returns undefined. A record has one spelling: input that decoders would tolerate, such as padding, is invalid.
 * Accepted: `Qm9vazoxOjEy`. Refused: `12`, `Qm9vazoxOjEy==`, `Qm9vazoxOjAxMg` (Book:1:012).
 */
export function readNodeId(text: string): NodeName | undefined {
  if (text.length > maxCharacters) return undefined
  const [typeName = '', store = '', row = '', ...others] = (decodeBase64Text(text, 'base64url') ?? '').split(':')
  const [storeId, id] = [parseId(store), parseId(row)]
  if (storeId === undefined || id === undefined || others.length > 0) return undefined
  const name = { typeName, storeId, id }
  return writeNodeId(name) === text ? name : undefined
}
