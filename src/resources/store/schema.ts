/** The store itself: the one that the credential opens, or whose address was asked. */
import type PrismaTypes from '../../../prisma/generated/pothos.ts'
import type { Role } from '../../auth/viewer.ts'
import { shownColumns } from '../../schema/columns.ts'
import { modelOf } from '../../schema/model.ts'
import { planned, type RootRead } from '../../schema/reads.ts'
import { models } from '../data-model.ts'
import { builder, typeOf } from '../describe.ts'

const roles: Role[] = ['merchant', 'customer', 'visitor']

// Whoever sees its prices and times, and pages through its products, needs all of this to read them.
const model = modelOf(models, 'Store')
const columns = shownColumns<PrismaTypes['Store']>(
  model,
  {
    columns: {
      id: 'everybody',
      name: 'everybody',
      host: 'everybody',
      currency: 'everybody',
      timeZone: 'everybody',
      pageBase: 'everybody',
      createdAt: 'merchant',
      retryDays: 'merchant',
      cancelsPastDue: 'merchant',
    },
  },
  roles,
)

const description = 'A store: the currency of its amounts, and how it keeps time and counts pages.'

const store = typeOf('Store', { description, columns, kind: 'store' })

// Nobody can name another: there is one wall, and it is the viewer's store.
builder.queryField('store', (t) =>
  t.field({
    type: store,
    nullable: true,
    description: `${description} The one that the credential opens, or whose address was asked; for everybody.`,
    extensions: { read: { store: model } satisfies RootRead },
    resolve: planned,
  }),
)
