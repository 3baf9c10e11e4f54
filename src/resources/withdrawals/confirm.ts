/** Confirms a withdrawal by the link that was mailed to the customer: who declared it is then known. */
import type { Context } from '../../context.ts'
import type { Shape } from '../../db/shape.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Written } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import { linkOver, useLink } from '../link-of-customer.ts'

/** Marks the withdrawal of a link as confirmed. @throws Refusal in the outcome for a link that does not work. */
export const confirmWithdrawal: (context: Context, used: { token: string }) => Promise<FirstOutcome> = operation(
  'confirmWithdrawal',
  {
    emits: ['withdrawal.confirmed'],
    shows: { resource: 'Withdrawal' },
    async write(write, { token }: { token: string }): Promise<Written> {
      const { withdrawalId, customerId } = await useLink(write, token, 'confirm_withdrawal')
      const [row] = withdrawalId === null ? [] : await write.lockAll('Withdrawal', { id: withdrawalId })
      if (!row) throw linkOver()
      await write.change(row, { confirmedAt: row.confirmedAt ?? wholeSecond(write.now) } satisfies Partial<Shape<'Withdrawal'>>)
      return { id: row.id, customerId }
    },
  },
)
