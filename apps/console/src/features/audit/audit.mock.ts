import { type AuditFilters, type AuditRecord, exportAudit, searchAudit } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';

const matches = (record: AuditRecord, { person, organisation, kind, from, to, text }: AuditFilters): boolean =>
  (person === undefined || [record.account, record.actor].some((one) => one?.email === person || one?.id === person)) &&
  (organisation === undefined || record.organisation?.id === organisation) &&
  (kind === undefined || record.kind === kind) &&
  (from === undefined || Date.parse(record.created) >= Date.parse(from)) &&
  (to === undefined || Date.parse(record.created) <= Date.parse(to)) &&
  (text === undefined || JSON.stringify(record).toLowerCase().includes(text.toLowerCase()));

export const HANDLERS = [
  handle(searchAudit, ({ world, query: { limit, before, ...filters } }) => {
    const older = world.audit.filter(({ id }) => before === undefined || Number(id) < Number(before));
    const found = older.filter((record) => matches(record, filters));
    const results = found.slice(0, limit);
    const next = found.length > limit ? (results.at(-1)?.id ?? null) : null;
    // A search for a text stops once, half-way.
    const stopped = filters.text !== undefined && before === undefined && found.length <= limit ? world.audit[60] : undefined;
    if (stopped === undefined) return { results, next, searched_to: null };
    const seen = results.filter(({ id }) => Number(id) > Number(stopped.id));
    return { results: seen, next: String(Number(stopped.id) + 1), searched_to: stopped.created };
  }),
  handle(exportAudit, ({ world, query }) =>
    world.audit
      .filter((record) => matches(record, query))
      .map(({ id }) => id)
      .join('\r\n'),
  ),
];
