import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { BlacklistRule } from './blacklist.domain.ts';

export const activeRules = (em: SqlEntityManager, organisations: readonly string[]): Promise<BlacklistRule[]> =>
  rows(
    em,
    sql<BlacklistRule>`select organisation_id, task_id, source_type, block_type, rule_owner, rule_repo
      from events.blacklist_rule where active and organisation_id = any (${[...new Set(organisations)]}::uuid[])`,
  );
