/** The fields of a record on REST, selected in GraphQL too, so that both surfaces are measured at the same work. */
const customerFields = `
  id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus
  storeSettings type`

export const subscriptionFields = `
  id autorenew billingName credit endDate isTest note pastDueReason productBillingId skippedDate startDate status storeId type
  billing { id rebillDay rebillMonths rebillWeeks rebillWindow storeId type }
  customer { ${customerFields} }
  term { id name description enabled numCycles type }`

export const orderFields = `
  id customerId cardRefundedAmount creditApplied financialStatus fulfillmentStatus giftCardDiscount giftMessage
  giftRenewalNotif grossShipping isGift isRenewal isTest note placedAt proratedCharge refundApplied refundedAmount status
  storeId subTotal total totalPrice totalShipping totalTax totalDiscount totalAppFees totalLabelCost totalPendingFees
  transactionFee transactionFeeStatus type url
  customer { ${customerFields} }
  orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail }
  products { id type productId productInstanceId name sku price quantity total }`
