import type { Subject } from './subject.ts';

export const plainBody = ({ id, kind, organisation, at, from, to, event, link }: Subject): object => ({
  id,
  type: kind,
  organisation,
  at: at.toISOString(),
  change: kind === 'event.status_changed' ? { from, to } : null,
  event: event === null ? null : { ...event, link },
});
