import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { BlacklistSource, BlockType } from '@leakwatch/vocabulary';

export const BlacklistRuleEntity = defineEntity({
  name: 'BlacklistRule',
  tableName: 'blacklist_rule',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** null: the rule holds in every task. */
    task_id: p.uuid().nullable(),
    source_type: p.text().$type<BlacklistSource>(),
    block_type: p.text().$type<BlockType>(),
    rule_owner: p.text().default(''),
    rule_repo: p.text().default(''),
    /** Read by the version before; every rule is active. */
    active: p.boolean().default(true),
    author_name: p.text().default(''),
    updated_at: p.datetime().defaultRaw('now()'),
    /** Keys by which names are compared (`nameKey` of libs/rules). */
    owner_key: p.text(),
    repo_key: p.text(),
    /** The event from which the rule was made. */
    event_id: p.uuid().nullable(),
    author_id: p.uuid().nullable(),
  },
});
export type BlacklistRuleRecord = RowOf<typeof BlacklistRuleEntity>;
