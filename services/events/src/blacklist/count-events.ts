import { Injectable } from '@nestjs/common';
import { type Caller, Database, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { findRule } from './blacklist-rule.store.ts';
import { countEventsOfRule } from './events-of-rule.store.ts';

/** How many events `BlacklistEvents` would change. */
@Injectable()
export class CountEvents {
  constructor(private readonly database: Database) {}

  /** Throws NotFound. */
  async run(id: string, caller: Caller): Promise<number> {
    return this.database.inScope(scopeOf(caller), async (em) => {
      const rule = await findRule(em, id);
      if (rule === undefined) throw new NotFound();
      noteOrganisations(caller, [rule.organisation_id]);
      return countEventsOfRule(em, rule);
    });
  }
}
