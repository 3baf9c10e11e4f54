/**
 * Seals secrets with AES-256-GCM. A sealed text says the version of its form and the key that it was made with, and belongs to one owner, which
 * is authenticated with it: a text that is moved to another row does not open.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** A key of 32 bytes, and the id that texts name it by. */
export type SealingKey = { id: string; bytes: Buffer }

/** The key that seals, and the one before it, which still opens. */
export type SealingKeys = { present: SealingKey; previous?: SealingKey | undefined }

/**
 * Reads a key.
 *
 * @param text 32 bytes in base64, as `openssl rand -base64 32` prints them, or 64 hexadecimal digits. @returns undefined for any other.
 */
export function readSealingKey(text: string): SealingKey | undefined {
  const isHex = /^[\da-f]{64}$/i.test(text)
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
  if (bytes.length !== 32) return undefined
  return { id: createHash('sha256').update('sealing key ').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** The id of the key that a text is sealed with; empty for a text of no known form. */
export const keyOf = (sealed: string): string => /^v\d+\.([^.]*)\./.exec(sealed)?.[1] ?? ''

/** Seals a text. @param owner the row that it belongs to: `store 1 stripe`. */
export function seal({ present: { id, bytes } }: SealingKeys, owner: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${id}.${sealed.toString('base64url')}`
}

/**
 * Opens a sealed text.
 *
 * @throws Error naming the key that is missing, or that the text is another owner's or was changed.
 */
export function unseal({ present, previous }: SealingKeys, owner: string, text: string): string {
  const [form, id, body = ''] = text.split('.')
  const key = [present, previous].find((each) => each?.id === id)
  if (form !== version || !key)
    throw new Error(
      `The secrets of ${owner} were sealed with the key ${id}, which is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS.`,
    )
  const sealed = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(owner))
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new Error(`The secrets of ${owner} were changed, or are another's.`, { cause: error })
  }
}
