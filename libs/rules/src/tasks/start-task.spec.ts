import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { launchSessionAfterTimeout, launchSessionEnd, launchSessionStateAt } from './launch-session.ts';
import {
  opensLaunchSession,
  refuseContinuation,
  refuseStart,
  START_REFUSAL_ORDER,
  START_REFUSALS,
  type StartSituation,
} from './start-task.ts';

const DAY = 86_400_000;
const time = fc.integer({ min: 0, max: 100 * DAY });
const small = fc.integer({ min: 0, max: 12 });
const session = fc.record({ state: fc.constantFrom('open' as const, 'timing_out' as const, 'over' as const), endTime: time });
const situation: fc.Arbitrary<StartSituation> = fc.record({
  now: time,
  organisation: fc.record({ active: fc.boolean(), trusted: fc.boolean(), startsAt: time, expiresAt: time }),
  tariff: fc.option(
    fc.record({
      taskLimit: fc.integer({ min: 1, max: 10 }),
      patternLimit: fc.integer({ min: 1, max: 20 }),
      launches: fc.option(fc.record({ limit: small, used: small, timeLimitAt: fc.option(time), session: fc.option(session) })),
    }),
  ),
  confirmed: fc.boolean(),
  running: fc.record({ tasks: small, patterns: small }),
  patterns: small,
  hasSource: fc.boolean(),
});

const fine: StartSituation = {
  now: 10 * DAY,
  organisation: { active: true, trusted: true, startsAt: 0, expiresAt: 50 * DAY },
  tariff: { taskLimit: 2, patternLimit: 10, launches: { limit: 2, used: 1, timeLimitAt: 40 * DAY, session: null } },
  confirmed: true,
  running: { tasks: 1, patterns: 5 },
  patterns: 5,
  hasSource: true,
};
const withLaunches = (change: Partial<NonNullable<NonNullable<StartSituation['tariff']>['launches']>>): StartSituation => ({
  ...fine,
  tariff: { taskLimit: 2, patternLimit: 10, launches: { limit: 2, used: 1, timeLimitAt: 40 * DAY, session: null, ...change } },
});

describe('a start', () => {
  it('is refused for the first reason of the order that applies, and accepted when none does', () => {
    fc.assert(
      fc.property(situation, (s) => {
        const reasons = START_REFUSAL_ORDER.filter((reason) => START_REFUSALS[reason](s));
        expect(refuseStart(s)).toBe(reasons[0] ?? null);
      }),
    );
  });

  it('of what runs already is refused for the same reasons, except for limits that it does not use more of', () => {
    fc.assert(
      fc.property(situation, small, (s, before) => {
        const excepted = (reason: string) =>
          reason === 'task_limit_reached' || (reason === 'pattern_limit_reached' && s.patterns <= before);
        const reasons = START_REFUSAL_ORDER.filter((reason) => START_REFUSALS[reason](s) && !excepted(reason));
        expect(refuseContinuation(s, before)).toBe(reasons[0] ?? null);
      }),
    );
  });

  it('checks every reason once', () => {
    expect([...START_REFUSAL_ORDER].sort()).toEqual(Object.keys(START_REFUSALS).sort());
  });

  it('never exceeds the limits', () => {
    fc.assert(
      fc.property(situation, (s) => {
        if (refuseStart(s) !== null || s.tariff === null) return;
        expect(s.running.tasks + 1).toBeLessThanOrEqual(s.tariff.taskLimit);
        expect(s.running.patterns + s.patterns).toBeLessThanOrEqual(s.tariff.patternLimit);
        if (s.tariff.launches !== null && opensLaunchSession(s)) expect(s.tariff.launches.used).toBeLessThan(s.tariff.launches.limit);
      }),
    );
  });

  it.each([
    ['session_timeout', withLaunches({ session: { state: 'open', endTime: fine.now } })],
    ['session_timeout', withLaunches({ session: { state: 'timing_out', endTime: fine.now - DAY } })],
    [null, withLaunches({ session: { state: 'open', endTime: fine.now + 1 } })],
    [null, withLaunches({ session: { state: 'open', endTime: fine.now + 1 }, used: 2 })],
    [null, withLaunches({ session: { state: 'over', endTime: fine.now - DAY } })],
    ['launch_limit_reached', withLaunches({ used: 2 })],
    ['launch_limit_reached', withLaunches({ used: 2, session: { state: 'over', endTime: 0 } })],
    ['time_limit_reached', withLaunches({ timeLimitAt: fine.now })],
    [null, withLaunches({ timeLimitAt: fine.now + 1 })],
    [null, withLaunches({ timeLimitAt: null })],
  ] as const)('%s at the edge of its rule', (refusal, s) => {
    expect(refuseStart(s)).toBe(refusal);
  });

  it('joins an open launch session, and opens one where there is none', () => {
    expect(opensLaunchSession(fine)).toBe(true);
    expect(opensLaunchSession(withLaunches({ session: { state: 'open', endTime: fine.now + 1 } }))).toBe(false);
    expect(opensLaunchSession({ ...fine, tariff: { taskLimit: 2, patternLimit: 10, launches: null } })).toBe(false);
  });
});

describe('a launch session', () => {
  it('times out at its end, and is over only when none of its launches runs', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 30 }), time, small, small, (start, days, now, tasks, launches) => {
        const stored = { state: 'open' as const, endTime: launchSessionEnd(start, days) };
        const due = now >= start + days * DAY;
        expect(launchSessionStateAt(stored, now)).toBe(due ? 'timing_out' : 'open');
        const after = launchSessionAfterTimeout(stored, now, { tasks, launches });
        expect(after).toBe(due ? (tasks + launches === 0 ? 'over' : 'timing_out') : 'open');
      }),
    );
  });

  it('never returns to an earlier state', () => {
    const rank = { open: 0, timing_out: 1, over: 2 };
    fc.assert(
      fc.property(session, fc.array(fc.tuple(time, small), { maxLength: 20 }), (stored, moments) => {
        let now = { ...stored };
        for (const [at, running] of [...moments].sort((a, b) => a[0] - b[0])) {
          const state = launchSessionAfterTimeout(now, at, { tasks: 0, launches: running });
          expect(rank[state]).toBeGreaterThanOrEqual(rank[now.state]);
          now = { ...now, state };
        }
      }),
    );
  });
});
