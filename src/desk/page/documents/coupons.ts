/** Reads the coupons and how often they were used, and makes, disables and enables one. */
import { graphql } from '../graphql.ts'

export const CouponsDocument = graphql(`
  query Coupons($filter: CouponFilter, $search: String, $orderBy: [CouponOrder!], $first: Int, $offset: Int) {
    coupons(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        code
        name
        enabled
        discountType
        discountValue
        forever
        numRenewals
        uses
        maxUses
        startsAt
        endsAt
      }
    }
  }
`)

export const OneCouponDocument = graphql(`
  query OneCoupon($id: ID!) {
    coupon(id: $id) {
      id
      changedIn
      code
      name
      enabled
      discountType
      discountValue
      forever
      numRenewals
      uses
      maxUses
      maxUsesPerCustomer
      minSubTotal
      startsAt
      endsAt
      createdAt
      products {
        id
        name
      }
      subscriptionCoupons(first: 1) {
        totalCount
      }
    }
  }
`)

export const CreateCouponDocument = graphql(`
  mutation MakeCoupon($input: CreateCouponInput!, $dryRun: Boolean!) {
    createCoupon(input: $input, dryRun: $dryRun) {
      coupon {
        id
        code
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const DisableCouponDocument = graphql(`
  mutation StopCoupon($input: DisableCouponInput!, $dryRun: Boolean!) {
    disableCoupon(input: $input, dryRun: $dryRun) {
      coupon {
        id
        enabled
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const EnableCouponDocument = graphql(`
  mutation StartCoupon($input: EnableCouponInput!, $dryRun: Boolean!) {
    enableCoupon(input: $input, dryRun: $dryRun) {
      coupon {
        id
        enabled
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)
