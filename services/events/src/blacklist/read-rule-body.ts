import { InvalidRequest, NotFound, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { readRule, type RuleForm } from '@leakwatch/rules';
import type { RuleToKeep } from './rule.store.ts';

export interface SentRule extends RuleForm {
  readonly task: string | null;
  readonly event: string | null;
}

/**
 * A sent rule by the rules of spec/1-console section 5. Throws InvalidRequest `rule_invalid` with the fields, NotFound
 * `task_not_found` or `event_not_found` for what is not of the organisation.
 */
export async function readRuleBody(em: SqlEntityManager, organisation: string, sent: SentRule): Promise<RuleToKeep> {
  const read = readRule(sent);
  if ('faults' in read) throw new InvalidRequest('rule_invalid', read.faults);
  const known = await row(
    em,
    sql<{ task: boolean; event: boolean }>`
      select ${sent.task}::uuid is null
          or exists (select from events.task where task_id = ${sent.task}::uuid and organisation_id = ${organisation}) as task,
        ${sent.event}::uuid is null
          or exists (select from events.event where id = ${sent.event}::uuid and organisation_id = ${organisation}) as event`,
  );
  if (known?.task !== true) throw new NotFound('task_not_found');
  if (!known.event) throw new NotFound('event_not_found');
  return { ...read.rule, organisation_id: organisation, task_id: sent.task, event_id: sent.event };
}
