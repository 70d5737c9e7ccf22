import { Inject, Injectable } from '@nestjs/common';
import type { createRule, InputOf } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, Forbidden, LIVE, type LiveNotifier, newId, organisationScope } from '@leakwatch/platform';
import { announceRules } from './announce-rules.ts';
import { readRuleBody } from './read-rule-body.ts';
import { addRule } from './blacklist-rule.store.ts';

/** Adds a rule to the caller's own organisation; staff add none to others (docs/behaviour/blacklist.md). */
@Injectable()
export class CreateRule {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Returns the rule's id. Throws Conflict `rule_exists`, and what `readRuleBody` throws. */
  async run(body: InputOf<typeof createRule>['body'], caller: Caller): Promise<string> {
    const { organisation } = caller;
    if (organisation === null) throw new Forbidden('not_in_organisation');
    const id = newId();
    await this.database.inScope(organisationScope(organisation), async (em) => {
      const rule = await readRuleBody(em, organisation, body);
      if (!(await addRule(em, id, rule, caller.account))) throw new Conflict('rule_exists');
    });
    announceRules(this.live, organisation);
    return id;
  }
}
