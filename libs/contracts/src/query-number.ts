import { z } from 'zod';

/** A whole number in a query, in decimal digits, or in a body: `Number` would read an empty text as 0, `true` as 1, and `0x10` and `1e1` as numbers, too. */
export const queryNumber = (min: number, max: number) => z.preprocess(read, z.number().int().min(min).max(max));

const read = (value: unknown): unknown => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
