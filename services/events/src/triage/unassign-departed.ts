import { Inject, Injectable } from '@nestjs/common';
import { CONSUMER, Database, LIVE, type LiveNotifier, newId, type SqlEntityManager, sql } from '@leakwatch/platform';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import type { Actor } from '../leak-events/set-status.store.ts';
import { removeViewsOfDeparted } from '../views/saved-view.store.ts';
import { setTriage, TRIAGED_COLUMNS, type Triaged } from './set-triage.store.ts';

const LEAKWATCH: Actor = { kind: 'system', id: null, name: 'system' };
/** Events of one transaction: it holds locks on their rows. */
const PAGE = 1_000;

/**
 * Takes events from an account that is no member of their organisation any more, and deletes the views that it saved there. Its copy has changed before, so nobody can assign an event to it
 * meanwhile.
 */
@Injectable()
export class UnassignDeparted {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** `organisation`: where the account is a member now; null for none. Open pages are notified of a rename too. */
  async run(account: string, organisation: string | null): Promise<void> {
    const changed = new Set(organisation === null ? [] : [organisation]);
    await this.database.inScope(CONSUMER, (em) => removeViewsOfDeparted(em, account, organisation));
    let page: Triaged;
    do {
      page = await this.database.inScope(CONSUMER, (em) => unassignPage(em, account));
      for (const one of page.organisations) changed.add(one);
    } while (page.count === PAGE);
    this.live.notify([...changed], EVENTS_CHANGED);
  }
}

const unassignPage = (em: SqlEntityManager, account: string): Promise<Triaged> =>
  setTriage(
    em,
    sql`select ${TRIAGED_COLUMNS}, null::uuid as to_assignee, e.due_date as to_due, e.close_reason as to_reason from events.event e
      where e.assignee_id = ${account}::uuid
        and e.organisation_id is distinct from (select m.organisation_id from events.member m where m.account_id = ${account}::uuid)
      order by e.id limit ${PAGE} for update`,
    LEAKWATCH,
    newId(),
  );
