/** The account of the person who is signed in: the password, an authenticator app, and the browsers in which they are signed in. */

import type { ResultOf } from 'gql.tada'
import { AccountDocument, EndSessionDocument } from '../documents/account.ts'
import { time, words } from '../format.ts'
import { type Act, ActButtons } from '../parts/act.tsx'
import { Badge } from '../parts/badge.tsx'
import { Failure, Waiting } from '../parts/message.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { SecondFactor } from '../parts/second-factor.tsx'
import { signOut } from '../session.ts'
import { useRead } from '../use-read.ts'

type OwnSession = NonNullable<ResultOf<typeof AccountDocument>['signedIn']>['sessions'][number]

const end = ({ sessionId: id }: OwnSession): Act => ({
  label: 'End',
  title: 'End the session',
  document: EndSessionDocument,
  input: () => ({ id }),
  preview: () => 'That browser is signed out within a second.',
  done: 'The session has ended.',
  isHarmful: true,
})

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const names: Partial<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const

/** A browser as people call it: `Firefox on Windows`. */
function browserOf(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(`${name}/`))
  const system = systems.find((name) => userAgent.includes(name))
  return [browser ? (names[browser] ?? browser) : 'A program', system && `on ${system}`].filter(Boolean).join(' ')
}

export function AccountPage() {
  const { data, error, again } = useRead(AccountDocument, {})
  const person = data?.signedIn
  return (
    <main>
      <header className="page-head">
        <h1>Your account</h1>
      </header>
      {error && <Failure error={error} again={again} />}
      {!person && !error && <Waiting lines={6} />}
      {person && (
        <div className="halves">
          <Panel
            title={person.name}
            aside={
              <button type="button" onClick={() => void signOut()}>
                Sign out
              </button>
            }
          >
            <Terms
              of={[
                ['E-mail', person.email],
                ['Role', words(person.role)],
              ]}
            />
          </Panel>
          <Panel title="Password">
            <PasswordForm email={person.email} />
          </Panel>
          <Panel title="Authenticator app">
            <SecondFactor id={person.staffId} since={person.totpConfirmedAt} />
          </Panel>
          <Panel title="Where you are signed in">
            <ul className="rows">
              {person.sessions.map((session) => (
                <li key={session.sessionId}>
                  <div>
                    {browserOf(session.userAgent)}
                    <span className="second">
                      from {session.address}, since {time(session.createdAt)}
                    </span>
                  </div>
                  <div className="aside">
                    {session.isThis ? <Badge state="active" label="This one" /> : <ActButtons acts={[end(session)]} />}
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </main>
  )
}
