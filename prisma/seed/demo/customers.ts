/** The people of the two demo shops. All of them are invented. */
import type { Calendar } from './calendar.ts'
import type { Rows } from './rows.ts'

export type Customer = { id: number; storeId: number; name: string; addressId: number; paymentMethodId: number | undefined }

/** The token decides what the sandbox gateway answers; null stands for a customer who stored no card. */
type Token = 'tok_succeed' | 'tok_decline' | 'tok_error' | 'tok_slow' | null

type Person = [first: string, last: string, email: string, street: string, city: string, state: string, zip: string, token: Token]

const larchPeople: Person[] = [
  ['Marta', 'Quill', 'marta.quill@example.com', '12 Millrace Lane', 'Alder Falls', 'OR', '97001', 'tok_succeed'],
  ['Tobias', 'Fenn', 'tobias.fenn@example.com', '4 Quarry Road', 'Brindle', 'VT', '05031', 'tok_succeed'],
  ['Ines', 'Calloway', 'ines.calloway@example.org', '88 Harrow Street', 'Cedar Point', 'ME', '04002', 'tok_decline'],
  ['Jonas', 'Eastlake', 'jonas.eastlake@example.com', '301 Orchard Way', 'Dovecote', 'WA', '98104', 'tok_succeed'],
  ['Priya', 'Dunmore', 'priya.dunmore@example.com', '7 Bell Court', 'Foxley', 'NY', '10009', 'tok_succeed'],
  ['Hugo', 'Birch', 'hugo.birch@example.org', '19 Tanner Row', 'Gorse Bay', 'CA', '94107', 'tok_error'],
  ['Greta', 'Ashdown', 'greta.ashdown@example.com', '55 Chapel Hill', 'Alder Falls', 'OR', '97002', 'tok_slow'],
  ['Liam', 'Kestrel', 'liam.kestrel@example.com', '23 Ferry Street', 'Brindle', 'VT', '05032', null],
  // Two people of one household, with one e-mail address between them.
  ['Nora', 'Holloway', 'holloway.family@example.com', '140 Long Meadow', 'Dovecote', 'WA', '98105', 'tok_succeed'],
  ['Sam', 'Holloway', 'holloway.family@example.com', '140 Long Meadow', 'Dovecote', 'WA', '98105', 'tok_succeed'],
  ['Farid', 'Juniper', 'Farid.Juniper@example.org', '9 Lantern Walk', 'Foxley', 'NY', '10010', 'tok_succeed'],
  ['Elin', 'Grove', 'elin.grove@example.com', '61 Weir Street', 'Gorse Bay', 'CA', '94110', 'tok_succeed'],
  ['Bruno', 'Ingle', 'bruno_ingle@example.com', '2 Saltmarsh Road', 'Cedar Point', 'ME', '04003', 'tok_succeed'],
  ['Zoë', 'O’Hara', 'zoe.ohara@example.com', '77 Thistle Avenue', 'Foxley', 'NY', '10011', 'tok_succeed'],
  ['Kaja', 'Lindqvist', 'kaja.lindqvist@example.org', '33 Pine Terrace', 'Alder Falls', 'OR', '97003', 'tok_succeed'],
]

const harbourPeople: Person[] = [
  ['Owen', 'Tidewell', 'owen.tidewell@example.com', '5 Pier Street', 'Gull Harbour', 'MA', '02101', 'tok_succeed'],
  // Buys in both shops: the same address, but another customer.
  ['Marta', 'Quill', 'marta.quill@example.com', '12 Millrace Lane', 'Alder Falls', 'OR', '97001', 'tok_succeed'],
  ['Dana', 'Crosswell', 'dana.crosswell@example.org', '48 Anchor Row', 'Gull Harbour', 'MA', '02102', 'tok_decline'],
  ['Ravi', 'Stonebridge', 'ravi.stonebridge@example.com', '16 Chandler Lane', 'Gull Harbour', 'MA', '02103', 'tok_succeed'],
]

export const addLarchCustomers = (rows: Rows, storeId: number, calendar: Calendar) =>
  addPeople(rows, storeId, larchPeople, calendar)

export const addHarbourCustomers = (rows: Rows, storeId: number, calendar: Calendar) =>
  addPeople(rows, storeId, harbourPeople, calendar)

function addPeople(rows: Rows, storeId: number, people: Person[], { day }: Calendar): Customer[] {
  return people.map(([firstName, lastName, email, street, city, state, zipCode, token], index) => {
    const name = `${firstName} ${lastName}`
    const createdAt = day(-1100 - index * 3)
    const location = `${city}, ${state}`
    const emailRepetition = people.slice(0, index).filter((other) => other[2] === email).length
    const who = { storeId, firstName, lastName, name, email, emailRepetition, country: 'US', location, createdAt }
    const customerId = rows.add('customer', who)
    const place = { storeId, customerId, to: name, street, city, state, zipCode, country: 'US' }
    const addressId = rows.add('address', { ...place, phoneNumber: `555-01${String(10 + index)}`, status: 1 })
    // Every fourth customer also has things sent to work.
    if (index % 4 === 0) {
      rows.add('address', {
        ...place,
        company: `${lastName} & Daughters`,
        unit: 'Suite 4',
        icon: 'office',
        status: 2,
        statusMessage: 'The suite could not be confirmed.',
      })
    }
    const paymentMethodId = token ? addCard(rows, storeId, customerId, token, index, createdAt) : undefined
    return { id: customerId, storeId, name, addressId, paymentMethodId }
  })
}

function addCard(rows: Rows, storeId: number, customerId: number, gatewayToken: string, index: number, createdAt: Date): number {
  return rows.add('paymentMethod', {
    storeId,
    customerId,
    gatewayToken,
    brand: index % 3 === 0 ? 'mastercard' : 'visa',
    last4: String(4242 + index * 101).slice(-4),
    expMonth: 1 + (index % 12),
    expYear: createdAt.getUTCFullYear() + 6,
    isDefault: true,
    createdAt,
  })
}
