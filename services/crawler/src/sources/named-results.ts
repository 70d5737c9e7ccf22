import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A number for each result that the pages of a search named so far: they are kept with the next page, so they are short. */
export const namedResults = z.array(z.number().int().nonnegative()).default([]);

/** Adds the results of a page. Results that moved to a later page are named twice and count once, since others were missed in their place. */
export const addResults = (named: readonly number[], keys: readonly string[]): readonly number[] => [
  ...new Set([...named, ...keys.map((key) => createHash('sha256').update(key).digest().readUInt32BE())]),
];
