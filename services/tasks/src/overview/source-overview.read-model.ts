import {
  type AnswerOf,
  type InputOf,
  SOURCE_CONDITIONS,
  type SourceCondition,
  type sourceOverview,
  type SourceOverviewRow,
  type TaskRow,
} from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { coveredSources, type StoredCoverage, toCoverage } from '../search-tasks/source-coverage.read-model.ts';
import { CRAWLER_AWAY, FAILING, STALLED, utc } from '../search-tasks/task-list.read-model.ts';

type Query = InputOf<typeof sourceOverview>['query'];
type Stored = StoredCoverage &
  Pick<SourceOverviewRow, 'task' | 'title' | 'condition' | 'state' | 'progress' | 'failing' | 'last_answer'> & {
    readonly stalled: TaskRow['sources'][number]['stalled'];
  };

const COLUMNS = sql.raw(
  `s.task_id as task, t.title, t.running, s.state, s.progress, ${utc('s.activity_at')} as last_answer, ${FAILING} as failing,
  ${STALLED} as stalled`,
);

/** Of a row of `coveredSources` with COLUMNS. What units report is in `units`, what repositories report in the columns. */
const CONDITION = sql.raw(`case
  when not running then 'stopped'
  when failing is not null then 'failing'
  when stalled is not null or units ->> 'error_code' is not null or units #>> '{stalled,since}' is not null then 'waiting'
  when coalesce((units ->> 'silent')::int, 0) > 0 then 'silent'
  when last_full_pass is null and units ->> 'last_full_pass' is null then 'never'
  when unread + unchecked > 0 or exists (select from unnest(array['unread', 'unchecked', 'capped', 'incomplete']) part
    where (units ->> part)::int > 0) then 'partial'
  else 'well' end`);

/** A page of the sources of tasks that are not deleted, those that need a look first; of one organisation where it is asked for. */
export async function sourcesOverview(
  em: SqlEntityManager,
  { org, condition, limit, offset }: Query,
): Promise<AnswerOf<typeof sourceOverview>> {
  const where = sql`t.archived_at is null and (${org ?? null}::uuid is null or t.organisation_id = ${org ?? null}::uuid)`;
  const judged = sql`select c.*, ${CONDITION} as condition from (${coveredSources(COLUMNS, where)}) c`;
  const conditions = await rows(
    em,
    sql<{ condition: SourceCondition; count: number }>`select condition, count(*)::int as count from (${judged}) j group by condition`,
  );
  const wanted = condition === undefined ? [...SOURCE_CONDITIONS] : [condition];
  const found = await rows(
    em,
    sql<Stored>`select * from (${judged}) j where condition = any (${wanted}::text[])
      order by array_position(${[...SOURCE_CONDITIONS]}::text[], condition), lower(title), task, source_type limit ${limit} offset ${offset}`,
  );
  return {
    count: conditions.reduce((sum, one) => (wanted.includes(one.condition) ? sum + one.count : sum), 0),
    conditions: SOURCE_CONDITIONS.flatMap((name) => conditions.filter((one) => one.condition === name)),
    results: found.map((stored) => {
      const { task, title, condition: is, state, progress, failing, last_answer, stalled } = stored;
      return {
        ...toCoverage(stored),
        ...(stalled?.error_code === CRAWLER_AWAY && { error_code: CRAWLER_AWAY }),
        task,
        title,
        condition: is,
        state,
        progress,
        failing,
        last_answer,
      };
    }),
  };
}
