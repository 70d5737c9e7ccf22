import { CLOSE_REASON_CODES, EVENT_STATUSES, TRIAGE_STATUSES } from '@leakwatch/vocabulary';
import fc from 'fast-check';

/** By task, its organisation. */
export const ORGANISATION_OF = [0, 0, 1] as const;
/** By person, the organisation; staff have none. */
export const PEOPLE = [0, 0, 1, null] as const;
/** The owners of the repositories in which leaks are found, by place; the last place is a paste. */
export const OWNERS = ['evil', 'good', 'evil', ''] as const;
export const PASTE = 3;
export const DATES = ['2020-01-01', '2090-01-01'] as const;

const task = fc.nat(ORGANISATION_OF.length - 1);
const person = fc.nat(PEOPLE.length - 1);
const pick = fc.nat(1_000);
const picks = fc.array(pick, { minLength: 1, maxLength: 4 });
const status = fc.constantFrom(...TRIAGE_STATUSES);
/** Chosen among the reasons of the status; none for a number that is too high. */
const reason = fc.nat(3);

const finding = fc.record({
  task,
  place: fc.nat(PASTE),
  /** Of a paste: 0 as far as it was read first, 1 the whole of it. */
  lines: fc.nat(1),
  version: fc.integer({ min: 1, max: 4 }),
  /** Found before anybody decided anything. */
  late: fc.boolean(),
});
export type ModelFinding = typeof finding extends fc.Arbitrary<infer F> ? F : never;
const does = <T extends string>(name: T) => fc.constant(name);

/** Half of the filters leave it out: with all of them set nothing would match. */
const HALF = { nil: undefined, freq: 1 } as const;
export const filters = fc.record({
  status: fc.subarray([...EVENT_STATUSES], { minLength: 1 }),
  task: fc.option(task, HALF),
  owner: fc.option(fc.constantFrom('evil', 'good'), HALF),
  assignee: fc.option(fc.option(person), HALF),
  reason: fc.option(fc.constantFrom('none' as const, ...CLOSE_REASON_CODES), HALF),
  overdue: fc.boolean().map((is) => (is ? true : undefined)),
});
export type ModelFilters = typeof filters extends fc.Arbitrary<infer F> ? F : never;

/** Null for the person whose change it is. */
const owner = fc.option(person, { freq: 1 });

/** What may happen at the same time as others of these. */
const together = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ do: does('find'), findings: fc.array(finding, { minLength: 1, maxLength: 2 }), twice: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: does('one'), by: person, event: pick, status, reason, sameFile: fc.boolean(), similar: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: does('many'), by: person, events: picks, status, reason }) },
  { weight: 2, arbitrary: fc.record({ do: does('matching'), by: person, filters, status, reason }) },
  { weight: 5, arbitrary: fc.record({ do: does('undo'), by: owner, ago: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: does('send again'), ago: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: does('assign'), by: person, events: picks, to: fc.option(person) }) },
  { weight: 1, arbitrary: fc.record({ do: does('date'), by: person, events: picks, due: fc.option(fc.constantFrom(...DATES)) }) },
  { weight: 2, arbitrary: fc.record({ do: does('reason'), by: person, events: picks, reason: fc.constantFrom(...CLOSE_REASON_CODES) }) },
  { weight: 2, arbitrary: fc.record({ do: does('replay'), by: person, rule: pick }) },
  { weight: 1, arbitrary: fc.record({ do: does('comment'), by: person, event: pick, text: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: does('comment on many'), by: person, events: picks, text: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: does('purge') }) },
  { weight: 1, arbitrary: fc.record({ do: does('add up') }) },
  { weight: 1, arbitrary: fc.record({ do: does('index') }) },
);
export type Together = typeof together extends fc.Arbitrary<infer T> ? T : never;

/** What happens alone. */
const alone = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: does('rule'), organisation: fc.nat(1), owner: fc.constantFrom('evil', 'good') }) },
  { weight: 1, arbitrary: fc.record({ do: does('no rule'), rule: pick }) },
  { weight: 1, arbitrary: fc.record({ do: does('keywords'), task, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: does('active'), organisation: fc.nat(1), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: does('member'), who: fc.nat(2), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: does('delete task'), task }) },
  { weight: 1, arbitrary: fc.record({ do: does('redeliver'), ago: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: does('edit'), by: person, event: pick, text: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: does('remove comment'), by: person, event: pick }) },
);
export type Alone = typeof alone extends fc.Arbitrary<infer A> ? A : never;
export type Happening = Together | Alone;

/** Several are at once; `cut` drops connections meanwhile. */
const step = fc.oneof(
  { weight: 6, arbitrary: together.map((one) => ({ at: [one] as const, cut: false })) },
  { weight: 3, arbitrary: alone.map((one) => ({ at: [one] as const, cut: false })) },
  { weight: 4, arbitrary: fc.record({ at: fc.array(together, { minLength: 2, maxLength: 3 }), cut: fc.nat(4).map((n) => n === 0) }) },
);
export type Step = { readonly at: readonly Happening[]; readonly cut: boolean };

/** One who sees the events of the first organisation. */
const own = fc.constantFrom(0, 1, PEOPLE.indexOf(null));
/** Changes between two values, of which `nth` is set. */
const WAYS: readonly ((by: number, events: number[], nth: 0 | 1) => Happening)[] = [
  (by, events, nth) => ({ do: 'many', by, events, status: nth === 0 ? 'fixed' : 'open', reason: 0 }),
  (by, events, nth) => ({ do: 'many', by, events, status: nth === 0 ? 'in_progress' : 'false', reason: 1 }),
  (by, events, nth) => ({ do: 'assign', by, events, to: nth }),
  (by, events, nth) => ({ do: 'date', by, events, due: DATES[nth] }),
  // A status brings a reason too.
  (by, events, nth) =>
    nth === 0 ? { do: 'many', by, events, status: 'fixed', reason: 0 } : { do: 'reason', by, events, reason: 'removed' },
];
const seldomOthers = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: person });
/** Mostly a change after which the value was set to another one and back. */
const inTheMiddle = fc.oneof({ weight: 3, arbitrary: fc.constant(2) }, { weight: 2, arbitrary: fc.nat(4) });
/** People change the same few events back and forth, and take some of it back. */
const quarrel = fc
  .record({
    way: fc.constantFrom(...WAYS),
    events: fc.array(pick, { minLength: 1, maxLength: 3 }),
    by: fc.array(own, { minLength: 3, maxLength: 5 }),
    undos: fc.array(fc.record({ do: does('undo'), by: seldomOthers, ago: inTheMiddle }), { minLength: 1, maxLength: 3 }),
    again: fc.nat(3),
  })
  .map(({ way, events, by, undos, again }): readonly Step[] => {
    const changes = by.map((person, at) => way(person, events, at % 2 === 0 ? 0 : 1));
    return [...changes, ...undos, { do: 'send again' as const, ago: again }].map((one) => ({ at: [one], cut: false }));
  });

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: step.map((one): readonly Step[] => [one]) }, { weight: 1, arbitrary: quarrel }), {
    minLength: 4,
    maxLength: 16,
    size: 'max',
  })
  .map((parts) => parts.flat());

/** A world is over in a few seconds; a machine that is busy takes longer. */
const WORLD_MS = 60_000;
const { LEAKWATCH_WORLDS: worlds, LEAKWATCH_WORLDS_SEED: seed } = process.env;
/** A few worlds, the same each time, or as many as LEAKWATCH_WORLDS says, of the seed LEAKWATCH_WORLDS_SEED. */
export const worldRuns = { numRuns: Number(worlds ?? 8), seed: Number(seed ?? 20_261) };
export const WORLDS_MS = worldRuns.numRuns * WORLD_MS;
