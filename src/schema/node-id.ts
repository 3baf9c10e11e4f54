/** The names of records that no two of them share: type, store and id, in base64url, so that nobody reads more into them. */
import { decodeBase64Text } from '../values/base64.ts'
import { parseId } from '../values/id.ts'

type NodeName = { typeName: string; storeId: bigint; id: bigint }

/** Far more than the longest type and two ids have. */
const maxCharacters = 200

/** Writes the name of a record: for `Book`, 1 and 12 that is `Qm9vazoxOjEy`. */
export const writeNodeId = ({ typeName, storeId, id }: NodeName): string =>
  Buffer.from(`${typeName}:${storeId}:${id}`).toString('base64url')

/**
 * Reads the name of a record, or answers undefined. A record has one name: whatever decoders would forgive, such as padding,
 * is none. Accepted: `Qm9vazoxOjEy`. Refused: `12`, `Qm9vazoxOjEy==`, `Qm9vazoxOjAxMg` (Book:1:012).
 */
export function readNodeId(text: string): NodeName | undefined {
  if (text.length > maxCharacters) return undefined
  const [typeName = '', store = '', row = '', ...others] = (decodeBase64Text(text, 'base64url') ?? '').split(':')
  const [storeId, id] = [parseId(store), parseId(row)]
  if (storeId === undefined || id === undefined || others.length > 0) return undefined
  const name = { typeName, storeId, id }
  return writeNodeId(name) === text ? name : undefined
}
