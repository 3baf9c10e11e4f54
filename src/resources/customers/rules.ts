/** Derives columns of a customer from the written ones. Pure. */

/** Given and family name together, with nothing between them where one is empty. */
export const fullName = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim()
