import { Injectable } from '@nestjs/common';
import { type Caller, Database, noteOrganisations, NotFound, row, scopeOf, sql } from '@leakwatch/platform';
import { eventsOfRule } from './events-of-rule.ts';
import { storedRule } from './rule.store.ts';

/** How many events `BlacklistEvents` would move. */
@Injectable()
export class CountEvents {
  constructor(private readonly database: Database) {}

  /** Throws NotFound. */
  async run(id: string, caller: Caller): Promise<number> {
    return this.database.inScope(scopeOf(caller), async (em) => {
      const rule = await storedRule(em, id);
      if (rule === undefined) throw new NotFound();
      noteOrganisations(caller, [rule.organisation_id]);
      const found = await row(em, sql<{ count: number }>`select count(*)::int as count from events.event e where ${eventsOfRule(rule)}`);
      return found?.count ?? 0;
    });
  }
}
