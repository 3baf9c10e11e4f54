/** Changes the password of the person who is signed in. */
import { type FormEvent, useId, useState } from 'react'
import { changePassword } from '../session.ts'
import { say } from './toast.tsx'

/** @param email of the person, by which programs that keep passwords know the account. */
export function PasswordForm({ email }: { email: string }) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const [isWorking, setWorking] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    setWorking(true)
    const refused = await changePassword(String(given.get('now') ?? ''), String(given.get('next') ?? ''))
    setWorking(false)
    setFault(refused)
    if (refused) return
    form.reset()
    say('The password is changed; other browsers are signed out.')
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div className="field">
        <label htmlFor={`${id}-now`}>The password you have now</label>
        <input
          id={`${id}-now`}
          name="now"
          type="password"
          autoComplete="current-password"
          aria-describedby={fault ? `${id}-fault` : undefined}
          aria-invalid={fault ? true : undefined}
          required
        />
        {fault && (
          <p className="fault" id={`${id}-fault`} role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-next`}>The new password</label>
        <input
          id={`${id}-next`}
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={12}
          aria-describedby={`${id}-hint`}
          required
        />
        <p className="hint" id={`${id}-hint`}>
          At least 12 characters.
        </p>
      </div>
      <button type="submit" disabled={isWorking}>
        Change the password
      </button>
    </form>
  )
}
