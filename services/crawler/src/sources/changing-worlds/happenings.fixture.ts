import fc from 'fast-check';

export const WORDS = ['alphaleak', 'betaleak', 'gammaleak'] as const;

const task = fc.constantFrom(0, 1, 2, 3);
const FAULTS = ['limited', 'status', 'cut', 'broken_json', 'web_page'] as const;
export type Fault = (typeof FAULTS)[number];
const happening = (acts: readonly string[]) =>
  fc.record({
    /** Requests since the one before it. */
    after: fc.integer({ min: 0, max: 7 }),
    what: fc.oneof(
      {
        weight: 10,
        arbitrary: fc.record({
          do: fc.constant('act' as const),
          act: fc.constantFrom(...acts),
          at: fc.nat(1_000),
          words: fc.subarray([...WORDS]),
        }),
      },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('task' as const), task, words: fc.subarray([...WORDS]) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), task }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), task }) },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('fault' as const),
          fault: fc.constantFrom(...FAULTS),
          requests: fc.integer({ min: 1, max: 3 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('account' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('day' as const) }) },
    ),
  });
export const happenings = (acts: readonly string[]) => fc.array(happening(acts), { minLength: 3, maxLength: 22 });
export type Happenings = ReturnType<typeof happenings> extends fc.Arbitrary<infer All> ? All : never;

/** A world is over in a few seconds; a machine that is busy takes longer. */
const WORLD_MS = 60_000;

/** The worlds of a whole run are the same each time. */
export const WORLDS_SEED = 20_261;
/** How many worlds a test tries: a few, or as many as LEAKWATCH_WORLDS says, of the seed LEAKWATCH_WORLDS_SEED. */
export function worldRuns(numRuns: number, seed = WORLDS_SEED) {
  const { LEAKWATCH_WORLDS: worlds, LEAKWATCH_WORLDS_SEED: given } = process.env;
  return { numRuns: Number(worlds ?? numRuns), seed: Number(given ?? seed) };
}
export const WORLDS_MS = worldRuns(4).numRuns * WORLD_MS;
