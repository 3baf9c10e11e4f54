/** The inputs that the forms of the shop send, by their values. Pure. */

import { readWhole } from '../../parts/entered.ts'
import type { FormValues } from '../../parts/run-act.ts'

/** @throws FieldFault for days that are not whole numbers. Empty fields mean no notice and no retries. */
export function renewalsInput({ renewalNoticeDays = '', retryDays = '', ...checks }: FormValues) {
  const tries = retryDays.split(/[\s,]+/).filter(Boolean)
  return {
    renewalNoticeDays:
      renewalNoticeDays.trim() === ''
        ? null
        : readWhole(renewalNoticeDays, 'renewalNoticeDays', 'A whole number of days, such as 7; empty for no notice.'),
    retryDays: tries.map((day) => readWhole(day, 'retryDays', 'Whole numbers with commas, such as 3, 7, 14.')),
    cancelsPastDue: checks.cancelsPastDue === 'yes',
    chargeOnNewCard: checks.chargeOnNewCard === 'yes',
  }
}

/** A business without a tax number has null: the API takes no empty one. */
export const invoicesInput = ({ taxId = '', ...values }: FormValues) => ({ ...values, taxId: taxId.trim() || null })
