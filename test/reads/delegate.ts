/** The name of a model's property on the Prisma client. */
import type { ModelName } from '../../src/graphql/model.ts'

/** `OrderProduct` → `orderProduct`. */
export const delegateName = (model: ModelName): string => model.charAt(0).toLowerCase() + model.slice(1)
