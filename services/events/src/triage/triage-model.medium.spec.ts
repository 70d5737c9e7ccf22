import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  CLOSE_REASON_CODES,
  reasonsFor,
  TRIAGE_STATUSES,
  UNSOLVED_STATUSES,
  type CloseReason,
  type TriageStatus,
} from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { openEvents } from '../events.fixture.ts';
import { openTriage } from './triage.fixture.ts';

const EVENTS = 6;
const PEOPLE = 3;
const DATES = ['2020-01-01', '2090-01-01'];

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

/** An event as the plain model has it. */
interface Modelled {
  status: TriageStatus;
  reason: CloseReason | null;
  assignee: number | null;
  due: string | null;
}

const nth = fc.nat({ max: EVENTS - 1 });
const chosen = fc.uniqueArray(nth, { minLength: 1 });
const person = fc.nat({ max: PEOPLE - 1 });
const steps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('assign' as const), chosen, by: person, to: fc.option(person) }) },
  fc.record({ kind: fc.constant('date' as const), chosen, by: person, due: fc.option(fc.constantFrom(...DATES)) }),
  fc.record({
    kind: fc.constant('status' as const),
    chosen,
    by: person,
    status: fc.constantFrom(...TRIAGE_STATUSES),
    reason: fc.option(fc.nat({ max: 3 })),
  }),
  fc.record({ kind: fc.constant('take all' as const), by: person, of: fc.option(person) }),
  fc.record({ kind: fc.constant('leave' as const), who: person }),
  fc.record({ kind: fc.constant('join' as const), who: person }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

async function playing() {
  const triage = await openTriage(events);
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => triage.join(`person ${at}`)));
  const [observer] = people;
  if (observer === undefined) throw new Error('no person');
  await events.find(
    triage.of,
    Array.from({ length: EVENTS }, (_, at) => `${at}.env`),
  );
  const ids = (await events.list(observer)).results.map(({ id }) => id);
  const model: Modelled[] = ids.map(() => ({ status: 'open', reason: null, assignee: null, due: null }));
  const versions = people.map(() => 1);
  const present = people.map(() => true);
  let last: { batch: string; by: number; before: readonly Modelled[] } | undefined;

  const publish = async (who: number, isMember: boolean) => {
    const version = (versions[who] ?? 0) + 1;
    versions[who] = version;
    present[who] = isMember;
    await triage.publish(people[who]?.account.id ?? '', version, isMember ? triage.organisation : null, `person ${who}`);
  };
  const callerOf = (who: number) => people[who] ?? observer;
  const change = (at: readonly number[], by: (event: Modelled) => Partial<Modelled>) => {
    for (const one of at) Object.assign(model[one] ?? {}, by(model[one] ?? { status: 'open', reason: null, assignee: null, due: null }));
  };

  const play = async (step: Step): Promise<void> => {
    const before = model.map((one) => ({ ...one }));
    const idsOf = (at: readonly number[]) => at.map((one) => ids[one] ?? '');
    if (step.kind === 'leave' || step.kind === 'join') {
      await publish(step.who, step.kind === 'join');
      if (step.kind === 'leave') {
        for (const one of model) if (one.assignee === step.who) one.assignee = null;
        last = undefined;
      }
      return;
    }
    if (step.kind === 'undo') {
      if (last === undefined) return;
      await triage.undo(callerOf(last.by), last.batch);
      last.before.forEach((one, at) => Object.assign(model[at] ?? {}, one));
      last = undefined;
      return;
    }
    const by = callerOf(step.by);
    if (step.kind === 'assign') {
      const target = step.to === null ? null : (people[step.to]?.account.id ?? null);
      if (step.to !== null && present[step.to] === false) {
        expect(await triage.refused(by, { events: idsOf(step.chosen), assignee: target })).toMatchObject({ code: 'member_not_found' });
        return;
      }
      const { batch } = await triage.assign(by, { events: idsOf(step.chosen), assignee: target });
      change(step.chosen, () => ({ assignee: step.to }));
      last = { batch, by: step.by, before };
    } else if (step.kind === 'date') {
      const { batch } = await triage.assign(by, { events: idsOf(step.chosen), due_date: step.due });
      change(step.chosen, () => ({ due: step.due }));
      last = { batch, by: step.by, before };
    } else if (step.kind === 'status') {
      const reason = reasonsFor(step.status)[step.reason ?? 99] ?? null;
      const { batch } = await triage.setStatus(by, { events: idsOf(step.chosen), status: step.status, ...(reason !== null && { reason }) });
      // The same status is no change: the reason stays too.
      change(step.chosen, (event) => (event.status === step.status ? {} : { status: step.status, reason }));
      last = { batch, by: step.by, before };
    } else {
      if (present[step.by] === false) return;
      const assignee = step.of === null ? 'none' : (people[step.of]?.account.id ?? 'none');
      const { batch } = await triage.assign(by, { filters: { status: ['open'], assignee: [assignee] }, assignee: 'me' });
      for (const one of model) if (one.status === 'open' && one.assignee === step.of) one.assignee = step.by;
      last = { batch, by: step.by, before };
    }
  };

  const isOverdue = ({ due, status }: Modelled) => due !== null && due < '2026-01-01' && UNSOLVED_STATUSES.some((one) => one === status);
  const check = async (): Promise<void> => {
    const rows = new Map((await events.list(observer)).results.map((row) => [row.id, row]));
    const shown = ids.map((id) => {
      const row = rows.get(id);
      const assignee = people.findIndex(({ account }) => account.id === row?.assignee?.id);
      return {
        status: row?.status,
        reason: row?.reason,
        assignee: assignee === -1 ? null : assignee,
        due: row?.due_date,
        overdue: row?.overdue,
      };
    });
    expect(shown).toEqual(model.map((one) => ({ ...one, overdue: isOverdue(one) })));

    // The numbers of filters are those of the rows, counted one by one.
    const counted = async (query: string) => (await events.list(observer, `&${query}`)).count;
    const statistics = await triage.statistics(observer, 'status=all');
    const filtered = await triage.statistics(observer, `status=all&username_part=a`);
    for (const [at, { account }] of people.entries()) {
      const number = model.filter(({ assignee }) => assignee === at).length;
      expect(await counted(`assignee=${account.id}`)).toBe(number);
      for (const { assignees } of [statistics, filtered])
        expect(assignees.find(({ assignee }) => assignee === account.id)?.assignee_count ?? 0).toBe(number);
    }
    for (const reason of CLOSE_REASON_CODES) {
      const number = model.filter((one) => one.reason === reason).length;
      expect(await counted(`reason=${reason}`)).toBe(number);
      for (const { reasons } of [statistics, filtered])
        expect(reasons.find((one) => one.reason === reason)?.reason_count ?? 0).toBe(number);
    }
    expect(await counted('reason=none')).toBe(model.filter(({ reason }) => reason === null).length);
    const free = model.filter(({ assignee }) => assignee === null).length;
    const overdue = model.filter(isOverdue).length;
    expect([statistics.unassigned, filtered.unassigned, await counted('assignee=none')]).toEqual([free, free, free]);
    expect([statistics.overdue, filtered.overdue, await counted('due=overdue')]).toEqual([overdue, overdue, overdue]);
  };
  return { play, check };
}

it('events are as a plain model after any sequence of assigning, closing, opening, leaving and undoing; filters count the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (sequence) => {
      const { play, check } = await playing();
      for (const step of sequence) await play(step);
      await check();
    }),
    { numRuns: 25 },
  );
});
