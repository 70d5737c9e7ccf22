import fc from 'fast-check';
import { SERVICE_NAMES, type LocalService, type Scale } from '@leakwatch/local';
import type { Cut } from './link.ts';
import { CALL_PAIRS, type Called } from './neighbours.ts';
import { STORES, type Store } from './stores.ts';

/** What happens to the installation; `ms` is how long it lasts. */
export type Fault =
  | { readonly kind: 'kill'; readonly service: LocalService; readonly replica: number }
  | { readonly kind: 'pause'; readonly service: LocalService; readonly replica: number; readonly ms: number }
  | { readonly kind: 'kill_store'; readonly store: Store; readonly ms: number }
  /** Redis is killed and comes back without its data. */
  | { readonly kind: 'empty_redis'; readonly ms: number }
  | { readonly kind: 'cut'; readonly service: LocalService; readonly store: Store; readonly how: Cut; readonly ms: number }
  /** The calls of a service to another one. */
  | { readonly kind: 'cut_calls'; readonly service: LocalService; readonly called: Called; readonly how: Cut; readonly ms: number };

/** A fault and the time until the next one. */
export interface Step {
  readonly fault: Fault;
  readonly pauseMs: number;
}

/** Two of each service that works on findings: one goes on, or takes over what the other had. */
export const SCALE: Scale = { gateway: 1, crawler: 2, reports: 1, events: 2, tasks: 1, admin: 1 };

/** Longer than the leases of units and mirrors (30 s) and the lock of a job, so that another worker takes the work of a paused one. */
const PAST_THE_LEASE_MS = 34_000;
/** A call waits ten seconds for its answer. */
const PAST_THE_ANSWER_MS = 12_000;
const SHORT_MS = { min: 300, max: 4_000 };
const BETWEEN_MS = { min: 200, max: 2_000 };
const DRAWN_AT_ONCE = 1_000;

export const PROCESSES = SERVICE_NAMES.flatMap((service) =>
  Array.from({ length: SCALE[service] }, (_, at) => ({ service, replica: at + 1 })),
);
const WORKERS = PROCESSES.filter(({ service }) => service === 'crawler' || service === 'events');
const short = fc.integer(SHORT_MS);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PROCESSES).map((process) => ({ kind: 'kill' as const, ...process })) },
  { weight: 4, arbitrary: fc.constantFrom(...WORKERS).map((process) => ({ kind: 'kill' as const, ...process })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ kind: fc.constant('pause' as const), process: fc.constantFrom(...PROCESSES), ms: short })
      .map(({ process, ...rest }) => ({ ...rest, ...process })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...WORKERS).map((process) => ({ kind: 'pause' as const, ...process, ms: PAST_THE_LEASE_MS })) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('kill_store' as const), store: fc.constantFrom(...STORES), ms: short }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty_redis' as const), ms: short }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      service: fc.constantFrom(...SERVICE_NAMES),
      store: fc.constantFrom(...STORES),
      how: fc.constantFrom('silent' as const, 'refused' as const),
      ms: short,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        kind: fc.constant('cut_calls' as const),
        pair: fc.constantFrom(...CALL_PAIRS),
        how: fc.constantFrom('silent' as const, 'refused' as const),
        // Longer than a caller waits for an answer.
        ms: fc.oneof(short, fc.constant(PAST_THE_ANSWER_MS)),
      })
      .map(({ pair, ...rest }) => ({ ...rest, ...pair })),
  },
);

/** Steps without end; the same for the same seed. */
export function* drawSteps(seed: number): Generator<Step, never> {
  const step = fc.record({ fault, pauseMs: fc.integer(BETWEEN_MS) });
  for (let draw = 0; ; draw += 1) yield* fc.sample(step, { numRuns: DRAWN_AT_ONCE, seed: seed + draw });
}

export function describeFault(one: Fault): string {
  switch (one.kind) {
    case 'kill':
      return `kill ${one.service} ${one.replica}`;
    case 'pause':
      return `pause ${one.service} ${one.replica} for ${one.ms} ms`;
    case 'kill_store':
      return `kill ${one.store}, start it after ${one.ms} ms`;
    case 'empty_redis':
      return `kill redis, start it empty after ${one.ms} ms`;
    case 'cut':
      return `cut ${one.service} from ${one.store} (${one.how}) for ${one.ms} ms`;
    case 'cut_calls':
      return `cut the calls of ${one.service} to ${one.called} (${one.how}) for ${one.ms} ms`;
  }
}
