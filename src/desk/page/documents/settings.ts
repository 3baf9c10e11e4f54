/** Reads how the shop is set up, and changes it. */
import { graphql } from '../graphql.ts'

export const StoreDocument = graphql(`
  query StoreSettings {
    store {
      id
      name
      host
      currency
      timeZone
      renewalNoticeDays
      retryDays
      cancelsPastDue
      chargeOnNewCard
      customersMay
      gateway
      gatewayIsLive
      legalName
      address
      taxId
      invoicePrefix
      invoicesFrom
      pricesIncludeTax
      dispatchCountry
      clock {
        isTest
        now
        isMoving
      }
    }
  }
`)

export const UpdateStoreDocument = graphql(`
  mutation SaveStore($input: UpdateStoreInput!, $dryRun: Boolean!) {
    updateStore(input: $input, dryRun: $dryRun) {
      store {
        id
        name
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const AdvanceClockDocument = graphql(`
  mutation MoveClock($input: AdvanceClockInput!, $dryRun: Boolean!) {
    advanceClock(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const TaxRatesDocument = graphql(`
  query TaxSettings {
    taxRates(archived: true, orderBy: [{ country: asc }, { region: asc }, { id: asc }], first: 200) {
      totalCount
      nodes {
        id
        name
        country
        region
        taxClass
        rate
        taxesShipping
        validFrom
        archivedAt
      }
    }
  }
`)

export const CreateTaxRateDocument = graphql(`
  mutation AddRate($input: CreateTaxRateInput!, $dryRun: Boolean!) {
    createTaxRate(input: $input, dryRun: $dryRun) {
      taxRate {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const ArchiveTaxRateDocument = graphql(`
  mutation EndRate($input: ArchiveTaxRateInput!, $dryRun: Boolean!) {
    archiveTaxRate(input: $input, dryRun: $dryRun) {
      taxRate {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const ZonesDocument = graphql(`
  query ZoneSettings {
    shippingZones(orderBy: [{ country: asc }, { id: asc }], first: 100) {
      totalCount
      nodes {
        id
        name
        country
        region
        postcode
        basis
        freeFrom
        archivedAt
        bands {
          id
          atLeast
          below
          price
        }
      }
    }
  }
`)

export const CreateZoneDocument = graphql(`
  mutation AddZone($input: CreateShippingZoneInput!, $dryRun: Boolean!) {
    createShippingZone(input: $input, dryRun: $dryRun) {
      shippingZone {
        id
        unmatchedSubscriptions
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const CreateBandDocument = graphql(`
  mutation AddBand($input: CreateShippingBandInput!, $dryRun: Boolean!) {
    createShippingBand(input: $input, dryRun: $dryRun) {
      shippingBand {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const ArchiveZoneDocument = graphql(`
  mutation EndZone($input: ArchiveShippingZoneInput!, $dryRun: Boolean!) {
    archiveShippingZone(input: $input, dryRun: $dryRun) {
      shippingZone {
        id
        unmatchedSubscriptions
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const DeleteBandDocument = graphql(`
  mutation RemoveBand($input: DeleteShippingBandInput!, $dryRun: Boolean!) {
    deleteShippingBand(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const KeysDocument = graphql(`
  query KeySettings {
    merchantKeys(orderBy: [{ id: desc }], first: 100) {
      totalCount
      nodes {
        id
        name
        clientId
        scopes
        createdAt
        revokedAt
      }
    }
  }
`)

export const CreateKeyDocument = graphql(`
  mutation AddKey($input: CreateMerchantKeyInput!, $dryRun: Boolean!) {
    createMerchantKey(input: $input, dryRun: $dryRun) {
      secret
      merchantKey {
        id
        clientId
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const RevokeKeyDocument = graphql(`
  mutation EndKey($input: RevokeMerchantKeyInput!, $dryRun: Boolean!) {
    revokeMerchantKey(input: $input, dryRun: $dryRun) {
      merchantKey {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
