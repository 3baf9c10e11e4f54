/** The shape of the words of the customers' page in a language. */

export type AccountWords = {
  language: string
  /** The names of the screens. */
  screens: { boxes: string; orders: string; cards: string; credit: string }
  signOut: string
  signOutAll: string
  skipToContent: string
  back: string
  withdrawHere: string
  cancelHere: string
  signIn: {
    title: string
    text: string
    email: string
    send: string
    sentTitle: string
    sent: string
    wrongEmail: string
    ready: string
    readyText: string
    enter: string
    over: string
    overText: string
  }
  status: Record<'active' | 'suspended' | 'cancelled' | 'expired' | 'past_due' | 'unpaid' | 'skipped', string>
  boxes: {
    hello(name: string): string
    lead: string
    none: string
    next: string
    charge(amount: string, date: string): string
    renewsOn(date: string): string
    paidUntil(date: string): string
    pausedUntil(date: string): string
    paused: string
    skippedTo(date: string): string
    onItsWay(date: string): string
    changesTo(what: string): string
    pastDue: string
    sentTo: string
    paidWith: string
    quantity(count: number): string
    every(months: number, weeks: number): string
    paidFor(cycles: number): string
    unknown: string
  }
  acts: Record<
    'skip' | 'unskip' | 'swap' | 'pause' | 'resume' | 'address' | 'card' | 'cancel' | 'reactivate' | 'renew' | 'undoChange',
    string
  >
  swap: { title: string; text: string; current: string; scheduled: string; quantity: string; save: string; none: string }
  pause: { title: string; text: string; weeks(count: number): string; open: string; save: string }
  address: {
    title: string
    text: string
    known: string
    use: string
    other: string
    to: string
    company: string
    street: string
    unit: string
    zipCode: string
    city: string
    state: string
    country: string
    save: string
  }
  cardOf: { title: string; text: string; save: string }
  orders: {
    none: string
    order(id: string): string
    discount: string
    shipping: string
    tax: string
    taxIncluded: string
    credit: string
    total: string
    track: string
    invoice(number: string): string
    gift: string
    status: Record<'unfulfilled' | 'partial' | 'fulfilled' | 'cancelled' | 'unpaid' | 'refunded', string>
    parcel: Record<'unshipped' | 'shipped' | 'delivered' | 'returned', string>
    newer: string
    older: string
  }
  cards: {
    none: string
    expires(month: string): string
    isDefault: string
    enteredByVisitor: string
    makeDefault: string
    remove: string
    add: string
    addText: string
    goOn: string
    goOnText: string
    noPage: string
  }
  credit: { balance: string; text: string; none: string; order(id: string): string; refund: string; byShop: string }
  cancel: {
    title(product: string): string
    text(date: string): string
    reason: string
    goOn: string
    keep: string
    sure: string
    sureText(date: string): string
    confirm: string
    offers: {
      skip: { title: string; text: string; accept: string }
      pause: { title: string; text: string; accept: string }
      percent: { title(percent: number, renewals: number): string; text: string; accept: string }
      change: { title: string; text: string; accept: string }
    }
    decline: string
  }
  withdraw: Record<
    'withdrawal' | 'cancellation',
    {
      title: string
      text: string
      declaration: string
      check: string
      confirm: string
      doneTitle: string
      done(time: string): string
      confirmTitle: string
      confirmText: string
      confirmed: string
      confirmedText: string
    }
  > & {
    name: string
    reference: string
    referenceHint: string
    email: string
    more: string
    next: string
    change: string
    missing: string
    checkTitle: string
  }
  /** The sentences above a page once something was done. */
  done: Record<
    | 'skipped'
    | 'unskipped'
    | 'swapped'
    | 'paused'
    | 'resumed'
    | 'address'
    | 'card'
    | 'cancelled'
    | 'reactivated'
    | 'renewed'
    | 'undone'
    | 'default'
    | 'removed'
    | 'added'
    | 'offer'
    | 'kept'
    | 'out',
    string
  >
  faults: {
    title: string
    notFound: string
    forged: string
    tooMany: string
    unavailable: string
    internal: string
    refused: string
    /** Sentences of refusals by their codes, in the place of those in English. */
    codes: Readonly<Record<string, string>>
  }
}
