import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, type RawBuilder, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import type { UnitNeed, UnitSource } from '../sources/unit-source.port.ts';

/**
 * Makes the units that a task subscribes to at one source those that it needs; no needs end its subscriptions. Units are created where
 * there are none. The watched patterns of the task are written already. Where a unit's documents meet its subscribers' patterns alone, a
 * new subscription gets the next number, as a new pattern does: no document has met its patterns yet.
 */
export async function keepSubscriptions(
  em: SqlEntityManager,
  task: Pick<TaskChange, 'task_id' | 'organisation_id'>,
  { kind: source, audience }: Pick<UnitSource, 'kind' | 'audience'>,
  needs: readonly UnitNeed[],
): Promise<void> {
  const { task_id, organisation_id } = task;
  if (needs.length === 0) {
    await rows(em, sql`delete from crawler.subscription where task_id = ${task_id} and source_type = ${source}`);
    return;
  }
  const wanted = JSON.stringify(
    needs.map(({ key, request, patterns }) => ({ id: newId(), key, request, patterns: patterns === 'all' ? null : patterns })),
  );
  const scope = sql`(select case when exists (select from crawler.own_access o
      where o.organisation_id = ${organisation_id}::uuid and o.source_type = ${source} and o.owns) then ${organisation_id}::text else '' end)`;
  const since = audience === 'subscribers' ? await numberNew(em, task, source, sql`${wanted}::jsonb`, scope) : '0';
  // Ordered by key, so that two tasks that need the same units create them in the same order.
  await rows(
    em,
    sql`insert into crawler.unit (id, source_type, key, credential_scope, organisation_id, request)
        select n.id, ${source}, n.key, s.scope, nullif(s.scope, '')::uuid, n.request
        from jsonb_to_recordset(${wanted}::jsonb) as n (id uuid, key text, request jsonb), ${scope} as s (scope)
        order by n.key
        on conflict (source_type, credential_scope, key) do update set request = excluded.request where unit.request <> excluded.request`,
  );
  await rows(
    em,
    sql`with needed as (
          select u.id, n.patterns from jsonb_to_recordset(${wanted}::jsonb) as n (key text, patterns jsonb), ${scope} as s (scope),
            crawler.unit u
          where u.source_type = ${source} and u.credential_scope = s.scope and u.key = n.key
        ), ended as (
          delete from crawler.subscription where task_id = ${task_id} and source_type = ${source} and unit_id not in (select id from needed)
        )
        insert into crawler.subscription as known (unit_id, task_id, organisation_id, source_type, pattern_ids, since, added)
        select d.id, ${task_id}::uuid, ${organisation_id}::uuid, ${source},
          case when d.patterns is not null and d.patterns <> 'null' then array(select jsonb_array_elements_text(d.patterns)) end,
          ${since}::bigint, greatest(${since}::bigint, (select max(w.added) from crawler.watched_pattern w
            where w.task_id = ${task_id} and w.source_type = ${source}
              and (d.patterns is null or d.patterns = 'null' or d.patterns ? w.pattern_id::text)))
        from needed d
        on conflict (unit_id, task_id) do update set pattern_ids = excluded.pattern_ids,
          added = greatest(known.since, (select max(w.added) from crawler.watched_pattern w
            where w.task_id = ${task_id} and w.source_type = ${source}
              and (excluded.pattern_ids is null or w.pattern_id::text = any (excluded.pattern_ids))), 0)`,
  );
}

/** The next number where a needed unit has no subscription of the task yet, else 0. Taken before units are locked, as patterns' numbers are. */
async function numberNew(
  em: SqlEntityManager,
  { task_id }: Pick<TaskChange, 'task_id'>,
  source: SourceType,
  wanted: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
): Promise<string> {
  const [numbered] = await rows(
    em,
    sql<{ version: string }>`
      update crawler.watch_clock set version = version + 1
      where exists (select from jsonb_to_recordset(${wanted}) as n (key text) where not exists (
        select from crawler.subscription s join crawler.unit u on u.id = s.unit_id
        where s.task_id = ${task_id} and u.source_type = ${source} and u.key = n.key and u.credential_scope = ${scope}))
      returning version::text`,
  );
  return numbered?.version ?? '0';
}

/** Ends a task's subscriptions and open launches, but those at `sources`. */
export async function endSubscriptions(em: SqlEntityManager, task: string, sources: readonly SourceType[]): Promise<void> {
  await rows(em, sql`delete from crawler.subscription where task_id = ${task} and source_type <> all (${[...sources]}::text[])`);
  await rows(
    em,
    sql`update crawler.launch set cancelled = true
        where task_id = ${task} and ended_at is null and source_type <> all (${[...sources]}::text[])`,
  );
}
