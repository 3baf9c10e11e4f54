/** The store itself: the one that the credential opens, or whose address was asked. */
import type { Role } from '../../auth/viewer.ts'
import { builder } from '../../graphql/builder.ts'
import { shownColumns } from '../../graphql/columns.ts'
import type { LooseObjectFields } from '../../graphql/connection.ts'
import { planned } from '../../graphql/read/field-read.ts'
import { storeRoot } from '../../graphql/read/root.ts'
import { columnField, kindField } from '../../graphql/record-fields.ts'

const roles: Role[] = ['merchant', 'customer', 'visitor']

// Whoever sees its prices and times, and pages through its products, needs all of this to read them.
const columns = shownColumns(
  'Store',
  {
    columns: {
      id: 'everybody',
      name: 'everybody',
      host: 'everybody',
      currency: 'everybody',
      timeZone: 'everybody',
      pageBase: 'everybody',
      createdAt: 'merchant',
    },
  },
  roles,
)

const description = 'A store: the currency of its amounts, and how it keeps time and counts pages.'

const store = builder.prismaObject('Store', {
  description,
  fields: (builderFields) => {
    const t = builderFields as unknown as LooseObjectFields
    return {
      ...Object.fromEntries([...columns.values()].map((column) => [column.name, columnField(t, column)])),
      type: kindField(t, 'store'),
    } as never
  },
})

// Nobody can name another: there is one wall, and it is the viewer's store.
builder.queryField('store', (t) =>
  t.field({
    type: store,
    nullable: true,
    description: `${description} The one that the credential opens, or whose address was asked; for everybody.`,
    extensions: { read: storeRoot },
    resolve: planned,
  }),
)
