/** The pages of the customers' account, by method and path. */

import type { HttpAnswer } from '../http/exchange.ts'
import { countryCodes } from '../values/countries.ts'
import { address, addressForm, card, cardForm, pause, pauseForm, simpleAct, simpleActs } from './acts.ts'
import { boxesPage } from './boxes.ts'
import { cancelForm, cancelNow, takeAnswer, takeReason } from './cancel.ts'
import { addCard, cardsPage, makeDefault, removeCard } from './cards.ts'
import { creditPage } from './credit.ts'
import { invoicePage, ordersPage } from './orders.ts'
import type { AccountPage } from './page.ts'
import type { AccountShop } from './shop.ts'
import { enter, leave, leaveAll, linkPage, sendLink } from './strangers.ts'
import { swap, swapForm } from './swap.ts'
import type { CustomerVisit, PageVisit } from './visit.ts'
import { confirm, confirmPage, withdraw, withdrawForm } from './withdraw.ts'

type PageAnswer = HttpAnswer | Promise<HttpAnswer>

export type AccountRoute =
  | { of: 'anybody'; answer: (visit: PageVisit) => PageAnswer; isWithdrawal?: true }
  | { of: 'customer'; answer: (visit: CustomerVisit, notice: Partial<AccountPage>) => PageAnswer }

const anybody = (answer: (visit: PageVisit) => PageAnswer): AccountRoute => ({ of: 'anybody', answer })
const withdrawing = (answer: (visit: PageVisit) => PageAnswer): AccountRoute => ({ of: 'anybody', answer, isWithdrawal: true })
const customer = (answer: (visit: CustomerVisit, notice: Partial<AccountPage>) => PageAnswer): AccountRoute => ({
  of: 'customer',
  answer,
})

const routes: Readonly<Record<string, AccountRoute>> = {
  'GET /account': customer(boxesPage),
  'GET /account/orders': customer(ordersPage),
  'GET /account/cards': customer(cardsPage),
  'GET /account/credit': customer(creditPage),
  'GET /account/invoices/{id}': customer(invoicePage),
  'GET /account/sign-in': anybody(linkPage),
  'POST /account/sign-in': anybody(sendLink),
  'POST /account/session': anybody(enter),
  'POST /account/sign-out': anybody(leave),
  'POST /account/sign-out-all': customer(leaveAll),
  'GET /account/withdraw': withdrawing(withdrawForm('withdrawal')),
  'POST /account/withdraw': withdrawing(withdraw('withdrawal')),
  'GET /account/cancel': withdrawing(withdrawForm('cancellation')),
  'POST /account/cancel': withdrawing(withdraw('cancellation')),
  'GET /account/confirm': anybody(confirmPage),
  'POST /account/confirm': anybody(confirm),
  'POST /account/cards/add': customer(addCard),
  'POST /account/cards/{id}/default': customer(makeDefault),
  'POST /account/cards/{id}/remove': customer(removeCard),
  'GET /account/subscriptions/{id}/pause': customer(pauseForm),
  'POST /account/subscriptions/{id}/pause': customer(pause),
  'GET /account/subscriptions/{id}/swap': customer(swapForm),
  'POST /account/subscriptions/{id}/swap': customer(swap),
  'GET /account/subscriptions/{id}/address': customer(addressForm(countryCodes)),
  'POST /account/subscriptions/{id}/address': customer(address(countryCodes)),
  'GET /account/subscriptions/{id}/card': customer(cardForm),
  'POST /account/subscriptions/{id}/card': customer(card),
  'GET /account/subscriptions/{id}/cancel': customer(cancelForm),
  'POST /account/subscriptions/{id}/cancel': customer(takeReason),
  'POST /account/subscriptions/{id}/offer': customer(takeAnswer),
  'POST /account/subscriptions/{id}/cancel-now': customer(cancelNow),
  ...Object.fromEntries(simpleActs.map((name) => [`POST /account/subscriptions/{id}/${name}`, customer(simpleAct(name))])),
}

/** The page of a method and a path, with the ids in the path; a slash at its end is left out. */
export function routeAt(method: string, path: string, shop: AccountShop): { route: AccountRoute; ids: string[] } | undefined {
  const ids: string[] = []
  const plain = path.replace(/\/$/, '').replace(/(?<=\/)[1-9]\d{0,15}(?=\/|$)/g, (id) => {
    ids.push(id)
    return '{id}'
  })
  const route = routes[`${method} ${plain}`]
  if (!route) return undefined
  // A shop without countries has not switched these on.
  return route.of === 'anybody' && route.isWithdrawal && shop.withdrawalCountries.length === 0 ? undefined : { route, ids }
}
