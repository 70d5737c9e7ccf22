import type { EventGroup, EventRow, GroupedRow, listEvents, QueryOf } from '@leakwatch/contracts';

const placeOf = ({ source_type, repo_name, file_path, line }: EventRow): string =>
  JSON.stringify([source_type, repo_name, file_path, line]);
/** The mock knows of a secret what is shown of it. */
const keyOf = (event: EventRow, group: EventGroup | undefined): string =>
  group === undefined ? event.id : ((group === 'secret' ? event.regex_tokens_found[0]?.masked[0] : undefined) ?? placeOf(event));

/** A page of rows, as the events service answers it. */
export function groupEvents(ordered: readonly EventRow[], { group, limit, offset }: QueryOf<typeof listEvents>) {
  const byKey = new Map<string, EventRow[]>();
  for (const event of ordered) {
    const key = keyOf(event, group);
    byKey.set(key, [...(byKey.get(key) ?? []), event]);
  }
  const all = [...byKey.values()];
  const page = all.slice(offset ?? 0, (offset ?? 0) + (limit ?? 10));
  return { results: page.flatMap(([first]) => first ?? []), rows: all.length, groups: group === undefined ? null : page.map(toRow) };
}

const toRow = (events: readonly EventRow[]): GroupedRow => ({
  count: events.length,
  places: new Set(events.map(placeOf)).size,
  last_seen: events.map(({ last_seen }) => last_seen).reduce((latest, one) => (one > latest ? one : latest)),
  events: events.map(({ id, status, owner_status, pattern, task_name, source_type, repo_name, file_path, line }) => ({
    ...{ id, status, owner_status, pattern, task_name, source_type, repo_name, file_path, line },
  })),
});
