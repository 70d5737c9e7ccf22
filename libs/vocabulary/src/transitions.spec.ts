import { describe, expect, it } from '@jest/globals';
import {
  EVENT_STATUSES,
  LAUNCH_STATES,
  LAUNCH_TRANSITIONS,
  mayChangeStatus,
  REPORT_STATUSES,
  REPORT_TRANSITIONS,
  reportStatusesBefore,
  REPOSITORY_STATUSES,
  REPOSITORY_TRANSITIONS,
  LAUNCH_SESSION_STATES,
  LAUNCH_SESSION_TRANSITIONS,
  STATUS_ACTORS,
  TRIAGE_STATUSES,
} from './index.ts';

function reachable<S extends string>(from: S, table: Readonly<Record<S, readonly S[]>>): Set<S> {
  const seen = new Set<S>([from]);
  for (const state of seen) for (const next of table[state]) seen.add(next);
  return seen;
}

describe('transitions', () => {
  it('of a repository reach every status from created', () => {
    expect([...reachable('created', REPOSITORY_TRANSITIONS)].sort()).toEqual([...REPOSITORY_STATUSES].sort());
  });

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
});
