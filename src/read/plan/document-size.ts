/** The memory of a cached document. */

// graphql-js allocates about a hundred times the size of a token and its text.
const bytesOfToken = 480
const bytesOfCharacter = 2

/** The bytes of a document by its tokens and the characters of its text, which it references. */
export const bytesOfDocument = (tokens = 1, characters = 0): number => bytesOfToken * tokens + bytesOfCharacter * characters
