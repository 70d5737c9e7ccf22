import { types } from 'node:util';
import { threadProgram } from '@leakwatch/matching';
import { z } from 'zod';
import type { FoundObjects } from '../repositories/packs/find-forests.ts';

/** The program of the crawler's matching threads: they screen objects as well. */
export const SCREENING_PROGRAM: URL = threadProgram('screening', import.meta.url);

// Not z.instanceof, whose types leave out shared memory.
const bytes = z.custom<Uint8Array>((value) => types.isUint8Array(value));
const ints = z.custom<Int32Array>((value) => types.isInt32Array(value));
const numbers = z.custom<Float64Array>((value) => types.isFloat64Array(value));

const forest = z.object({
  path: z.string(),
  starts: numbers,
  ends: numbers,
  sizes: numbers,
  bases: ints,
  wanted: ints,
  childrenFrom: ints,
  children: ints,
});

/** Names of wanted objects, one behind the other, of `each` bytes. */
const names = { objects: z.string(), oids: bytes, each: z.union([z.literal(20), z.literal(32)]) };

/** By number of the wanted object: 1 once it is certain that it concerns no pattern. Shared memory. */
const clean = bytes;

/** Finds wanted objects in the packs below `objects`. */
const findJob = z.object({ type: z.literal('find'), ...names });
/** Reads trees of a pack for some time. */
const walkJob = z.object({ type: z.literal('walk'), forest, nodes: ints, clean });
/** Reads objects that are files of their own, for some time. */
const looseJob = z.object({ type: z.literal('loose'), ...names, numbers: ints, clean });

export const screeningJob = z.discriminatedUnion('type', [findJob, walkJob, looseJob]);
export type ScreeningJob = z.output<typeof screeningJob>;
export type FindJob = z.output<typeof findJob>;
export type WalkJob = z.output<typeof walkJob>;
export type LooseJob = z.output<typeof looseJob>;

/** The answer to `find`; null where the packs cannot be read here (PackError). */
export const findAnswer: z.ZodType<FoundObjects | null> = z.object({ forests: z.array(forest), loose: z.array(z.number()) }).nullable();
/** What was not read when the time was over: nodes of the forest, or numbers of loose objects. */
export const leftAnswer = z.array(z.number());
