/** A field that cannot be read; the server is not asked. */
export class FieldFault extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}
