import { BLACKLISTED_AT_ONCE } from '@leakwatch/contracts';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { comparedNames } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { CHOSEN_COLUMNS, FIXED_NOW } from '../leak-events/set-status.store.ts';
import type { BlacklistRuleRecord } from './blacklist-rule.entity.ts';

type Rule = Pick<BlacklistRuleRecord, 'organisation_id' | 'source_type' | 'block_type' | 'owner_key' | 'repo_key'> & {
  readonly task_id?: string | null;
};

/** The condition on `events.event e` under which the rule would change it: `ruleMatches`, and not blacklisted yet. */
function ofRule(rule: Rule) {
  const needs = comparedNames(rule.block_type);
  const task = rule.task_id ?? null;
  const conditions = [
    sql<boolean>`e.organisation_id = ${rule.organisation_id}`,
    sql<boolean>`e.source_type = ${rule.source_type}`,
    sql<boolean>`e.status <> 'blacklist'`,
    ...(needs.owner ? [sql<boolean>`e.owner_key = ${rule.owner_key}`] : []),
    ...(needs.repository ? [sql<boolean>`e.repo_key = ${rule.repo_key}`] : []),
    ...(task === null ? [] : [sql<boolean>`e.task_id = ${task}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** How many events the rule would change. */
export async function countEventsOfRule(em: SqlEntityManager, rule: Rule): Promise<number> {
  const found = await row(em, sql<{ count: number }>`select count(*)::int as count from events.event e where ${ofRule(rule)}`);
  return found?.count ?? 0;
}

/** Selects for `setStatus` as many events of the rule as are changed at once. */
export const chosenByRule = (rule: Rule) => sql`
  select ${CHOSEN_COLUMNS}, 'blacklist' as to_status, null as to_reason, ${FIXED_NOW} from events.event e where ${ofRule(rule)}
  order by e.id limit ${BLACKLISTED_AT_ONCE} for update`;

/** Whether people may triage the organisation's events. */
export async function isOrganisationActive(em: SqlEntityManager, organisation: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('events.organisation')
    .select('active')
    .where('organisation_id', '=', organisation)
    .executeTakeFirst();
  return found?.active === true;
}
