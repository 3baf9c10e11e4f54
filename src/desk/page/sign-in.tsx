/** Signs in with e-mail, password and, where it is set up, a code; or accepts an invitation. */
import { type FormEvent, useId, useState } from 'react'
import { base, isDemo } from './place.ts'
import { acceptInvitation, signIn } from './session.ts'

/** @param isAgain whether a page stands behind it whose session has ended. */
export function SignIn({ isAgain = false }: { isAgain?: boolean }) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const [isWorking, setWorking] = useState(false)
  const isInvited = !isAgain && location.pathname.endsWith('/invitation')
  const token = isInvited ? location.hash.slice(1) || undefined : undefined
  const attempt = async (work: () => Promise<string | undefined>) => {
    setWorking(true)
    setFault(undefined)
    setFault(await work())
    setWorking(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const [email, password, code] = [text('email'), text('password'), text('code').trim()]
    void attempt(async () => {
      if (token) {
        const refused = await acceptInvitation({ token, name: text('name'), password })
        if (refused) return refused
        location.assign(`${base}/`)
        return undefined
      }
      return signIn({ email, password, ...(code && { code }) })
    })
  }
  const form = (
    <form onSubmit={submit} className="sign-in-form">
      {token ? (
        <div className="field">
          <label htmlFor={`${id}-name`}>Your name</label>
          <input id={`${id}-name`} name="name" autoComplete="name" required />
        </div>
      ) : (
        <div className="field">
          <label htmlFor={`${id}-email`}>E-mail</label>
          <input id={`${id}-email`} name="email" type="email" autoComplete="username" required />
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-password`}>Password</label>
        <input
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete={token ? 'new-password' : 'current-password'}
          minLength={token ? 12 : undefined}
          required
        />
        {token && <p className="hint">At least 12 characters.</p>}
      </div>
      {!token && (
        <div className="field">
          <label htmlFor={`${id}-code`}>
            Code<span className="unit"> – if you have set one up</span>
          </label>
          <input id={`${id}-code`} name="code" inputMode="numeric" autoComplete="one-time-code" />
        </div>
      )}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" className="primary" disabled={isWorking}>
        {token ? 'Join' : 'Sign in'}
      </button>
      {isDemo && !token && (
        <button type="button" disabled={isWorking} onClick={() => void attempt(() => signIn({ demo: true }))}>
          Open the demo shop
        </button>
      )}
    </form>
  )
  if (isAgain)
    return (
      <>
        <p>Your session has ended. What you entered is still here.</p>
        {form}
      </>
    )
  return (
    <main className="sign-in">
      <h1>{token ? 'Join the shop' : 'Sign in'}</h1>
      {form}
    </main>
  )
}
