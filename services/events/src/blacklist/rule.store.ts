import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type CleanRule, nameKey } from '@leakwatch/rules';

/** A rule as a person makes it, with what it hangs on. */
export interface RuleToKeep extends CleanRule {
  readonly organisation_id: string;
  readonly task_id: string | null;
  readonly event_id: string | null;
}

export interface StoredRule extends RuleToKeep {
  readonly id: string;
  readonly owner_key: string;
  readonly repo_key: string;
}

/** The unique index that decides which of two equal rules is kept. */
export const RULE_ONCE = 'blacklist_rule_once';

/** False when the same rule is there already, also one that another transaction just made. */
export async function addRule(
  em: SqlEntityManager,
  id: string,
  rule: RuleToKeep,
  author: { readonly id: string; readonly username: string } | null,
): Promise<boolean> {
  const added = await row(
    em,
    sql`insert into events.blacklist_rule (id, organisation_id, task_id, event_id, source_type, block_type, rule_owner, rule_repo,
          owner_key, repo_key, author_id, author_name)
        values (${id}, ${rule.organisation_id}, ${rule.task_id}::uuid, ${rule.event_id}::uuid, ${rule.source_type}, ${rule.block_type},
          ${rule.rule_owner}, ${rule.rule_repo}, ${nameKey(rule.rule_owner)}, ${nameKey(rule.rule_repo)}, ${author?.id ?? null}::uuid,
          ${author?.username ?? ''})
        on conflict do nothing returning id`,
  );
  return added !== undefined;
}

/** Violates `RULE_ONCE` when the rule would be the same as another. */
export async function changeRule(em: SqlEntityManager, id: string, rule: RuleToKeep): Promise<void> {
  await row(
    em,
    sql`update events.blacklist_rule set task_id = ${rule.task_id}::uuid, event_id = ${rule.event_id}::uuid,
          source_type = ${rule.source_type}, block_type = ${rule.block_type}, rule_owner = ${rule.rule_owner},
          rule_repo = ${rule.rule_repo}, owner_key = ${nameKey(rule.rule_owner)}, repo_key = ${nameKey(rule.rule_repo)},
          updated_at = clock_timestamp()
        where id = ${id}`,
  );
}

const stored = (id: string) =>
  sql<StoredRule>`select id, organisation_id, task_id, event_id, source_type, block_type, rule_owner, rule_repo, owner_key, repo_key
    from events.blacklist_rule where id = ${id}`;

/** Undefined when the scope does not see the rule. */
export const storedRule = (em: SqlEntityManager, id: string): Promise<StoredRule | undefined> => row(em, stored(id));

/** As `storedRule`, with its row locked. */
export const lockRule = (em: SqlEntityManager, id: string): Promise<StoredRule | undefined> =>
  row(em, sql<StoredRule>`${stored(id)} for update`);

export const removeRule = (em: SqlEntityManager, id: string) => row(em, sql`delete from events.blacklist_rule where id = ${id}`);
