/** Reads the products, one of them, and what comes of its stock; makes and changes one. */
import { graphql } from '../graphql.ts'

export const ProductsDocument = graphql(`
  query Products($filter: ProductFilter, $search: String, $orderBy: [ProductOrder!], $first: Int, $offset: Int) {
    products(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        name
        sku
        visible
        hasSubscribers
        singlePurchasable
        instances {
          id
          price
          deleted
          inventory {
            quantityOnHand
            trackInventory
            isLow
          }
        }
      }
    }
  }
`)

/** Reads a product, its prices by term, its stock, and the deliveries to come. */
export const ProductDocument = graphql(`
  query OneProduct($id: ID!, $subscriptions: Boolean!, $shipments: Boolean!) {
    product(id: $id) {
      id
      changedIn
      externalId
      tags
      internalNote
      name
      description
      slug
      sku
      visible
      listed
      giftable
      singlePurchasable
      shipOption
      shipWeight
      flatShipPrice
      taxClass
      images {
        id
        url
      }
      instances {
        id
        sku
        price
        deleted
        gift
        inventory {
          id
          changedIn
          quantityOnHand
          trackInventory
          lowStockAt
          isLow
          outOfStockPurchases
        }
      }
      baseTermPrices {
        id
        price
        term {
          id
          name
          numCycles
        }
      }
      subscriptions(filter: { status: { in: [active, past_due] } }, first: 1) @include(if: $subscriptions) {
        totalCount
      }
    }
    coming: fulfillments(
      filter: { status: { eq: open }, instance: { productId: { eq: $id } } }
      orderBy: [{ adjustedFulfillmentDate: asc }]
      first: 10
    ) @include(if: $shipments) {
      totalCount
      nodes {
        id
        adjustedFulfillmentDate
        quantity
        orderId
        instance {
          sku
        }
      }
    }
  }
`)

export const UpdateProductDocument = graphql(`
  mutation SaveProduct($input: UpdateProductInput!, $dryRun: Boolean!) {
    updateProduct(input: $input, dryRun: $dryRun) {
      product {
        id
        name
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const UpdateTermPriceDocument = graphql(`
  mutation SaveTermPrice($input: UpdateProductTermPriceInput!, $dryRun: Boolean!) {
    updateProductTermPrice(input: $input, dryRun: $dryRun) {
      productTermPrice {
        id
        price
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const AdjustStockDocument = graphql(`
  mutation AdjustStock($input: AdjustInventoryInput!, $dryRun: Boolean!) {
    adjustInventory(input: $input, dryRun: $dryRun) {
      inventory {
        id
        quantityOnHand
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const CreateProductDocument = graphql(`
  mutation MakeProduct($input: CreateProductInput!, $dryRun: Boolean!) {
    createProduct(input: $input, dryRun: $dryRun) {
      product {
        id
        name
        baseTermPrices {
          price
          term {
            name
          }
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
