import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, BLACKLISTED_AT_ONCE, type blacklistRuleEvents } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveTeller,
  newId,
  noteOrganisations,
  NotFound,
  row,
  scopeOf,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';
import { CHOSEN_COLUMNS, moveEvents } from '../leak-events/move-events.store.ts';
import { tellOfEvents } from '../leak-events/tell-of-events.ts';
import { eventsOfRule } from './events-of-rule.ts';
import { lockRule } from './rule.store.ts';

type Answer = AnswerOf<typeof blacklistRuleEvents>;

/** Moves the events that a rule matches to blacklist; the rule stands in their history, who asked can take it back. */
@Injectable()
export class BlacklistEvents {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveTeller,
  ) {}

  /** Throws NotFound, or Conflict `organisation_inactive`: such an organisation's events are not triaged. */
  async run(id: string, caller: Caller): Promise<Answer> {
    const { organisation, ...answer } = await this.database.inScope(scopeOf(caller), async (em) => {
      const rule = await lockRule(em, id);
      if (rule === undefined) throw new NotFound();
      noteOrganisations(caller, [rule.organisation_id]);
      if (!caller.staff && !(await isActive(em, rule.organisation_id))) throw new Conflict('organisation_inactive');
      const batch = newId();
      const matching = sql`select ${CHOSEN_COLUMNS}, 'blacklist' as to_status from events.event e where ${eventsOfRule(rule)}`;
      const count = await moveEvents(
        em,
        this.bus,
        sql`${matching} order by e.id limit ${BLACKLISTED_AT_ONCE} for update`,
        { kind: 'rule', id: rule.id, name: 'rule', askedBy: caller.account?.id ?? null },
        batch,
      );
      const left = await row(em, sql<{ count: number }>`select count(*)::int as count from (${matching}) as rest`);
      return { organisation: rule.organisation_id, count, batch: count === 0 ? null : batch, left: left?.count ?? 0 };
    });
    if (answer.count > 0) tellOfEvents(this.live, [organisation]);
    return answer;
  }
}

async function isActive(em: SqlEntityManager, organisation: string): Promise<boolean> {
  const found = await row(em, sql<{ active: boolean }>`select active from events.organisation where organisation_id = ${organisation}`);
  return found?.active === true;
}
