import type { ActivityEntry, EventRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

const entry = (number: number, minutes: number, over: Partial<ActivityEntry>): ActivityEntry => ({
  id: mockId(41, number),
  at: minutesAgo(minutes),
  kind: 'status',
  actor: 'kovalenko',
  actor_kind: 'user',
  from: null,
  to: null,
  revealed: null,
  rechecked: null,
  before: null,
  after: null,
  ...over,
});

/** What happened to an event, newest first. */
export const makeActivityOf = (event: EventRow): ActivityEntry[] => [
  ...(event.recheck.last === null ? [] : [entry(50, 1, { kind: 'rechecked', rechecked: event.recheck.last.answer, actor: 'irina' })]),
  entry(1, 3, { kind: 'revealed', revealed: 'original' }),
  entry(2, 4, { kind: 'revealed', revealed: 'values', actor: 'support', actor_kind: 'staff' }),
  entry(4, 6, { kind: 'assignee', actor: 'irina', before: null, after: 'irina' }),
  entry(5, 7, { kind: 'due_date', actor: 'irina', before: '2026-11-30', after: '2026-12-24' }),
  entry(6, 8, { kind: 'reason', actor: 'irina', before: 'removed', after: 'revoked' }),
  entry(3, 9, { kind: 'comment', actor: 'irina' }),
  ...Array.from({ length: 12 }, (_, at) =>
    entry(10 + at, 20 + at, { from: at % 2 === 0 ? 'open' : 'in_progress', to: at % 2 === 0 ? 'in_progress' : 'open' }),
  ),
  entry(40, 500, { kind: 'found', actor: 'system', actor_kind: 'system', to: event.status }),
];
