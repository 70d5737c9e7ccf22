import { InvalidRequest, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import { readRule, type RuleForm } from '@leakwatch/rules';
import { EventEntity } from '../leak-events/event.entity.ts';
import { TaskCopyEntity } from '../task-copies/task-copy.entity.ts';
import type { RuleToKeep } from './blacklist-rule.store.ts';

export interface SentRule extends RuleForm {
  readonly task: string | null;
  readonly event: string | null;
}

/**
 * Checks a sent rule (docs/behaviour/blacklist.md). Throws InvalidRequest `rule_invalid` with the fields, NotFound
 * `task_not_found` or `event_not_found` for what is not of the organisation.
 */
export async function readRuleBody(em: SqlEntityManager, organisation: string, sent: SentRule): Promise<RuleToKeep> {
  const read = readRule(sent);
  if ('faults' in read) throw new InvalidRequest('rule_invalid', read.faults);
  if (sent.task !== null && (await em.count(TaskCopyEntity, { task_id: sent.task, organisation_id: organisation })) === 0)
    throw new NotFound('task_not_found');
  if (sent.event !== null && (await em.count(EventEntity, { id: sent.event, organisation_id: organisation })) === 0)
    throw new NotFound('event_not_found');
  return { ...read.rule, organisation_id: organisation, task_id: sent.task, event_id: sent.event };
}
