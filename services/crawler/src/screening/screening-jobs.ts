import { types } from 'node:util';
import { threadProgram } from '@leakwatch/matching';
import { z } from 'zod';
import type { PackBlobs } from '../repositories/packs/blobs-of-packs.ts';
import type { FoundObjects } from '../repositories/packs/find-forests.ts';

/** The program of the crawler's matching threads: they screen objects and look for lines as well. */
export const SCREENING_PROGRAM: URL = threadProgram('screening', import.meta.url);

// Not z.instanceof, whose types leave out shared memory.
const bytes = z.custom<Uint8Array>((value) => types.isUint8Array(value));
const sharedBytes = z.custom<Uint8Array<SharedArrayBuffer>>(
  (value) => types.isUint8Array(value) && types.isSharedArrayBuffer(value.buffer),
);
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

const each = z.union([z.literal(20), z.literal(32)]);
/** Names of wanted objects, one behind the other, of `each` bytes. */
const names = { objects: z.string(), oids: bytes, each };

/** What the expressions of guests may cost one object; null where nobody is a guest. */
export const guestLimit = z.object({ hosts: z.array(z.string()), steps: z.number() }).nullable();

/** What the objects of one screening are examined for and find. */
const examining = {
  guests: guestLimit,
  /** By number of the wanted object: 1 once it is certain that it concerns no pattern. Shared memory. */
  clean: bytes,
  /** Memory of `KnownText`. */
  known: z.custom<SharedArrayBuffer>((value) => types.isSharedArrayBuffer(value)),
};

/** Finds wanted objects in the packs below `objects`. */
const findJob = z.object({ type: z.literal('find'), ...names });
/** Finds every blob of some packs; `most` objects of all kinds. */
const packsJob = z.object({ type: z.literal('packs'), objects: z.string(), each, packs: z.array(z.string()), most: z.number() });
/** Reads trees of a pack for some time. */
const walkJob = z.object({ type: z.literal('walk'), forest, nodes: ints, ...examining });
/** Reads objects that are files of their own, for some time. */
const looseJob = z.object({ type: z.literal('loose'), ...names, numbers: ints, ...examining });

/** Looks for lines of an event in a document; see recheck/. */
const linesJob = z.object({ type: z.literal('lines'), bytes, lines: z.array(z.string()) });

export const screeningJob = z.discriminatedUnion('type', [findJob, packsJob, walkJob, looseJob, linesJob]);
export type ScreeningJob = z.output<typeof screeningJob>;
export type FindJob = z.output<typeof findJob>;
export type PacksJob = z.output<typeof packsJob>;
export type WalkJob = z.output<typeof walkJob>;
export type LooseJob = z.output<typeof looseJob>;
export type LinesJob = z.output<typeof linesJob>;

/** The answer to `find`; null where the packs cannot be read here (PackError). */
export const findAnswer: z.ZodType<FoundObjects | null> = z.object({ forests: z.array(forest), loose: z.array(z.number()) }).nullable();
/** The answer to `packs`; null where the packs cannot be read here (PackError). */
export const packsAnswer: z.ZodType<PackBlobs | null> = z.object({ forests: z.array(forest), oids: sharedBytes }).nullable();
/** What was not read when the time was over (nodes of the forest, or numbers of loose objects), and the steps of guests, by owner. */
export const leftAnswer = z.object({ left: z.array(z.number()), spent: z.array(z.tuple([z.string(), z.number()])) });
export type LeftAnswer = z.output<typeof leftAnswer>;
