import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { queryNumber } from './query-number.ts';

const limit = queryNumber(0, 1_000).default(10);

it.each([
  ['0', 0],
  ['7', 7],
  ['007', 7],
  ['1000', 1_000],
  [undefined, 10],
])('%p in a query is %p', (text, number) => {
  expect(limit.parse(text)).toBe(number);
});

it.each(['', ' ', ' 7', '7 ', '0x10', '1e1', '1.5', '-1', '1001', '+7', '٧', 'NaN', 'true', ['7'], {}, null, '9'.repeat(40)])(
  '%p in a query is refused',
  (text) => {
    expect(limit.safeParse(text).success).toBe(false);
  },
);

it('is described as an integer with its bounds', () => {
  expect(z.toJSONSchema(queryNumber(1, 5), { io: 'input' })).toMatchObject({ type: 'integer', minimum: 1, maximum: 5 });
});
