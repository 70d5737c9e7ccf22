import { databaseNow, LockMode, type SqlEntityManager } from '@leakwatch/platform';
import { type CleanRule, nameKey } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { type BlacklistRuleRecord, BlacklistRuleEntity } from './blacklist-rule.entity.ts';

/** A rule as a person makes it, with the task and the event that it belongs to. */
export interface RuleToKeep extends CleanRule {
  readonly organisation_id: string;
  readonly task_id: string | null;
  readonly event_id: string | null;
}

/** The unique index that decides which of two equal rules is kept. */
export const RULE_ONCE = 'blacklist_rule_once';

const withKeys = (rule: RuleToKeep) => ({
  organisation_id: rule.organisation_id,
  task_id: rule.task_id,
  event_id: rule.event_id,
  source_type: rule.source_type,
  block_type: rule.block_type,
  rule_owner: rule.rule_owner,
  rule_repo: rule.rule_repo,
  owner_key: nameKey(rule.rule_owner),
  repo_key: nameKey(rule.rule_repo),
});

/** False when the same rule exists, also one that another transaction has just added. */
export async function addRule(
  em: SqlEntityManager,
  id: string,
  rule: RuleToKeep,
  author: { readonly id: string; readonly username: string } | null,
): Promise<boolean> {
  const added = await tables(em)
    .insertInto('events.blacklist_rule')
    .values({ id, ...withKeys(rule), author_id: author?.id ?? null, author_name: author?.username ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Undefined when the scope does not see the rule. */
export const findRule = (em: SqlEntityManager, id: string): Promise<BlacklistRuleRecord | undefined> =>
  tables(em).selectFrom('events.blacklist_rule').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks a rule; undefined when the scope does not see it. Changes are written by `changeRule`. */
export const lockRule = async (em: SqlEntityManager, id: string) =>
  (await em.findOne(BlacklistRuleEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? undefined;
export type LockedRule = NonNullable<Awaited<ReturnType<typeof lockRule>>>;

/** Violates `RULE_ONCE` when the rule would be the same as another. */
export async function changeRule(em: SqlEntityManager, rule: LockedRule, change: RuleToKeep): Promise<void> {
  em.assign(rule, { ...withKeys(change), updated_at: await databaseNow(em) });
  await em.flush();
}

/** False when another call has deleted it first. */
export const removeRule = async (em: SqlEntityManager, id: string): Promise<boolean> =>
  (await em.nativeDelete(BlacklistRuleEntity, { id })) === 1;
