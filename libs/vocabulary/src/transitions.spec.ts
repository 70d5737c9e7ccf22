import { describe, expect, it } from '@jest/globals';
import {
  EVENT_STATUSES,
  LAUNCH_STATES,
  LAUNCH_TRANSITIONS,
  mayChangeStatus,
  PROXY_STATES,
  PROXY_STEPS,
  PROXY_TRANSITIONS,
  REPORT_STATUSES,
  REPORT_TRANSITIONS,
  reportStatusesBefore,
  REPOSITORY_STATUSES,
  REPOSITORY_TRANSITIONS,
  LAUNCH_SESSION_STATES,
  LAUNCH_SESSION_TRANSITIONS,
  SERVICE_ACCOUNT_STATES,
  SERVICE_ACCOUNT_STEPS,
  SERVICE_ACCOUNT_TRANSITIONS,
  STATUS_ACTORS,
  TELEGRAM_ACCOUNT_STEPS,
  TELEGRAM_ACCOUNT_TRANSITIONS,
  TRIAGE_STATUSES,
} from './index.ts';

function reachable<S extends string>(from: S, table: Readonly<Record<S, readonly S[]>>): Set<S> {
  const seen = new Set<S>([from]);
  for (const state of seen) for (const next of table[state]) seen.add(next);
  return seen;
}

describe('transitions', () => {
  it.each(REPOSITORY_STATUSES.flatMap((stored) => REPOSITORY_STATUSES.map((reported) => [stored, reported] as const)))(
    'of a repository: %s, and a crawler reports %s',
    (stored, reported) => {
      expect(REPOSITORY_TRANSITIONS[stored][reported]).toBe(reported === 'created' ? stored : reported);
    },
  );

  it('of a launch reach every state from waiting', () => {
    expect([...reachable('waiting', LAUNCH_TRANSITIONS)].sort()).toEqual([...LAUNCH_STATES].sort());
  });

  it('of a report reach every status from enqueued, and none is the last', () => {
    expect([...reachable('enqueued', REPORT_TRANSITIONS)].sort()).toEqual([...REPORT_STATUSES].sort());
    for (const status of REPORT_STATUSES) expect(REPORT_TRANSITIONS[status]).not.toEqual([]);
    expect(reportStatusesBefore('enqueued')).toEqual(['processing', 'deleted']);
  });

  it('of a launch session reach every state from open, and none leaves the last', () => {
    expect([...reachable('open', LAUNCH_SESSION_TRANSITIONS)].sort()).toEqual([...LAUNCH_SESSION_STATES].sort());
    expect(LAUNCH_SESSION_TRANSITIONS.over).toEqual([]);
  });

  it('of an event: a user sets open, in_progress, fixed and false from any other status, and nothing else', () => {
    for (const from of EVENT_STATUSES)
      for (const to of EVENT_STATUSES)
        expect({ from, to, may: mayChangeStatus('user', from, to) }).toEqual({
          from,
          to,
          may: from !== to && TRIAGE_STATUSES.some((status) => status === to),
        });
  });

  it('of an event: blacklist by a rule or staff, auto_filtered only by the system; nobody sets the same status again', () => {
    const who = (to: 'blacklist' | 'auto_filtered') => STATUS_ACTORS.filter((actor) => mayChangeStatus(actor, 'open', to));
    expect(who('blacklist')).toEqual(['staff', 'rule']);
    expect(who('auto_filtered')).toEqual(['system']);
    for (const actor of STATUS_ACTORS) for (const status of EVENT_STATUSES) expect(mayChangeStatus(actor, status, status)).toBe(false);
  });

  it.each(SERVICE_ACCOUNT_STATES.flatMap((state) => SERVICE_ACCOUNT_STEPS.map((step) => [state, step] as const)))(
    'of a service account: %s after %s is what the step promises',
    (state, step) => {
      const next = SERVICE_ACCOUNT_TRANSITIONS[state][step];
      const ended = state === 'busy' ? 'ready' : state;
      const promised = {
        reset: 'ready',
        block: 'blocked',
        unblock: state === 'blocked' ? 'ready' : state,
        unlink: ended,
        company_changed: 'blocked',
      } as const;
      expect(next).toBe(promised[step]);
      // Repeating a step changes nothing more.
      expect(SERVICE_ACCOUNT_TRANSITIONS[next][step]).toBe(next);
    },
  );

  it.each(PROXY_STATES.flatMap((state) => PROXY_STEPS.map((step) => [state, step] as const)))(
    'of a proxy: %s after %s is what the step promises',
    (state, step) => {
      const next = PROXY_TRANSITIONS[state][step];
      const promised = {
        block: 'blocked',
        unblock: state === 'blocked' ? 'ready' : state,
        unlink: state === 'busy' ? 'ready' : state,
      } as const;
      expect(next).toBe(promised[step]);
      expect(PROXY_TRANSITIONS[next][step]).toBe(next);
    },
  );

  it.each(SERVICE_ACCOUNT_STATES.flatMap((state) => TELEGRAM_ACCOUNT_STEPS.map((step) => [state, step] as const)))(
    'of an account of Telegram: %s after %s is what the step promises',
    (state, step) => {
      const isUsed = state === 'busy' || state === 'limited';
      const promised = {
        code_sent: isUsed ? undefined : 'wait_code',
        signed_in: isUsed ? undefined : 'ready',
        run: { ready: 'busy', busy: 'busy', limited: 'limited', blocked: 'busy', wait_code: undefined }[state],
        stop: 'blocked',
        signed_out: state === 'ready' || state === 'blocked' ? state : undefined,
      } as const;
      expect(TELEGRAM_ACCOUNT_TRANSITIONS[state][step]).toBe(promised[step]);
    },
  );

  it('no step of staff makes anything busy, and none but unblock and reset ends a block', () => {
    for (const state of SERVICE_ACCOUNT_STATES)
      for (const step of SERVICE_ACCOUNT_STEPS) {
        const next = SERVICE_ACCOUNT_TRANSITIONS[state][step];
        if (next === 'busy') expect(state).toBe('busy');
        if (state === 'blocked' && next !== 'blocked') expect(['reset', 'unblock']).toContain(step);
      }
  });
});
