/** The part of a stored plan that edits an order. */
import * as v from 'valibot'
import { stored, storedTaxLine } from '../payment/stored-values.ts'

const { id, positive, whole } = stored

/** A line of the order as it is afterwards; one that is added has no id. */
const line = v.object({
  id: v.optional(id),
  subscriptionId: v.optional(id),
  productId: id,
  productInstanceId: id,
  name: v.string(),
  sku: v.string(),
  price: whole,
  quantity: positive,
  total: whole,
  discount: whole,
  shipping: whole,
  tax: whole,
  /** Its tax by rates; absent where it has none, and in plans from before lines had it. */
  taxLines: v.optional(v.array(storedTaxLine)),
  charged: whole,
  /** Whether its stock was tracked when the edit was planned. */
  isTracked: v.boolean(),
})

const sums = v.object({
  subTotal: whole,
  totalDiscount: whole,
  totalPrice: whole,
  totalShipping: whole,
  grossShipping: whole,
  totalTax: whole,
  total: whole,
})

export const storedEdit = v.object({
  orderId: id,
  /** A digest of the order as it was when the edit was planned; a charge is used only if it is unchanged. */
  basis: v.string(),
  reason: v.nullable(v.string()),
  /** The difference that is charged, or given back where it is below 0. */
  difference: whole,
  /** The address of the customer that it goes to from now on; absent where it stays. */
  addressId: v.optional(id),
  /** All lines of the order afterwards; absent where they stay. */
  lines: v.optional(v.pipe(v.array(line), v.minLength(1))),
  sums,
  /** How much of the total the card pays, before and afterwards: the subscriptions' revenue follows. */
  byCard: v.object({ before: whole, after: whole }),
  /** The pieces that are taken; those that come free are below 0. */
  stock: v.array(v.object({ instanceId: id, quantity: whole })),
})

export type StoredEdit = v.InferOutput<typeof storedEdit>

/** The pieces that an edit takes off the stock. */
export const takenBy = ({ stock }: StoredEdit): StoredEdit['stock'] => stock.filter(({ quantity }) => quantity > 0)

/** The pieces that come free by an edit. */
export const freedBy = ({ stock }: StoredEdit): StoredEdit['stock'] =>
  stock.filter(({ quantity }) => quantity < 0).map((each) => ({ ...each, quantity: -each.quantity }))
