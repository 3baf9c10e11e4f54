/** The staff of a store and their sessions, as merchants who manage them see them: never with a hash. */

import type { StaffRole } from '../../../prisma/generated/client/client.ts'
import { scopesOfRole } from '../../auth/roles.ts'
import { type FieldRead, planned } from '../../schema/reads.ts'
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Staff', {
  scope: 'staff',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    name: 'merchant',
    email: 'merchant',
    role: 'merchant',
    status: 'merchant',
    invitationExpiresAt: 'merchant',
    createdAt: 'merchant',
    acceptedAt: 'merchant',
    signedInAt: 'merchant',
    removedAt: 'merchant',
    redactedAt: 'merchant',
    totpConfirmedAt: 'merchant',
    totpSecret: 'nobody',
    totpStep: 'nobody',
    recoveryHashes: 'nobody',
    passwordHash: 'nobody',
    invitationHash: 'nobody',
  },
  emails: ['email'],
  connections: ['sessions', 'keys'],
  fields: (t) => ({
    scopes: t.stringList({
      description: 'The scopes of the role.',
      extensions: {
        read: {
          inputs: { columns: ['role'] },
          compute: ({ role }) => scopesOfRole[role as StaffRole],
        } satisfies FieldRead,
      },
      resolve: planned,
    }),
  }),
  access: merchantOnly,
  url: '/v1/staff/{id}/',
  record: 'staffMember',
  list: 'staff',
})

resource('StaffSession', {
  scope: 'staff',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    staffId: 'merchant',
    createdAt: 'merchant',
    expiresAt: 'merchant',
    endedAt: 'merchant',
    address: 'merchant',
    userAgent: 'merchant',
    tokenHash: 'nobody',
  },
  relations: ['staff'],
  access: merchantOnly,
  record: 'staffSession',
  list: 'staffSessions',
})
