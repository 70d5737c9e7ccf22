import { Controller } from '@nestjs/common';
import {
  blacklistRuleEvents,
  countRuleEvents,
  createRule,
  deleteRule,
  getRule,
  type InputOf,
  listRules,
  updateRule,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, noteOrganisations, NotFound, scopeOf, Serves } from '@leakwatch/platform';
import { BlacklistEvents } from './blacklist-events.ts';
import { CountEvents } from './count-events.ts';
import { CreateRule } from './create-rule.ts';
import { DeleteRule } from './delete-rule.ts';
import { ruleById, ruleList } from './rule-list.read-model.ts';
import { UpdateRule } from './update-rule.ts';

@Controller()
export class RulesController {
  constructor(
    private readonly database: Database,
    private readonly create: CreateRule,
    private readonly update: UpdateRule,
    private readonly remove: DeleteRule,
    private readonly count: CountEvents,
    private readonly blacklist: BlacklistEvents,
  ) {}

  @Serves(listRules)
  getList(@FromRequest() input: InputOf<typeof listRules>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => ruleList(em, input.query, caller.staff));
  }

  @Serves(createRule)
  async post(@FromRequest() input: InputOf<typeof createRule>, @FromCaller() caller: Caller) {
    return { id: await this.create.run(input.body, caller) };
  }

  @Serves(getRule)
  async get(@FromRequest() input: InputOf<typeof getRule>, @FromCaller() caller: Caller) {
    const rule = await this.database.read(scopeOf(caller), (em) => ruleById(em, input.params.id, caller.staff));
    if (rule === undefined) throw new NotFound();
    noteOrganisations(caller, [rule.company]);
    return rule;
  }

  @Serves(updateRule)
  patch(@FromRequest() input: InputOf<typeof updateRule>, @FromCaller() caller: Caller) {
    return this.update.run(input.params.id, input.body, caller);
  }

  @Serves(deleteRule)
  delete(@FromRequest() input: InputOf<typeof deleteRule>, @FromCaller() caller: Caller) {
    return this.remove.run(input.params.id, caller);
  }

  @Serves(countRuleEvents)
  async getCount(@FromRequest() input: InputOf<typeof countRuleEvents>, @FromCaller() caller: Caller) {
    return { count: await this.count.run(input.params.id, caller) };
  }

  @Serves(blacklistRuleEvents)
  postBlacklist(@FromRequest() input: InputOf<typeof blacklistRuleEvents>, @FromCaller() caller: Caller) {
    return this.blacklist.run(input.params.id, { caller, key: input.body.idempotency_key });
  }
}
