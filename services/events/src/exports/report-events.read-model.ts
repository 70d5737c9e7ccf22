import { type AnswerOf, type InputOf, type internalReportEvents, REPORT_PAGE, type ReportEvent } from '@leakwatch/contracts';
import { type DetectorTable, hideSecrets } from '@leakwatch/matching';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { StoredEvent } from '../leak-events/event.entity.ts';
import { matching, statusesOf } from '../leak-events/event-filters.ts';

type Query = InputOf<typeof internalReportEvents>['body'];

type ExportedEvent = Pick<
  StoredEvent,
  'id' | 'status' | 'source_type' | 'filter_keywords' | 'created' | 'updated_at' | 'last_seen' | 'line' | 'commit'
> &
  Pick<
    ReportEvent,
    'pattern' | 'task_name' | 'username' | 'repo_name' | 'repo_url' | 'file_url' | 'file_path' | 'file_lang' | 'content'
  > & {
    readonly at: string;
  };

/** As a cursor holds it: a Date has no microseconds, and events of one intake differ in nothing else. */
const EXACT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

async function toReportEvent({ at: _at, commit, ...stored }: ExportedEvent, detectors: DetectorTable): Promise<ReportEvent> {
  return {
    ...stored,
    content: (await hideSecrets(detectors, stored.content)).text,
    created: stored.created.toISOString(),
    updated_at: stored.updated_at.toISOString(),
    last_seen: stored.last_seen.toISOString(),
    commit: commit?.id ?? null,
    commit_author: commit?.author ?? null,
    commit_date: commit === null ? null : new Date(commit.committed_at).toISOString(),
  };
}

/** For the planner: with the row-level security policy alone it would not use an index on the organisation. */
const ofOrganisation = (organisation: string | null) => sql`(${organisation}::uuid is null or e.organisation_id = ${organisation}::uuid)`;

/**
 * For the rest of the transaction. Under row-level security the planner expects one row of a hundred, and would sort the
 * rest of the list for each page instead of reading the first rows of its index.
 */
const inOrderOfIndex = (em: SqlEntityManager) => rows(em, sql`set local enable_sort = off`);

async function countOf(em: SqlEntityManager, { organisation, filters }: Query): Promise<number> {
  const found = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from events.event e
      where e.status = any (${[...statusesOf(filters.status)]}::text[]) and ${ofOrganisation(organisation)} and ${matching(filters)}`,
  );
  return found?.count ?? 0;
}

/**
 * One page of what the filters match, in the order of the list. Each status is read separately, in the order of the list's
 * index, so that a page costs the same at the end of a long list as at its beginning.
 */
export async function reportEvents(
  em: SqlEntityManager,
  query: Query,
  detectors: DetectorTable,
): Promise<AnswerOf<typeof internalReportEvents>> {
  const { organisation, filters, after } = query;
  const beyond =
    after === null
      ? sql`true`
      : sql`e.created <= ${after.created}::timestamptz and (e.created < ${after.created}::timestamptz or e.id > ${after.id}::uuid)`;
  const total = after === null ? await countOf(em, query) : null;
  if (organisation !== null) await inOrderOfIndex(em);
  const found = await rows(
    em,
    sql<ExportedEvent>`
      select e.id, e.status, e.source_type, e.pattern_text as pattern, to_jsonb(e.filter_keywords) as filter_keywords,
        coalesce(t.title, '') as task_name, e.created, e.updated_at, e.last_seen, e.owner as username,
        e.container_title as repo_name, e.container_url as repo_url, e.file_url, e.path as file_path, e.language as file_lang,
        e.line, e.commit, e.excerpt ->> 'text' as content, to_char(e.created at time zone 'UTC', ${EXACT}) as at
      from (
        select p.id from unnest(${[...statusesOf(filters.status)]}::text[]) as s (status)
        cross join lateral (
          select e.id, e.created from events.event e
          where e.status = s.status and ${ofOrganisation(organisation)} and ${matching(filters)} and ${beyond}
          order by e.created desc, e.id limit ${REPORT_PAGE}
        ) p
        order by p.created desc, p.id limit ${REPORT_PAGE}
      ) page
      join events.event e on e.id = page.id
      left join events.task t on t.task_id = e.task_id
      order by e.created desc, e.id`,
  );
  const last = found.length < REPORT_PAGE ? undefined : found.at(-1);
  const events: ReportEvent[] = [];
  for (const one of found) events.push(await toReportEvent(one, detectors));
  return {
    total,
    events,
    next: last === undefined ? null : { created: last.at, id: last.id },
  };
}
