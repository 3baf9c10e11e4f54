/** What follows from what is written of a customer. Pure. */

/** Given and family name together, with nothing between them where one is empty. */
export const fullName = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim()
