/** A fault that an operator can mend: of a command, a file or a setting. */

/** Its message is the whole answer. */
export class OperatorError extends Error {}
