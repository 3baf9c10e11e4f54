/** The name of a model's property on the Prisma client. */

/** `OrderProduct` → `orderProduct`. */
export const delegateName = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1)
