/** The SHA-256 of a text, by which clients may refer to it. */
import { createHash } from 'node:crypto'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
