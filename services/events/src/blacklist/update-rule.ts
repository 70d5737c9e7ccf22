import { Inject, Injectable } from '@nestjs/common';
import type { BlacklistRuleRow, InputOf, updateRule } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  isViolationOf,
  LIVE,
  type LiveNotifier,
  noteOrganisations,
  NotFound,
  scopeOf,
} from '@leakwatch/platform';
import { announceRules } from './announce-rules.ts';
import { readRuleBody } from './read-rule-body.ts';
import { ruleById } from './rule-list.read-model.ts';
import { changeRule, lockRule, RULE_ONCE } from './blacklist-rule.store.ts';

/** Changes a rule for later findings; existing events keep their status. */
@Injectable()
export class UpdateRule {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /**
   * Fields that are not given keep their value. Throws NotFound, Conflict `changed_meanwhile` where the rule is not as the person saw it,
   * Conflict `rule_exists`, and what `readRuleBody` throws.
   */
  async run(id: string, body: InputOf<typeof updateRule>['body'], caller: Caller): Promise<BlacklistRuleRow> {
    try {
      const saved = await this.database.inScope(scopeOf(caller), async (em) => {
        const rule = await lockRule(em, id);
        if (rule === undefined) throw new NotFound();
        noteOrganisations(caller, [rule.organisation_id]);
        const stored = rule.updated_at.toISOString();
        if (body.update_at !== undefined && body.update_at !== stored) throw new Conflict('changed_meanwhile', { at: stored });
        const sent = {
          rule_owner: body.rule_owner ?? rule.rule_owner,
          rule_repo: body.rule_repo ?? rule.rule_repo,
          source_type: body.source_type ?? rule.source_type,
          block_type: body.block_type ?? rule.block_type,
          task: body.task === undefined ? (rule.task_id ?? null) : body.task,
          event: body.event === undefined ? (rule.event_id ?? null) : body.event,
        };
        await changeRule(em, rule, await readRuleBody(em, rule.organisation_id, sent));
        const changed = await ruleById(em, id, caller.staff);
        if (changed === undefined) throw new NotFound();
        return changed;
      });
      announceRules(this.live, saved.company);
      return saved;
    } catch (error) {
      if (isViolationOf(RULE_ONCE, error)) throw new Conflict('rule_exists');
      throw error;
    }
  }
}
