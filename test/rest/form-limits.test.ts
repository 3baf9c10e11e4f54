/** Forms within the bound of bodies take no longer than their size explains, whatever their names are. */
import { expect, it } from 'vitest'
import { readMultipart, readUrlEncoded } from '../../src/rest/form.ts'
import { processorTimeOf } from '../support/processor-time.ts'

const unreadable = 'The form cannot be read: at most 200 fields, five levels deep, percent-encoded.'

/** Milliseconds that a refusal computes at best of three. */
const timeOf = (read: () => unknown, sentence: string): number =>
  Math.min(...[1, 2, 3].map(() => processorTimeOf(() => expect(read).toThrow(sentence))))

it('A name with more than five brackets is refused before it is taken apart', () => {
  expect(timeOf(() => readUrlEncoded(`a${'[]'.repeat(200_000)}=1`), unreadable)).toBeLessThan(50)
  const many = Array.from({ length: 200 }, (_, index) => `a${'[]'.repeat(500)}[x${index}]=1`).join('&')
  expect(timeOf(() => readUrlEncoded(many), unreadable)).toBeLessThan(50)
})

it.each([
  ['a[][b][][c]=1&a[][b][][c]=2', { a: [{ b: [{ c: '1' }, { c: '2' }] }] }],
  ['a[b][c][d][e][f]=1', { a: { b: { c: { d: { e: { f: '1' } } } } } }],
  ['a[][x]=1&a[][y]=2&a[][x]=3', { a: [{ x: '1', y: '2' }, { x: '3' }] }],
  ['prices[10]=900&prices[20]=1800', { prices: { 10: '900', 20: '1800' } }],
  ['prices[0]=900&prices[1]=1800', { prices: ['900', '1800'] }],
  ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
  ['tag=a&tag=b', { tag: ['a', 'b'] }],
])('%s is read', (text, value) => expect(readUrlEncoded(text)).toEqual(value))

it('A multipart form has at most 200 parts and 10,000 lines, however its Content-Type names its boundary', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
  const type = 'multipart/form-data; boundary=b'
  await expect(readMultipart(Buffer.from(`${part.repeat(8_000)}--b--`), type)).rejects.toThrow(unreadable)
  await expect(
    readMultipart(Buffer.from(`${part.repeat(201)}--b--`), 'multipart/form-data; xboundary=zzzz; boundary=b'),
  ).rejects.toThrow(unreadable)
  const headers = `--b\r\n${'A: b\r\n'.repeat(80_000)}Content-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--`
  await expect(readMultipart(Buffer.from(headers), type)).rejects.toThrow('A multipart body has at most 10000 lines.')
})
