/** What a document takes of memory while it is kept. */

// What graphql-js makes of a token and its text is a hundred times as large as they are.
const bytesOfToken = 480
const bytesOfCharacter = 2

/** The bytes of a document of so many tokens and of its text, which it leads to. */
export const bytesOfDocument = (tokens = 1, characters = 0): number => bytesOfToken * tokens + bytesOfCharacter * characters
