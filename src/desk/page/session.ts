/** The session of the person who is signed in, as the page knows it. */
import { useSyncExternalStore } from 'react'
import { base } from './place.ts'

/** `unknown` until the first answer; `ended` when a session ends while the page is open, which keeps what was entered. */
type SessionState = 'unknown' | 'open' | 'none' | 'ended'

let state: SessionState = 'unknown'
const listeners = new Set<() => void>()

function become(next: SessionState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

export const useSession = (): SessionState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

/** Notes that an answer needed a session and had one. */
export const noteSession = (): void => become('open')

/** Notes that an answer was refused for want of a session. */
export const noteNoSession = (): void => become(state === 'open' || state === 'ended' ? 'ended' : 'none')

type Credentials = { email: string; password: string; code?: string } | { demo: true }

/** Signs in. @returns the sentence of a refusal, or undefined when it is done. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const answer = await post('sign-in', credentials)
  if (answer !== undefined) return answer
  become('open')
  return undefined
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await post('sign-out', {})
  // A page that is loaded anew keeps nothing that the person has seen.
  location.assign(`${base}/`)
}

/** Accepts an invitation by its token. @returns the sentence of a refusal, or undefined when it is done. */
export const acceptInvitation = (given: { token: string; name: string; password: string }): Promise<string | undefined> =>
  post('accept-invitation', given)

/** Changes the password. @returns the sentence of a refusal, or undefined when it is done. */
export const changePassword = (password: string, newPassword: string): Promise<string | undefined> =>
  post('change-password', { password, new_password: newPassword })

async function post(path: string, body: object): Promise<string | undefined> {
  try {
    const answer = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return undefined
    const refused = (await answer.json().catch(() => ({}))) as { errors?: (string | { message: string })[]; message?: string }
    const [first] = refused.errors ?? []
    return (typeof first === 'string' ? first : first?.message) ?? refused.message ?? `The server answered ${answer.status}.`
  } catch {
    return 'The server cannot be reached. Try again in a moment.'
  }
}
