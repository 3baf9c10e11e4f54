/** Survey results: created, replaced as a whole, deleted. */
import { beforeEach, describe, expect, it } from 'vitest'
import { checkAnswers, checkProduct, maxValueLength } from '../../src/resources/surveys/rules.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { tables } from '../writes/tables.ts'
import { type Asked, expectRefused, form, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const nobody = 9_007_199_254_740_991

const survey = await db.productSurvey.findFirstOrThrow({
  where: { storeId: 1n, product: { sku: 'COFFEE' } },
  include: { fields: { orderBy: { id: 'asc' } } },
})
const otherSurvey = await db.productSurvey.findFirstOrThrow({
  where: { storeId: 1n, productId: { not: survey.productId } },
  include: { fields: true },
})
const theirSurvey = await db.productSurvey.findFirstOrThrow({ where: { storeId: 2n } })
const theirResult = await db.productSurveyResult.findFirstOrThrow({ where: { storeId: 2n } })
const subscription = await db.subscription.findFirstOrThrow({
  where: { storeId: 1n, productId: survey.productId, customerId: store.customerId },
})
const neighbours = await db.subscription.findFirstOrThrow({
  where: { storeId: 1n, productId: survey.productId, customerId: { not: store.customerId } },
})
const subId = Number(subscription.id)
const fieldIds = survey.fields.map(({ id }) => Number(id))
const [firstField = 0] = fieldIds
const foreignField = Number(otherSurvey.fields[0]?.id)

/** An answer to every field, by field id as REST takes them and in pairs as GraphQL does. */
const answersOf = (word: string) => Object.fromEntries(fieldIds.map((id) => [id, `${word} ${id}`]))
const pairs = (answers: Record<string, unknown>) => Object.entries(answers).map(([fieldId, value]) => ({ fieldId, value }))

const collection = '/v1/product_survey_results/'
let resultId = 0
const storePath = () => `/v1/store/api/subscriptions/${subId}/surveys/${resultId}`
const created = (answers: unknown) => ({ subscription_id: subId, survey_id: Number(survey.id), answers })
const put = (answers: unknown) => store.rest(`PUT ${storePath()}`, store.customer, json({ answers }))
const stored = () => db.productSurveyAnswer.findMany({ where: { resultId: BigInt(resultId) }, orderBy: { id: 'asc' } })
const storedValues = async () => Object.fromEntries((await stored()).map(({ fieldId, value }) => [fieldId, value]))

beforeEach(async () => {
  const before = new Date('2026-01-02T03:04:05Z')
  const { storeId, id: surveyId } = survey
  const data = { storeId, surveyId, subscriptionId: subscription.id, createdAt: before, updatedAt: before }
  const { id } = await db.productSurveyResult.create({ data })
  await db.productSurveyAnswer.createMany({
    data: survey.fields.map((field) => ({ storeId, resultId: id, fieldId: field.id, value: `old ${field.id}` })),
  })
  resultId = Number(id)
})

describe('the rule', () => {
  const answer = (fieldId: bigint, value = 'x') => ({ fieldId, value })

  it('wants exactly one answer for each field of the survey', () => {
    expect(() => checkAnswers([1n, 2n], [answer(2n), answer(1n)])).not.toThrow()
    expect(() => checkAnswers([1n, 2n], [answer(1n)])).toThrow(
      'answers: field 2 is missing; all fields of the survey must be answered.',
    )
    expect(() => checkAnswers([1n, 2n], [answer(1n), answer(2n), answer(1n)])).toThrow('answers: field 1 is answered twice.')
    expect(() => checkAnswers([1n], [answer(1n), answer(3n)])).toThrow('answers: field 3 is not a field of the survey.')
  })

  it('takes an empty answer, and one of 10,000 characters but not one more', () => {
    expect(() => checkAnswers([1n, 2n], [answer(1n, ''), answer(2n, 'x'.repeat(maxValueLength))])).not.toThrow()
    expect(() => checkAnswers([1n], [answer(1n, 'x'.repeat(maxValueLength + 1))])).toThrow(
      'answers: the answer to field 1 must have at most 10000 characters.',
    )
  })

  it("wants a survey of the subscription's product", () => {
    expect(() => checkProduct(1n, 1n)).not.toThrow()
    expect(() => checkProduct(1n, 2n)).toThrow("survey_id must be a survey of the subscription's product.")
  })
})

describe('on both surfaces', () => {
  const creation = (answers: Record<string, unknown>, surveyId = Number(survey.id), subscriptionId = subId) => ({
    rest: [`POST ${collection}`, json({ subscription_id: subscriptionId, survey_id: surveyId, answers })] as [
      string,
      RequestInit,
    ],
    graphql: ['createProductSurveyResult', { subscriptionId, surveyId, answers: pairs(answers) }] as [string, object],
  })
  const replacement = (answers: Record<string, unknown>) => ({
    rest: [`PUT ${storePath()}`, json({ answers })] as [string, RequestInit],
    graphql: ['replaceProductSurveyResult', { id: resultId, subscriptionId: subId, answers: pairs(answers) }] as [string, object],
    as: store.customer,
  })

  it('refuses answers to fields of another survey, or of none', async () => {
    for (const id of [foreignField, nobody]) {
      const answers = { ...answersOf('new'), [id]: 'x' }
      const message = `answers: field ${id} is not a field of the survey.`
      await expectRefused(store, creation(answers), 'BAD_INPUT', message)
      await expectRefused(store, replacement(answers), 'BAD_INPUT', message)
    }
  })

  it('refuses a set that is not complete', async () => {
    const { [firstField]: _left, ...others } = answersOf('new')
    const missing = (id: number) => `answers: field ${id} is missing; all fields of the survey must be answered.`
    for (const [answers, message] of [
      [others, missing(firstField)],
      [{}, missing(firstField)],
    ] as const) {
      await expectRefused(store, creation(answers), 'BAD_INPUT', message)
      await expectRefused(store, replacement(answers), 'BAD_INPUT', message)
    }
  })

  it('refuses an answer that is too long', async () => {
    const answers = { ...answersOf('new'), [firstField]: 'x'.repeat(10_001) }
    const message = `answers: the answer to field ${firstField} must have at most 10000 characters.`
    await expectRefused(store, creation(answers), 'BAD_INPUT', message)
    await expectRefused(store, replacement(answers), 'BAD_INPUT', message)
  })

  it("refuses a survey of another product than the subscription's", async () => {
    const answers = Object.fromEntries(otherSurvey.fields.map(({ id }) => [id, 'x']))
    const message = "survey_id must be a survey of the subscription's product."
    await expectRefused(store, creation(answers, Number(otherSurvey.id)), 'BAD_INPUT', message)
  })

  it("does not find a missing survey, subscription or result, nor another store's", async () => {
    const answers = answersOf('new')
    for (const id of [nobody, Number(theirSurvey.id)])
      await expectRefused(store, creation(answers, id), 'NOT_FOUND', 'Not found.')
    for (const id of [nobody, Number(theirResult.subscriptionId)])
      await expectRefused(store, creation(answers, Number(survey.id), id), 'NOT_FOUND', 'Not found.')
    for (const id of [nobody, Number(theirResult.id)]) {
      const input = { id, answers: pairs(answers) }
      await expectRefused(store, { graphql: ['replaceProductSurveyResult', input] }, 'NOT_FOUND', 'Not found.')
      const removal: Asked = { rest: [`DELETE ${collection}${id}/`], graphql: ['deleteProductSurveyResult', { id }] }
      await expectRefused(store, removal, 'NOT_FOUND', 'Not found.')
      const path = `/v1/store/api/subscriptions/${subId}/surveys/${id}`
      await expectRefused(store, { rest: [`PUT ${path}`, json({ answers })], as: store.customer }, 'NOT_FOUND', 'Not found.')
    }
  })

  it('does not find the result for another customer, nor under another subscription', async () => {
    const answers = answersOf('new')
    const as = await store.customerToken(neighbours.customerId)
    const asked = { ...replacement(answers), as }
    await expectRefused(store, asked, 'NOT_FOUND', 'Not found.')
    await db.subscription.update({ where: ofStore(neighbours.id), data: { customerId: store.customerId } })
    const path = `/v1/store/api/subscriptions/${neighbours.id}/surveys/${resultId}`
    await expectRefused(store, { rest: [`PUT ${path}`, json({ answers })], as: store.customer }, 'NOT_FOUND', 'Not found.')
    await db.subscription.update({ where: ofStore(neighbours.id), data: { customerId: neighbours.customerId } })
  })
})

describe('REST', () => {
  it.each(['POST', 'PUT'])('creates a result by %s on the collection, and answers 201 with it', async (method) => {
    const { status, body } = await store.rest(`${method} ${collection}`, store.merchant, json(created(answersOf('new'))))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      subscription_id: subId,
      created_at: 'Sun, 15 Mar 2026 12:00:00 GMT',
      updated_at: 'Sun, 15 Mar 2026 12:00:00 GMT',
      type: 'product_survey_result',
    })
    const { fields } = survey
    expect(body.answers).toEqual(
      fields.map(({ id, name }) => ({
        id: expect.any(Number),
        field_id: Number(id),
        value: `new ${id}`,
        field: {
          id: Number(id),
          survey_id: Number(survey.id),
          name,
          type: 'product_survey_field',
          survey: { id: Number(survey.id), type: 'product_survey' },
        },
      })),
    )
    expect((await store.rest(`${collection}${body.id}/`)).body).toEqual(body)
  })

  it('takes answers from a form, whatever the ids of the fields', async () => {
    const fields = Object.entries(answersOf('new')).map(([id, value]) => `answers[${id}]=${encodeURIComponent(value)}`)
    const text = [`subscription_id=${subId}`, `survey_id=${survey.id}`, ...fields].join('&')
    const { status, body } = await store.rest(`POST ${collection}`, store.merchant, form(text))
    expect(status).toBe(201)
    expect(body.answers.map(({ field_id, value }: { field_id: number; value: string }) => [field_id, value])).toEqual(
      fieldIds.map((id) => [id, `new ${id}`]),
    )
    // An id too large for a place in a list is an id all the same.
    await expectRefused(
      store,
      { rest: [`POST ${collection}`, form(`${text}&answers[12345]=x`)] },
      'BAD_INPUT',
      'answers: field 12345 is not a field of the survey.',
    )
  })

  it('replaces a result: the id stays, the answers are new ones, and it is changed now', async () => {
    const before = await stored()
    const { status, body } = await put(answersOf('new'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: resultId,
      subscription_id: subId,
      created_at: 'Fri, 02 Jan 2026 03:04:05 GMT',
      updated_at: 'Sun, 15 Mar 2026 12:00:00 GMT',
    })
    expect(
      Object.fromEntries(body.answers.map((each: { field_id: number; value: string }) => [each.field_id, each.value])),
    ).toEqual(answersOf('new'))
    const oldIds = new Set(before.map(({ id }) => Number(id)))
    expect(body.answers.filter(({ id }: { id: number }) => oldIds.has(id))).toEqual([])
    // The Store API does not tell the question's text.
    expect(body.answers[0].field).not.toHaveProperty('name')
    expect((await store.rest(`GET ${storePath()}`, store.customer)).body).toEqual(body)
  })

  it('takes a result back as any read gave it, its answers in the form they are shown in', async () => {
    const list = `/v1/store/api/subscriptions/${subId}/surveys/`
    for (const read of [storePath(), `${list}?id=${resultId}`]) {
      const { body } = await store.rest(read, store.customer)
      const given = body.results?.[0] ?? body
      const send = (record: object) => store.rest(`PUT ${storePath()}`, store.customer, json(record))
      const unchanged = await send(given)
      expect({ read, status: unchanged.status, errors: unchanged.body.errors }).toEqual({ read, status: 200, errors: undefined })
      const values = ({ answers }: { answers: { field_id: number; value: string }[] }) =>
        answers.map(({ field_id, value }) => ({ field_id, value }))
      expect(values(unchanged.body)).toEqual(values(given))
      const [first, ...others] = unchanged.body.answers
      const changed = await send({ ...unchanged.body, answers: [{ ...first, value: 'other words' }, ...others] })
      expect(values(changed.body)).toEqual(values({ answers: [{ ...first, value: 'other words' }, ...others] }))
      expect((await send({ ...changed.body, subscription_id: subId + 1 })).body.errors).toEqual(['subscription_id is read-only.'])
      expect((await send({ ...changed.body, created_at: 'yesterday' })).body.errors).toEqual(['created_at is read-only.'])
      expect((await send({ ...changed.body, answers: [{ ...first, colour: 'red' }, ...others] })).body.errors).toEqual([
        'Unknown field: answers[0].colour',
      ])
    }
  })

  it('deletes a result with its answers: 204 without a body', async () => {
    const { status, body } = await store.rest(`DELETE ${collection}${resultId}/`)
    expect([status, body]).toEqual([204, undefined])
    expect((await store.rest(`${collection}${resultId}/`)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it.each([
    ['subscription_id', undefined, 'subscription_id is required.'],
    ['subscription_id', null, 'subscription_id must not be null.'],
    ['survey_id', undefined, 'survey_id is required.'],
    ['survey_id', 'first', 'survey_id must be a whole number from 1 to 9007199254740991, not first.'],
    ['answers', undefined, 'answers is required.'],
    ['answers', null, 'answers must not be null.'],
    ['answers', 'yes', 'answers must be an object.'],
    ['answers', { [firstField]: null }, `answers.${firstField} must not be null.`],
    ['answers', { [firstField]: 3 }, `answers.${firstField} must be text.`],
    ['answers', { [firstField]: ['a'] }, `answers.${firstField} must be text.`],
    ['answers', { taste: 'x' }, 'answers.taste must be a whole number from 1 to 9007199254740991, not taste.'],
    ['answers', ['x'], 'answers[0].field_id must be a whole number from 1 to 9007199254740991, not 0.'],
    ['nonsense', 1, 'Unknown field: nonsense'],
  ])('refuses a new result whose %s is %j', async (name, value, message) => {
    const body = { ...created(answersOf('new')), [name]: value }
    await expectRefused(store, { rest: [`POST ${collection}`, json(body)] }, 'BAD_INPUT', message)
  })

  it('keeps exactly one complete set when 20 replace the same result at once', async () => {
    const words = Array.from({ length: 20 }, (_, index) => `word${index}`)
    const answers = await Promise.all(words.map((word) => put(answersOf(word))))
    expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200))
    const values = await storedValues()
    expect(await stored()).toHaveLength(fieldIds.length)
    expect(words.map(answersOf)).toContainEqual(values)
  })

  it('costs six statements to create, seven to replace and five to delete', async () => {
    const post = () => store.rest(`POST ${collection}`, store.merchant, json(created(answersOf('new'))))
    expect(await store.statements(post)).toHaveLength(6)
    await store.rest(`GET ${storePath()}`, store.customer)
    expect(await store.statements(() => put(answersOf('new')))).toHaveLength(7)
    expect(await store.statements(() => store.rest(`DELETE ${collection}${resultId}/`))).toHaveLength(5)
  })
})

describe('GraphQL', () => {
  const shows = 'productSurveyResult { id surveyId updatedAt answers { id fieldId value } }'

  it('creates, replaces and deletes; REST shows it at once', async () => {
    const input = { subscriptionId: subId, surveyId: Number(survey.id), answers: pairs(answersOf('first')) }
    const { record, userErrors } = await mutate(store, 'createProductSurveyResult', input, shows)
    expect(userErrors).toEqual([])
    const values = async () => {
      const { body } = await store.rest(`${collection}${record.id}/`)
      return Object.fromEntries(body.answers.map((each: { field_id: number; value: string }) => [each.field_id, each.value]))
    }
    expect(await values()).toEqual(answersOf('first'))
    const second = await mutate(
      store,
      'replaceProductSurveyResult',
      { id: record.id, answers: pairs(answersOf('second')) },
      shows,
      store.customer,
    )
    expect(second.record.id).toBe(record.id)
    expect(await values()).toEqual(answersOf('second'))
    await mutate(store, 'deleteProductSurveyResult', { id: record.id })
    expect((await store.rest(`${collection}${record.id}/`)).status).toBe(404)
  })

  it('refuses a field answered twice', async () => {
    const answers = [...pairs(answersOf('new')), { fieldId: firstField, value: 'again' }]
    const message = `answers: field ${firstField} is answered twice.`
    const creation = { subscriptionId: subId, surveyId: Number(survey.id), answers }
    await expectRefused(store, { graphql: ['createProductSurveyResult', creation] }, 'BAD_INPUT', message)
    await expectRefused(store, { graphql: ['replaceProductSurveyResult', { id: resultId, answers }] }, 'BAD_INPUT', message)
  })

  it('lets customers replace, but neither create nor delete', async () => {
    const before = await tables(db)
    const writes = [
      `createProductSurveyResult(input: { subscriptionId: ${subId}, surveyId: ${survey.id}, answers: [] })`,
      `deleteProductSurveyResult(input: { id: ${resultId} })`,
    ]
    for (const write of writes) {
      const { errors } = await store.graphql(`mutation { ${write} { userErrors { code } } }`, {}, store.customer)
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
    expect(await tables(db)).toEqual(before)
  })

  it('logs the old and the new answers on the subscription', async () => {
    await put(answersOf('new'))
    const entry = await db.logEntry.findFirstOrThrow({ orderBy: { id: 'desc' }, where: { subscriptionId: subscription.id } })
    expect(entry).toMatchObject({
      actor: `customer ${store.customerId}`,
      surface: 'rest',
      operation: 'replaceProductSurveyResult',
      changes: { answers: { from: answersOf('old'), to: answersOf('new') } },
    })
  })
})
