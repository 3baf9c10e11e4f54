export const fragments = `
  fragment SubscriptionMetadata on Metadata { subscriptionId storeId data createdAt updatedAt }
  fragment CartMetadata on Metadata { cartId storeId data createdAt updatedAt }
  fragment CustomerMetadata on Metadata { customerId storeId data createdAt updatedAt }
`
