/** The shop itself: its name, its money and time, what customers may do, what stands on invoices, and its test clock. */

import type { ResultOf } from 'gql.tada'
import { AdvanceClockDocument, StoreDocument, UpdateStoreDocument } from '../../documents/settings.ts'
import { day, time, words } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { FieldFault } from '../../parts/field-fault.ts'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel, Terms } from '../../parts/panel.tsx'
import type { FormValues } from '../../parts/run-act.ts'
import { touched } from '../../parts/touched.ts'
import { useRead } from '../../use-read.ts'
import { invoicesInput, renewalsInput } from './store-input.ts'

type Store = NonNullable<ResultOf<typeof StoreDocument>['store']>

const shopAct = ({ name, host, timeZone }: Store): Act => ({
  label: 'Edit',
  title: 'The shop',
  document: UpdateStoreDocument,
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'host', label: 'Host', kind: 'text', hint: 'The name of its own address, such as shop.example.' },
    { name: 'timeZone', label: 'Time zone', kind: 'text', hint: 'Such as Europe/Berlin.' },
  ],
  values: { name, host, timeZone },
  input: (values) => touched(values, { name, host, timeZone }),
  done: 'The shop is saved.',
})

function renewalsAct({ renewalNoticeDays, retryDays, cancelsPastDue, chargeOnNewCard }: Store): Act {
  const opened: FormValues = {
    renewalNoticeDays: String(renewalNoticeDays ?? ''),
    retryDays: retryDays?.join(', ') ?? '',
    cancelsPastDue: cancelsPastDue ? 'yes' : '',
    chargeOnNewCard: chargeOnNewCard ? 'yes' : '',
  }
  return {
    label: 'Edit',
    title: 'Renewals',
    document: UpdateStoreDocument,
    fields: [
      {
        name: 'renewalNoticeDays',
        label: 'Days of notice before a renewal',
        kind: 'whole',
        hint: 'Such as 7; empty for no notice.',
        isOptional: true,
      },
      {
        name: 'retryDays',
        label: 'Tries after a decline',
        kind: 'text',
        hint: 'Days after the first, such as 3, 7, 14; empty for none.',
        isOptional: true,
      },
      { name: 'cancelsPastDue', label: 'Ends what is past due after the last try', kind: 'check' },
      { name: 'chargeOnNewCard', label: 'Tries at once when a customer adds a card', kind: 'check' },
    ],
    values: opened,
    input: (values) => touched(renewalsInput(values), renewalsInput(opened)),
    done: 'Renewals are set.',
  }
}

function invoicesAct({ legalName, address, taxId, invoicePrefix }: Store): Act {
  const opened: FormValues = {
    legalName: legalName ?? '',
    address: address ?? '',
    taxId: taxId ?? '',
    invoicePrefix: invoicePrefix ?? '',
  }
  return {
    label: 'Edit',
    title: 'What stands on invoices',
    document: UpdateStoreDocument,
    fields: [
      { name: 'legalName', label: 'Legal name', kind: 'text' },
      { name: 'address', label: 'Address', kind: 'lines' },
      { name: 'taxId', label: 'Tax number', kind: 'text', isOptional: true },
      { name: 'invoicePrefix', label: 'Numbers begin with', kind: 'text', isOptional: true },
    ],
    values: opened,
    input: (values) => touched(invoicesInput(values), invoicesInput(opened)),
    done: 'Invoices are set.',
  }
}

const clockAct: Act = {
  label: 'Move the clock',
  title: 'Move the test clock',
  document: AdvanceClockDocument,
  fields: [{ name: 'to', label: 'To', kind: 'day', hint: 'All that falls due until then is done.' }],
  input({ to = '' }) {
    if (to === '') throw new FieldFault('to', 'Choose a day.')
    return { to: `${to}T12:00:00Z` }
  },
  preview: (_, { to }) => `The shop’s time moves on to ${day(`${to}T12:00:00Z`)}; it cannot go back.`,
  done: 'The clock moves.',
}

export function StoreSettings() {
  const { data, error, again } = useRead(StoreDocument, {})
  const store = data?.store
  if (!store) return error ? <Failure error={error} again={again} /> : <Waiting lines={8} />
  return (
    <>
      <Panel title="Shop" aside={<ActButtons acts={[shopAct(store)]} />}>
        <Terms
          of={[
            ['Name', store.name],
            ['Host', store.host],
            ['Currency', store.currency],
            ['Time zone', store.timeZone],
            ['Prices', store.pricesIncludeTax ? 'contain tax' : 'without tax'],
            ['Sent from', store.dispatchCountry],
          ]}
        />
      </Panel>
      <Panel title="Renewals" aside={<ActButtons acts={[renewalsAct(store)]} />}>
        <Terms
          of={[
            ['Notice', `${store.renewalNoticeDays ?? 0} days before`],
            ['Tries after a decline', store.retryDays && (store.retryDays.map((each) => `day ${each}`).join(', ') || 'none')],
            ['After the last try', store.cancelsPastDue ? 'it ends' : 'it stays past due'],
            ['A new card', store.chargeOnNewCard ? 'is charged at once' : 'waits for the next try'],
            ['Customers may', store.customersMay.map((each) => words(each).toLowerCase()).join(', ')],
          ]}
        />
      </Panel>
      <Panel title="Invoices" aside={<ActButtons acts={[invoicesAct(store)]} />}>
        <Terms
          of={[
            ['Legal name', store.legalName],
            ['Address', store.address],
            ['Tax number', store.taxId],
            ['Numbers begin with', store.invoicePrefix],
            ['Since', store.invoicesFrom && day(store.invoicesFrom)],
          ]}
        />
      </Panel>
      {store.clock?.isTest && (
        <Panel
          title="Test clock"
          aside={
            <ActButtons acts={[{ ...clockAct, blockedBy: store.clock.isMoving ? 'The clock is on its way.' : undefined }]} />
          }
        >
          <p>
            The shop’s time is {time(store.clock.now)}
            {store.clock.isMoving && ', and moves'}.
          </p>
        </Panel>
      )}
    </>
  )
}
