/** One row of every kind that the demo stores may lack, so that there is something not to see in either. */
import { hash } from 'node:crypto'
import type { Order, ProductInstance } from '../../../prisma/generated/client/client.ts'
import type { Db } from '../../../src/db/connect.ts'
import { addInvoice } from '../../support/invoice.ts'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'

/** Two customers of the first store who have something of everything. */
export const [customerId, neighbourId] = [1n, 11n]

/** The cart of a visitor, and that of another one. */
export const [cartId, otherCartId] = [900_001n, 900_002n]

/** Adds them to both stores. */
export async function addRows(db: Db): Promise<void> {
  const times = { createdAt: today, updatedAt: today }
  const oldest = { orderBy: { id: 'asc' } } as const
  for (const storeId of [1n, 2n]) {
    const word = storeId === 1n ? 'Tamarack' : 'Halyard'
    const product = await db.product.findFirstOrThrow({ where: { storeId, visible: true, deleted: false }, ...oldest })
    const instance = await db.productInstance.findFirstOrThrow({ where: { storeId, productId: product.id }, ...oldest })
    const subscription = await db.subscription.findFirstOrThrow({ where: { storeId }, ...oldest })
    const { id: couponId } = await db.coupon.create({
      data: { storeId, code: `${word}-1`, name: `${word} coupon`, discountType: 'amount', discountValue: 1n, createdAt: today },
    })
    await db.couponProduct.create({ data: { storeId, couponId, productId: product.id } })
    await db.subscriptionCoupon.create({
      data: { storeId, subscriptionId: subscription.id, couponId, codeUsed: `${word}-1`, numRenewals: 1 },
    })
    // One that an order holds which waits for its payment, and one that is used up: neither waits any more.
    const order = await db.order.findFirstOrThrow({ where: { storeId, customerId: subscription.customerId }, ...oldest })
    await db.orderCoupon.create({ data: { storeId, orderId: order.id, couponId, codeUsed: `${word}-1` } })
    await addRefund(db, order, word)
    await addInvoice(db, { storeId, orderId: order.id, word })
    await addOpenCart(db, { storeId, customerId: subscription.customerId, productInstanceId: instance.id, couponId }, word)
    for (const id of [cartId, otherCartId])
      await addVisitorsCart(db, { storeId, id, productInstanceId: instance.id, couponId }, word)
    for (const [index, spent] of [{ unpaidOrderId: order.id }, { appliedAt: today }].entries()) {
      const codeUsed = `${word}-spent-${index}`
      const { id: couponId } = await db.coupon.create({
        data: { storeId, code: codeUsed, name: codeUsed, discountType: 'amount', discountValue: 1n, createdAt: today },
      })
      await db.subscriptionCoupon.create({
        data: { storeId, subscriptionId: subscription.id, couponId, codeUsed, numRenewals: 1, ...spent },
      })
    }
    await db.store.update({ where: { id: storeId }, data: { dispatchCountry: 'US' } })
    const staff = await db.staff.findFirstOrThrow({ where: { storeId }, ...oldest })
    const session = { storeId, staffId: staff.id, tokenHash: word, address: word, userAgent: word }
    await db.staffSession.create({ data: { ...session, createdAt: today, expiresAt: today } })
    await db.taxRate.create({ data: { storeId, name: `${word} tax`, country: 'AQ', rate: 1_000, validFrom: today } })
    const zone = await db.shippingZone.create({ data: { storeId, name: `${word} zone`, country: 'AQ', archivedAt: today } })
    await db.shippingBand.create({ data: { storeId, zoneId: zone.id, price: 5n } })
    const survey = await db.productSurvey.create({ data: { storeId, productId: product.id, name: `${word} survey` } })
    const field = await db.productSurveyField.create({ data: { storeId, surveyId: survey.id, name: `${word} question` } })
    const result = await db.productSurveyResult.create({
      data: { storeId, surveyId: survey.id, subscriptionId: subscription.id, ...times },
    })
    await db.productSurveyAnswer.create({
      data: { storeId, resultId: result.id, fieldId: field.id, value: `${word} answer` },
    })
    const ofProduct = { storeId, productId: product.id }
    const type = await db.productVariantType.create({ data: { ...ofProduct, name: `${word} size` } })
    const value = await db.productVariantValue.create({
      data: { storeId, productVariantTypeId: type.id, value: `${word} large` },
    })
    await db.productInstanceVariant.create({
      data: { storeId, productInstanceId: instance.id, productVariantTypeId: type.id, productVariantValueId: value.id },
    })
    await db.productImage.create({
      data: {
        ...ofProduct,
        productInstanceId: instance.id,
        productVariantValueId: value.id,
        url: `https://img.example/${word.toLowerCase()}.webp`,
      },
    })
    await db.subscription.update({ where: ofStore(subscription.id, storeId), data: { note: `${word} note` } })
    await addArchived(db, instance, word)
    const about = { storeId, customerId: subscription.customerId }
    const reason = { code: storeId === 1n ? 4711 : 4712, words: `${word} reason`, offer: 'skip', couponId: null } as const
    await db.cancellationReason.create({ data: { storeId, ...reason } })
    const said = { kind: 'withdrawal', name: `${word} name`, reference: `${word} order`, words: `${word} words` } as const
    await db.withdrawal.create({
      data: { ...about, ...said, email: `${word}@left.example`, locale: 'en', receivedAt: today, isAcknowledged: true },
    })
    const text = `${word} terms`
    const accepted = {
      version: `${word}-1`,
      text,
      textHash: hash('sha256', text),
      surface: 'checkout',
      recordedBy: `key ${word}`,
    }
    await db.consent.create({ data: { ...about, ...accepted, acceptedAt: today } })
    const last = await db.subscription.findFirstOrThrow({ where: { storeId, cancelOffer: null }, orderBy: { id: 'desc' } })
    await db.cancelOffer.create({
      data: { storeId, customerId: last.customerId, subscriptionId: last.id, reasonCode: 4711, kind: 'skip', shownAt: today },
    })
    const made = { ...about, createdAt: today, expiresAt: today }
    await db.accountLink.create({ data: { ...made, purpose: 'sign_in', keyId: word, nonce: word, tokenHash: `${word} link` } })
    await db.accountSession.create({ data: { ...made, tokenHash: `${word} session` } })
    await db.allowedOrigin.create({ data: { storeId, origin: `https://${word.toLowerCase()}.example`, createdAt: today } })
    const ofStripe = { storeId, gateway: 'stripe' }
    await db.gatewayAccount.create({
      data: { ...ofStripe, publishableKey: `pk_test_${word}`, isLive: false, secrets: `${word} sealed`, updatedAt: today },
    })
    await db.gatewayCustomer.create({
      data: { ...ofStripe, customerId: subscription.customerId, gatewayCustomer: `cus_${word}` },
    })
    await db.gatewaySetup.create({
      data: {
        ...ofStripe,
        customerId: subscription.customerId,
        reference: `${word} setup`,
        setup: `cs_${word}`,
        state: 'done',
        createdAt: today,
      },
    })
    await db.gatewayDispute.create({ data: { ...ofStripe, reference: `dp_${word}`, createdAt: today } })
    await db.gatewayNotice.create({
      data: { ...ofStripe, id: `evt_${word}`, type: 'refund.failed', reference: `${word} reference`, receivedAt: today },
    })
    await db.logEntry.create({
      data: {
        storeId,
        createdAt: today,
        actor: `key ${word}`,
        surface: 'rest',
        operation: 'updateSubscription',
        requestId: `${word}-request`,
        subscriptionId: subscription.id,
        note: `${word} log`,
      },
    })
    await db.eventCounter.create({ data: { storeId, lastSequence: 1n } })
    await db.event.create({
      data: {
        ...{ storeId, sequence: 1n, type: 'subscription.updated', createdAt: today, actor: `key ${word}`, surface: 'rest' },
        ...{ operation: 'updateSubscription', requestId: `${word}-event`, subscriptionId: subscription.id },
        changes: { note: { from: null, to: `${word} note` } },
      },
    })
    for (const [index, deletedAt] of [null, today].entries()) {
      const { id: webhookId } = await db.webhook.create({
        data: {
          ...{ storeId, url: `https://${word.toLowerCase()}.example/hook/${index}`, types: ['subscription.updated'], deletedAt },
          ...{
            secret: `whsec_${word}`,
            lastSequence: 1n,
            createdAt: today,
            disabledAt: today,
            disabledBecause: `${word} is gone`,
          },
        },
      })
      await db.webhookDelivery.create({
        data: {
          ...{
            storeId,
            webhookId,
            sequence: 1n,
            eventType: 'subscription.updated',
            messageId: `${word}-message`,
            createdAt: today,
          },
          ...{
            request: `{"word":"${word}"}`,
            state: 'delivered',
            tries: 1,
            status: 200,
            answer: `${word} answer`,
            milliseconds: 5,
          },
        },
      })
    }
  }
  await db.metadata.create({ data: { storeId: 1n, customerId: neighbourId, data: { shoe: 'Kestrel' }, ...times } })
  const ordered = await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: neighbourId }, ...oldest })
  await addInvoice(db, { storeId: 1n, orderId: ordered.id, word: 'Kestrel' })
  await addRefund(db, ordered, 'Kestrel')
  const used = await db.coupon.findFirstOrThrow({ where: { storeId: 1n }, ...oldest })
  await db.orderCoupon.create({ data: { storeId: 1n, orderId: ordered.id, couponId: used.id, codeUsed: used.code } })
  const own = await db.subscription.findFirstOrThrow({
    where: { storeId: 1n, customerId: neighbourId, cancelOffer: null },
    ...oldest,
  })
  await db.cancelOffer.create({
    data: { storeId: 1n, customerId: neighbourId, subscriptionId: own.id, reasonCode: 4711, kind: 'skip', shownAt: today },
  })
  const hidden = await db.product.findFirstOrThrow({ where: { storeId: 1n, visible: false }, ...oldest })
  await db.productSurvey.create({ data: { storeId: 1n, productId: hidden.id, name: 'Of a hidden product' } })
  for (const table of ['product', 'product_instance', 'customer', 'coupon', 'subscription', 'order'])
    await db.$executeRawUnsafe(`UPDATE "${table}" SET external_id = '${table}-' || store_id || '-' || id`)
  await db.$executeRaw`UPDATE address SET external_id = 'address-' || store_id || '-' || id WHERE frozen_key IS NULL`
}

/**
 * Archived parts of every kind, and live parts of archived ones, on the product of an instance, which has two of them; the subscriptions and
 * deliveries of the instance keep theirs.
 */
async function addArchived(db: Db, { storeId, id: productInstanceId, productId }: ProductInstance, word: string): Promise<void> {
  const gone = { archivedAt: today }
  const ofProduct = { storeId, productId }
  for (const [ofOuter, ofInner, how] of [
    [{}, gone, 'gone'],
    [gone, {}, 'of gone'],
  ] as const) {
    const name = `${word} ${how}`
    const { id: subscriptionTypeId } = await db.subscriptionType.create({ data: { ...ofProduct, name, ...ofOuter } })
    const term = await db.subscriptionTypeTerm.create({ data: { storeId, subscriptionTypeId, name, numCycles: 1, ...ofInner } })
    for (const gift of [false, true])
      await db.productTermPrice.create({ data: { ...ofProduct, termId: term.id, price: 77n, gift } })
    await db.productInstanceSubscriptionTypeTermPrice.create({
      data: { storeId, productInstanceId, termId: term.id, price: 78n },
    })
    const some = how === 'gone' ? {} : { customerId: neighbourId }
    await db.subscription.updateMany({ where: { storeId, productInstanceId, ...some }, data: { termId: term.id } })
    const { id: productVariantTypeId } = await db.productVariantType.create({ data: { ...ofProduct, name, ...ofOuter } })
    const value = await db.productVariantValue.create({ data: { storeId, productVariantTypeId, value: name, ...ofInner } })
    await db.productInstanceVariant.create({
      data: { storeId, productInstanceId, productVariantTypeId, productVariantValueId: value.id },
    })
    await db.productImage.create({ data: { storeId, productVariantValueId: value.id, url: `https://img.example/${value.id}` } })
    await db.productImage.create({
      data: { ...ofProduct, productVariantValueId: value.id, url: `https://img.example/p${value.id}` },
    })
    const { id: surveyId } = await db.productSurvey.create({ data: { ...ofProduct, name, ...ofOuter } })
    await db.productSurveyField.create({ data: { storeId, surveyId, name, ...ofInner } })
  }
  const former = await db.productInstance.create({ data: { ...ofProduct, sku: `${word} former`, price: 79n, deleted: true } })
  const ofFormer = { storeId, productInstanceId: former.id }
  await db.productInventory.create({ data: { ...ofFormer, productId, quantityOnHand: 3, confidence: 5 } })
  await db.productImage.create({ data: { ...ofFormer, url: `https://img.example/f${former.id}` } })
  await db.productImage.create({ data: { ...ofFormer, productId, url: `https://img.example/pf${former.id}` } })
}

/** An open cart with a line and a coupon. */
async function addOpenCart(
  db: Db,
  {
    customerId,
    storeId,
    productInstanceId,
    couponId,
  }: Record<'customerId' | 'storeId' | 'productInstanceId' | 'couponId', bigint>,
  word: string,
): Promise<void> {
  const { id: cartId } = await db.cart.create({ data: { storeId, customerId, createdAt: today, changedAt: today } })
  await db.cartProduct.create({ data: { storeId, cartId, productInstanceId, quantity: 1 } })
  await db.cartCoupon.create({ data: { storeId, cartId, couponId, codeUsed: `${word}-1` } })
}

/** A visitor's open cart with a line and a coupon. */
async function addVisitorsCart(
  db: Db,
  { storeId, id, productInstanceId, couponId }: Record<'storeId' | 'id' | 'productInstanceId' | 'couponId', bigint>,
  word: string,
): Promise<void> {
  const name = `${word} ${id}`
  const shipTo = {
    to: name,
    company: '',
    street: `${name} street`,
    unit: '',
    city: `${name} town`,
    state: '',
    zipCode: '',
    country: 'US',
  }
  const email = `${word}.${id}@example.com`
  await db.cart.create({
    data: { storeId, id, email, shipTo: { ...shipTo, phoneNumber: '' }, createdAt: today, changedAt: today },
  })
  await db.cartProduct.create({ data: { storeId, cartId: id, productInstanceId, quantity: 1 } })
  await db.cartCoupon.create({ data: { storeId, cartId: id, couponId, codeUsed: `${word}-${id}` } })
}

/** A refund of an order, of card and credit, that failed, with a line and a credit entry. */
async function addRefund(db: Db, { storeId, id: orderId, customerId }: Order, word: string): Promise<void> {
  const line = await db.orderProduct.findFirstOrThrow({ where: { storeId, orderId }, orderBy: { id: 'asc' } })
  const [{ id: refundId }] = await db.$queryRaw<[{ id: bigint }]>`SELECT nextval('refund_id_seq') AS id`
  await db.refund.create({
    data: {
      ...{
        storeId,
        id: refundId,
        actId: refundId,
        orderId,
        status: 'failed',
        amount: 5n,
        cardAmount: 3n,
        creditAmount: 2n,
        shipping: 1n,
        tax: 1n,
      },
      ...{ reason: `${word} reason`, failureReason: `${word} failed`, reference: `${word} refund`, createdAt: today },
      ...{ settledAt: today, gatewayReference: `${word} refund`, charge: `${word} charge` },
    },
  })
  await db.refundLine.create({
    data: { storeId, refundId, orderProductId: line.id, quantity: 1, amount: 4n, shipping: 1n, tax: 1n, cardAmount: 3n },
  })
  const mailer = await db.mailer.upsert({ where: { storeId }, update: {}, create: { storeId } })
  await db.mail.create({
    data: {
      ...{
        storeId,
        mailerId: mailer.id,
        kind: 'shipped',
        recipient: `${word}@mail.example`,
        subject: `${word} subject`,
        answer: `${word} answer`,
      },
      ...{ customerId, orderId, facts: { of: word }, state: 'delivered', createdAt: today },
    },
  })
  await db.dispute.create({
    data: {
      ...{ storeId, orderId, gateway: 'stripe', gatewayReference: `dp_${word}`, charge: `pi_${word}`, amount: 5n, fee: 1n },
      ...{ reason: `${word} reason`, status: 'lost', createdAt: today, closedAt: today },
    },
  })
  await db.creditEntry.create({
    data: { storeId, customerId, amount: 2n, reason: `${word} credit`, refundId, createdAt: today },
  })
}
