/** The REST rows for invoices. */
import { detail, list } from '../../rest/route.ts'
import { pageStyle } from './page-style.ts'

export const fragments = `
  fragment InvoiceListItem on Invoice {
    id cause causedAt customerId invoiceId issuedAt kind number orderId storeId total totalTax type url
  }

  fragment InvoiceTax on InvoiceTax { amount base category country name rate reason reasonCode region }

  fragment InvoiceAddress on InvoiceAddress { name company street unit city state zipCode country }

  fragment Invoice on Invoice {
    ...InvoiceListItem
    corrects currencyCode locale orderedAt reason taxIncluded typeCode
    payments { means amount }
    sums { amount shipping net tax gross }
    taxes { ...InvoiceTax }
    seller { name address country taxId }
    buyer { email taxId taxIdCountry address { ...InvoiceAddress } }
    delivery { ...InvoiceAddress }
    lines { orderProductId name sku quantity price total discount shipping tax charged netAmount netPrice netShipping taxes { ...InvoiceTax } }
  }
`

const page = { field: 'page', style: pageStyle }

export const routes = [
  list('/v1/invoices/', 'ListInvoices', 'invoices', 'Invoice', '...InvoiceListItem'),
  list(
    '/v1/orders/{order_id}/invoices/',
    'ListInvoicesOfOrder',
    'order(id: $order_id).invoices',
    'Invoice',
    '...InvoiceListItem',
  ),
  { ...detail('/v1/invoices/{invoice_id}/', 'GetInvoice', 'invoice', '...Invoice'), page },
  list(
    '/v1/store/api/orders/{order_id}/invoices/',
    'ListOwnInvoicesOfOrder',
    'order(id: $order_id).invoices',
    'Invoice',
    '...InvoiceListItem',
  ),
  { ...detail('/v1/store/api/invoices/{invoice_id}/', 'GetOwnInvoice', 'invoice', '...Invoice'), page },
]
