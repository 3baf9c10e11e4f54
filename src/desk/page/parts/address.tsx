/** An address as it stands on a parcel. */
type Address = {
  to: string
  company: string
  street: string
  unit: string
  city: string
  state: string
  zipCode: string
  country: string
}

const linesOf = ({ to, company, street, unit, city, state, zipCode, country }: Address): string[] =>
  [to, company, [street, unit].filter(Boolean).join(', '), [zipCode, city, state].filter(Boolean).join(' '), country].filter(
    Boolean,
  )

export const AddressLines = ({ of }: { of: Address }) => (
  <address>
    {linesOf(of).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </address>
)
