/** The input that the form of a webhook sends, by its values. Pure. */
import type { FormValues } from '../../parts/run-act.ts'

const typesOf = (text = ''): string[] =>
  text
    .replaceAll('.', '_')
    .split(/[\s,]+/)
    .filter(Boolean)

export const webhookInput = ({ url = '', types, isOrdered }: FormValues) => ({
  url: url.trim(),
  types: typesOf(types),
  isOrdered: isOrdered === 'yes',
})

/** The input of an edit also enables or disables the webhook. */
export const editedWebhook = (values: FormValues) => ({ ...webhookInput(values), enabled: values.enabled === 'yes' })
