import fc from 'fast-check';

export const WORDS = ['alphaleak', 'betaleak', 'gammaleak'] as const;

/** What comes to every source: people act, tasks change, the upstream fails, a worker is killed. */
export function everywhere<Act extends string, Name extends string>(acts: readonly Act[], faults: readonly Name[]) {
  const task = fc.constantFrom(0, 1, 2, 3);
  const words = fc.subarray([...WORDS]);
  const act = fc.record({ do: fc.constant('act' as const), act: fc.constantFrom(...acts), at: fc.nat(1_000), words });
  const fault = fc.record({
    do: fc.constant('fault' as const),
    fault: fc.constantFrom(...faults),
    /** So many requests. */
    lasts: fc.integer({ min: 1, max: 3 }),
  });
  return [
    { weight: 10, arbitrary: act },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('task' as const), task, words }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), task }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), task }) },
    { weight: 3, arbitrary: fault },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  ] as const;
}
/** Requests since the happening before. */
export const after = fc.integer({ min: 0, max: 7 });

const FAULTS = ['limited', 'status', 'cut', 'broken_json', 'web_page'] as const;
export type Fault = (typeof FAULTS)[number];
const happening = (acts: readonly string[]) =>
  fc.record({
    after,
    what: fc.oneof(
      ...everywhere(acts, FAULTS),
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
