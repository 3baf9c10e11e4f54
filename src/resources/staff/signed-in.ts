/** The person of the staff whose session the request carries. */
import type { Person } from '../../auth/viewer.ts'
import { modelOf } from '../../schema/model.ts'
import { planned, type RootRead } from '../../schema/reads.ts'
import { forbidden } from '../../values/errors.ts'
import { models } from '../data-model.ts'
import { builder } from '../describe.ts'

type SignedIn = Pick<Person, 'name' | 'email' | 'role' | 'expiresAt'> & {
  staffId: string
  sessionId: string
  scopes: readonly string[]
}

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
  }),
})

builder.queryField('signedIn', (t) =>
  t.field({
    type: signedIn,
    nullable: true,
    description: 'The person of the staff whose session the request carries; for the Desk alone.',
    extensions: {
      scopes: [],
      read: {
        store: { model: modelOf(models, 'Store'), columns: ['id'] },
        async report(_args, { viewer }): Promise<SignedIn> {
          const person = viewer.role === 'merchant' ? viewer.person : undefined
          if (viewer.role !== 'merchant' || !person)
            throw forbidden('A person who is signed in to the Desk may ask this, and no key.')
          const { staffId, sessionId, name, email, role, expiresAt } = person
          return { staffId: String(staffId), sessionId: String(sessionId), name, email, role, expiresAt, scopes: viewer.scopes }
        },
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)
