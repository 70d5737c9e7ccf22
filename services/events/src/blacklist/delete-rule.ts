import { Inject, Injectable } from '@nestjs/common';
import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { announceRules } from './announce-rules.ts';
import { ruleById } from './rule-list.read-model.ts';
import { removeRule } from './blacklist-rule.store.ts';

/** Deletes a rule; events that it changed keep their status and their history. */
@Injectable()
export class DeleteRule {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Returns what was deleted. Throws NotFound. */
  async run(id: string, caller: Caller): Promise<BlacklistRuleRow> {
    const deleted = await this.database.inScope(scopeOf(caller), async (em) => {
      const rule = await ruleById(em, id, caller.staff);
      if (rule === undefined) throw new NotFound();
      noteOrganisations(caller, [rule.company]);
      if (!(await removeRule(em, id))) throw new NotFound();
      return rule;
    });
    announceRules(this.live, deleted.company);
    return deleted;
  }
}
