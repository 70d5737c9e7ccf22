import type { AnswerOf, BlacklistRuleRow, InputOf, listRules } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { nameKey } from '@leakwatch/rules';
import type { BlacklistRuleRecord } from './blacklist-rule.entity.ts';

type ShownRule = Pick<
  BlacklistRuleRecord,
  | 'id'
  | 'organisation_id'
  | 'rule_owner'
  | 'rule_repo'
  | 'block_type'
  | 'source_type'
  | 'task_id'
  | 'event_id'
  | 'author_name'
  | 'updated_at'
> & { readonly task_title: string | null };

const COLUMNS = sql.raw(`r.id, r.organisation_id, r.rule_owner, r.rule_repo, r.block_type, r.source_type, r.task_id,
  t.title as task_title, r.event_id, r.author_name, r.updated_at`);
const TABLES = sql.raw('events.blacklist_rule r left join events.task t on t.task_id = r.task_id');

const toRow = (rule: ShownRule, staff: boolean): BlacklistRuleRow => ({
  id: rule.id,
  company: rule.organisation_id,
  rule_owner: rule.rule_owner,
  rule_repo: rule.rule_repo,
  block_type: rule.block_type,
  source_type: rule.source_type,
  task: rule.task_id,
  task_name: rule.task_title,
  event: rule.event_id,
  author: rule.author_name,
  global_state: rule.task_id === null,
  update_at: rule.updated_at.toISOString(),
  ...(staff && { org: rule.organisation_id }),
});

/** One page of rules, those changed last first. `query.rule`: a part of `owner/repository`, letter case ignored. */
export async function ruleList(
  em: SqlEntityManager,
  query: InputOf<typeof listRules>['query'],
  staff: boolean,
): Promise<AnswerOf<typeof listRules>> {
  const part = nameKey(query.rule ?? '');
  const filter = sql`(${query.org ?? null}::uuid is null or r.organisation_id = ${query.org ?? null}::uuid)
    and (${part} = '' or strpos(r.owner_key || '/' || r.repo_key, ${part}) > 0)`;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from events.blacklist_rule r where ${filter}`);
  const found = await rows(
    em,
    sql<ShownRule>`select ${COLUMNS} from ${TABLES} where ${filter}
      order by r.updated_at desc, r.id limit ${query.limit} offset ${query.offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map((rule) => toRow(rule, staff)) };
}

/** The rule as the wire spells it; undefined when the scope does not see it. */
export async function ruleById(em: SqlEntityManager, id: string, staff: boolean): Promise<BlacklistRuleRow | undefined> {
  const found = await row(em, sql<ShownRule>`select ${COLUMNS} from ${TABLES} where r.id = ${id}`);
  return found === undefined ? undefined : toRow(found, staff);
}
