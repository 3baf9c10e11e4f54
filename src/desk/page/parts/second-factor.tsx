/** The authenticator app of the person who is signed in: enrolled, confirmed by one of its codes, and removed. */
import { type FormEvent, useId, useState } from 'react'
import { client, sentenceOf } from '../client.ts'
import { ConfirmTotpDocument, EnrolTotpDocument, RemoveTotpDocument } from '../documents/account.ts'
import { day } from '../format.ts'
import { tellChange } from '../live.ts'
import { type Act, ActButtons } from './act.tsx'
import { Dialog } from './dialog.tsx'

type FactorProps = {
  /** The id of the person. */
  id: string
  /** When an app was confirmed, if one was. */
  since: string | null
}

const remove = (id: string): Act => ({
  label: 'Remove',
  title: 'Remove the authenticator app',
  document: RemoveTotpDocument,
  input: () => ({ id }),
  preview: () => 'Signing in takes the password alone from then on, and the recovery codes are good no more.',
  done: 'The app is removed.',
  isHarmful: true,
})

export function SecondFactor({ id, since }: FactorProps) {
  const [isOpen, setOpen] = useState(false)
  if (since)
    return (
      <>
        <p>Signing in takes a code of your app since {day(since)}.</p>
        <ActButtons acts={[remove(id)]} />
      </>
    )
  return (
    <>
      <p>With an app on your phone, a password that was stolen is not enough to sign in.</p>
      <div className="acts">
        <button type="button" onClick={() => setOpen(true)}>
          Set up
        </button>
      </div>
      {isOpen && <Setup id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

type Enrolled = { secret: string; otpauthUrl: string }

/** The first error of a mutation, as a sentence. */
const refusalOf = (payload: { userErrors: { message: string }[] } | null | undefined): string | undefined =>
  payload?.userErrors[0]?.message

/** The secret in groups of four, as people copy it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function Setup({ id, onClose }: { id: string; onClose: () => void }) {
  const code = useId()
  const [enrolled, setEnrolled] = useState<Enrolled>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const [fault, setFault] = useState<string>()
  const enrol = async () => {
    const { data, error } = await client.mutation(EnrolTotpDocument, { input: { id }, dryRun: false }).toPromise()
    const { secret, otpauthUrl } = data?.enrolTotp ?? {}
    setFault(error ? sentenceOf(error) : refusalOf(data?.enrolTotp))
    if (secret && otpauthUrl) setEnrolled({ secret, otpauthUrl })
  }
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s/g, '')
    const { data, error } = await client.mutation(ConfirmTotpDocument, { input: { id, code: given }, dryRun: false }).toPromise()
    setFault(error ? sentenceOf(error) : refusalOf(data?.confirmTotp))
    const made = data?.confirmTotp?.recoveryCodes
    if (made) setRecoveryCodes(made.split(' '))
  }
  const close = () => {
    tellChange()
    onClose()
  }
  if (recoveryCodes)
    return (
      <Dialog title="Recovery codes" onClose={close}>
        <p>Each signs you in once without the app. They are shown this once: print them, or keep them with your passwords.</p>
        <ul className="codes">
          {recoveryCodes.map((each) => (
            <li key={each}>
              <code className="secret">{each}</code>
            </li>
          ))}
        </ul>
        <footer>
          <button type="button" className="primary" onClick={close}>
            I have kept them
          </button>
        </footer>
      </Dialog>
    )
  return (
    <Dialog title="Set up an authenticator app" onClose={close}>
      {enrolled ? (
        <form onSubmit={(event) => void confirm(event)}>
          <p>
            Enter this key in the app, or <a href={enrolled.otpauthUrl}>open it in an app on this device</a>.
          </p>
          <p>
            <code className="secret">{grouped(enrolled.secret)}</code>
          </p>
          <div className="field">
            <label htmlFor={code}>The code that the app shows</label>
            <input
              id={code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              aria-describedby={fault ? `${code}-fault` : undefined}
              aria-invalid={fault ? true : undefined}
              required
            />
            {fault && (
              <p className="fault" id={`${code}-fault`} role="alert">
                {fault}
              </p>
            )}
          </div>
          <footer>
            <button type="button" onClick={close}>
              Back
            </button>
            <button type="submit" className="primary">
              Confirm
            </button>
          </footer>
        </form>
      ) : (
        <>
          <p>The app makes a new code every half minute, which signing in then asks for too.</p>
          {fault && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
          <footer>
            <button type="button" onClick={close}>
              Back
            </button>
            <button type="button" className="primary" onClick={() => void enrol()}>
              Show the key
            </button>
          </footer>
        </>
      )}
    </Dialog>
  )
}
