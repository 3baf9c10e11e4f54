/** The table of contents, in the order in which people ask for what is in it: every resource, and the schema they make. */
import '../resources/subscriptions/schema.ts'
import '../resources/subscriptions/cancel.ts'
import '../resources/subscriptions/reactivate.ts'
import '../resources/subscriptions/renew.ts'
import '../resources/subscriptions/skip.ts'
import '../resources/subscriptions/update.ts'
import '../resources/orders/schema.ts'
import '../resources/orders/create.ts'
import '../resources/orders/update.ts'
import '../resources/customers/schema.ts'
import '../resources/customers/session.ts'
import '../resources/customers/token.ts'
import '../resources/products/schema.ts'
import '../resources/products/update.ts'
import '../resources/product-instances/schema.ts'
import '../resources/inventory/schema.ts'
import '../resources/inventory/update.ts'
import '../resources/shipments/schema.ts'
import '../resources/transactions/schema.ts'
import '../resources/carts/schema.ts'
import '../resources/coupons/schema.ts'
import '../resources/coupons/add.ts'
import '../resources/coupons/remove.ts'
import '../resources/surveys/schema.ts'
import '../resources/surveys/create.ts'
import '../resources/surveys/delete.ts'
import '../resources/surveys/replace.ts'
import '../resources/metadata/schema.ts'
import '../resources/metadata/delete.ts'
import '../resources/metadata/write.ts'
import '../resources/store/schema.ts'
import '../resources/log/schema.ts'
import '../resources/merchant-keys/schema.ts'
import '../resources/merchant-keys/create.ts'
import '../resources/merchant-keys/revoke.ts'
import '../resources/merchant-keys/rotate.ts'
import '../resources/allowed-origins/schema.ts'
import '../resources/allowed-origins/add.ts'
import '../resources/allowed-origins/remove.ts'
import './node-roots.ts'
import { GraphQLSchema, isEnumType } from 'graphql'
import { arranged, welcome } from './arrange.ts'
import { builder } from './builder.ts'

const config = builder.toSchema({ sortSchema: false }).toConfig()

// An enum of what is no part of the interface, such as payments under way, is none of the schema's either.
const reached = new GraphQLSchema({ query: config.query, mutation: config.mutation }).getTypeMap()
const types = config.types.filter((type) => !isEnumType(type) || type.name in reached)

// Unsorted: the place of an enum's value is its integer code.
export const schema = new GraphQLSchema({ ...config, description: welcome, types: arranged(types) })
