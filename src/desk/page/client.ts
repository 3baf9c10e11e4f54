/** The GraphQL client: one request at a time for a page, its answers kept until something changes. */
import { Client, type CombinedError, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { base } from './place.ts'
import { noteNoSession, noteSession } from './session.ts'

/** The code of the first error of an answer, as the server has it. */
export const codeOf = (error: CombinedError | undefined): string | undefined => {
  const [first] = error?.graphQLErrors ?? []
  return (first?.extensions.code as string | undefined) ?? (error?.response?.status === 401 ? 'UNAUTHENTICATED' : undefined)
}

/** A sentence for the person about an error. */
export function sentenceOf(error: CombinedError): string {
  if (error.networkError && !error.response)
    return 'The server cannot be reached. What you see may be old; it is read again by itself.'
  return error.graphQLErrors.map(({ message }) => message).join(' ') || `The server answered ${error.response?.status}.`
}

const tries = 3

/** Sends again what was refused for its rate, when the server says so: nothing was done of it. */
const patientFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(input, init)
    if (answer.status !== 429 || attempt === tries) return answer
    const seconds = Math.min(Number(answer.headers.get('retry-after')) || 1, 10)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

export const client = new Client({
  url: `${base}/graphql`,
  preferGetMethod: false,
  fetch: patientFetch,
  exchanges: [
    cacheExchange,
    mapExchange({
      onResult({ error }) {
        if (codeOf(error) === 'UNAUTHENTICATED') noteNoSession()
        else if (!error?.networkError || error.response) noteSession()
      },
    }),
    fetchExchange,
  ],
})
