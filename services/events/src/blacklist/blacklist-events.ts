import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, blacklistRuleEvents } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  scopeOf,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { setStatus } from '../leak-events/set-status.store.ts';
import { type Made, MakeOnce } from '../sent-changes/make-once.ts';
import { lockRule } from './blacklist-rule.store.ts';
import { chosenByRule, countEventsOfRule, isOrganisationActive } from './events-of-rule.store.ts';

type Answer = AnswerOf<typeof blacklistRuleEvents>;

interface Sender {
  readonly caller: Caller;
  /** The caller's id of the change, if any. */
  readonly key: string | undefined;
}

/** Sets the events that a rule matches to blacklist. Their history names the rule; who asked for it can undo it. */
@Injectable()
export class BlacklistEvents {
  constructor(
    private readonly database: Database,
    private readonly once: MakeOnce,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Throws NotFound, or Conflict `organisation_inactive`: the events of such an organisation are not triaged. */
  async run(id: string, { caller, key }: Sender): Promise<Answer> {
    const { answer, organisations } = await this.database.inScope(scopeOf(caller), (em) =>
      this.once.run(em, { key, caller, change: { rule: id }, schema: blacklistRuleEvents.answer }, () => this.change(em, id, caller)),
    );
    if (answer.count > 0) this.live.notify(organisations, EVENTS_CHANGED);
    return answer;
  }

  private async change(em: SqlEntityManager, id: string, caller: Caller): Promise<Made<Answer>> {
    const rule = await lockRule(em, id);
    if (rule === undefined) throw new NotFound();
    const { organisation_id: organisation } = rule;
    noteOrganisations(caller, [organisation]);
    if (!caller.staff && !(await isOrganisationActive(em, organisation))) throw new Conflict('organisation_inactive');
    const batch = newId();
    const actor = { kind: 'rule', id: rule.id, name: 'rule', askedBy: caller.account?.id ?? null } as const;
    const count = await setStatus(em, this.bus, chosenByRule(rule), actor, batch);
    const answer = { count, batch: count === 0 ? null : batch, left: await countEventsOfRule(em, rule) };
    return { answer, organisations: [organisation] };
  }
}
