import { eventFilters, EVENT_SORTS, type EventView, type ViewFault } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { z } from 'zod';
import type { SavedView } from './saved-view.entity.ts';

/** An unknown filter is a fault: without it the view would show other events. */
const savedFilters = z.strictObject(eventFilters.shape);

interface Named {
  readonly kind: ViewFault;
  readonly id: string;
}

/** Saved views as the wire spells them, each with what its filters name and is not there any more. */
export async function describeViews(em: SqlEntityManager, views: readonly SavedView[]): Promise<EventView[]> {
  const read = views.map((view) => ({ view, filters: savedFilters.safeParse(view.filters).data ?? null }));
  const named = read.flatMap(({ filters }) => (filters === null ? [] : namedBy(filters)));
  const missing = await missingOf(em, named);
  return read.map(({ view, filters }): EventView => {
    const fault = filters === null ? 'filters' : (namedBy(filters).find(({ id }) => missing.has(id))?.kind ?? null);
    return {
      id: view.id,
      name: view.name,
      shared: view.owner_id === null,
      author: view.author_name,
      filters,
      sort: EVENT_SORTS.find((sort) => sort === view.sort),
      fault,
      version: view.edit_version,
    };
  });
}

function namedBy({ task, assignee = [], similar_to, id }: z.output<typeof savedFilters>): Named[] {
  const people = assignee.filter((one) => one !== 'me' && one !== 'none');
  return [
    ...(task === undefined ? [] : [{ kind: 'task' as const, id: task }]),
    ...people.map((account) => ({ kind: 'assignee' as const, id: account })),
    ...[similar_to, id].flatMap((event) => (event === undefined ? [] : [{ kind: 'event' as const, id: event }])),
  ];
}

/** The ids that name nothing that the scope sees. A task whose events were deleted with it is gone. */
async function missingOf(em: SqlEntityManager, named: readonly Named[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{
      id: string;
    }>`select n.id from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ id }) => id)}::uuid[]) as n (kind, id)
      where not case n.kind
        when 'task' then exists (select from events.task t where t.task_id = n.id and t.events_deleted_at is null)
        when 'assignee' then exists (select from events.member m where m.account_id = n.id and m.organisation_id is not null)
        else exists (select from events.event e where e.id = n.id) end`,
  );
  return new Set(found.map(({ id }) => id));
}
