import { sql } from '@leakwatch/platform';
import { looksAt } from '@leakwatch/rules';
import type { StoredRule } from './rule.store.ts';

/** The condition on `events.event e` under which the rule would move it: `ruleMatches`, and not blacklisted yet. */
export function eventsOfRule(rule: StoredRule) {
  const needs = looksAt(rule.block_type);
  const conditions = [
    sql<boolean>`e.organisation_id = ${rule.organisation_id}`,
    sql<boolean>`e.source_type = ${rule.source_type}`,
    sql<boolean>`e.status <> 'blacklist'`,
    ...(needs.owner ? [sql<boolean>`e.owner_key = ${rule.owner_key}`] : []),
    ...(needs.repository ? [sql<boolean>`e.repo_key = ${rule.repo_key}`] : []),
    ...(rule.task_id === null ? [] : [sql<boolean>`e.task_id = ${rule.task_id}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
