/** The person of the staff whose session the request carries. */
import type { Person } from '../../auth/viewer.ts'
import { modelOf } from '../../schema/model.ts'
import { planned, type ReportInputs, type RootRead } from '../../schema/reads.ts'
import { forbidden } from '../../values/errors.ts'
import { models } from '../data-model.ts'
import { builder } from '../describe.ts'

type OwnSession = { sessionId: string; createdAt: Date; expiresAt: Date; address: string; userAgent: string; isThis: boolean }

type SignedIn = Pick<Person, 'name' | 'email' | 'role' | 'expiresAt'> & {
  staffId: string
  sessionId: string
  scopes: readonly string[]
  totpConfirmedAt: Date | null
  sessions: readonly OwnSession[]
}

const ownSession = builder.objectRef<OwnSession>('OwnSession').implement({
  description: 'An open session of the person who is signed in.',
  fields: (t) => ({
    sessionId: t.exposeID('sessionId', { description: 'Identifier of the session.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    address: t.exposeString('address', { description: 'The network address that it was started from.' }),
    userAgent: t.exposeString('userAgent', { description: 'The name of the browser, as it gives it.' }),
    isThis: t.exposeBoolean('isThis', { description: 'Whether the request carries this session.' }),
  }),
})

const signedIn = builder.objectRef<SignedIn>('SignedIn').implement({
  description: 'A person of the staff who is signed in.',
  fields: (t) => ({
    staffId: t.exposeID('staffId', { description: 'Identifier of the person.' }),
    name: t.exposeString('name', { description: 'Name of the person.' }),
    email: t.exposeString('email', { description: 'E-mail address of the person.' }),
    role: t.string({ description: 'The role of the person, one of `StaffRole`.', resolve: ({ role }) => role }),
    scopes: t.stringList({ description: 'The scopes of the role.', resolve: ({ scopes }) => [...scopes] }),
    sessionId: t.exposeID('sessionId', { description: 'Identifier of the session.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the session ends by itself.' }),
    totpConfirmedAt: t.expose('totpConfirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when signing in takes a code of an authenticator app, if it does.',
    }),
    sessions: t.expose('sessions', { type: [ownSession], description: 'The open sessions of the person, the newest first.' }),
  }),
})

/** A time as statements of reports answer it: in seconds. */
const timeOf = (seconds: string | null | undefined): Date => new Date(Number(seconds) * 1_000)

async function confirmedAt(query: ReportInputs['query'], { staffId }: Person): Promise<Date | null> {
  const [row] = await query(
    'SELECT extract(epoch FROM totp_confirmed_at)::bigint FROM staff WHERE store_id = $1 AND id = $2 AND totp_confirmed_at IS NOT NULL',
    [String(staffId)],
  )
  return row ? timeOf(row[0]) : null
}

async function ownSessions(query: ReportInputs['query'], { staffId, sessionId }: Person, now: Date): Promise<OwnSession[]> {
  const rows = await query(
    `SELECT id, extract(epoch FROM created_at)::bigint, extract(epoch FROM expires_at)::bigint, address, user_agent
    FROM staff_session WHERE store_id = $1 AND staff_id = $2 AND ended_at IS NULL AND expires_at > $3::timestamptz ORDER BY id DESC`,
    [String(staffId), now.toISOString()],
  )
  return rows.map(([id, createdAt, expiresAt, address, userAgent]) => ({
    ...{ sessionId: id ?? '', createdAt: timeOf(createdAt), expiresAt: timeOf(expiresAt) },
    ...{ address: address ?? '', userAgent: userAgent ?? '', isThis: id === String(sessionId) },
  }))
}

builder.queryField('signedIn', (t) =>
  t.field({
    type: signedIn,
    nullable: true,
    description: 'The person of the staff whose session the request carries; for the Desk alone.',
    extensions: {
      scopes: [],
      read: {
        store: { model: modelOf(models, 'Store'), columns: ['id'] },
        async report(_args, { viewer, context, parts, query }): Promise<SignedIn> {
          const person = viewer.role === 'merchant' ? viewer.person : undefined
          if (viewer.role !== 'merchant' || !person)
            throw forbidden('A person who is signed in to the Desk may ask this, and no key.')
          const { staffId, sessionId, name, email, role, expiresAt } = person
          const ids = { staffId: String(staffId), sessionId: String(sessionId) }
          const sessions = parts.has('sessions') ? await ownSessions(query, person, context.now) : []
          const totpConfirmedAt = parts.has('totpConfirmedAt') ? await confirmedAt(query, person) : null
          return { ...ids, name, email, role, expiresAt, scopes: viewer.scopes, totpConfirmedAt, sessions }
        },
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)
