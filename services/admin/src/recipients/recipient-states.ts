import { Injectable } from '@nestjs/common';
import type { AnswerOf, recipientStates } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  databaseNow,
  Forbidden,
  LeakwatchError,
  noteOrganisations,
  NotFound,
  organisationScope,
  SCHEDULER,
  type Scope,
  STAFF,
} from '@leakwatch/platform';
import { queueConfirmation } from './queue-confirmation.store.ts';
import { stateOf } from './recipient-state.domain.ts';
import { recipientsOf } from './recipient.store.ts';

/** The seconds that a person waits for the limit of a day; it moves on with each hour. */
const LATER_SECONDS = 3600;

/** The recipients of the caller's organisation. Throws Forbidden `not_in_organisation` for staff of none. */
@Injectable()
export class RecipientStates {
  constructor(private readonly database: Database) {}

  list(emails: readonly string[], caller: Caller): Promise<AnswerOf<typeof recipientStates>> {
    const organisation = organisationOf(caller);
    return this.read(organisationScope(organisation), organisation, emails);
  }

  /** For staff, who see the recipients of every organisation's tasks. The gateway records what they read. */
  ofOrganisation(organisation: string, emails: readonly string[], caller: Caller): Promise<AnswerOf<typeof recipientStates>> {
    noteOrganisations(caller, [organisation]);
    return this.read(STAFF, organisation, emails);
  }

  private async read(scope: Scope, organisation: string, emails: readonly string[]) {
    const { found, now } = await this.database.inScope(scope, async (em) => ({
      found: await recipientsOf(em, organisation, [...new Set(emails)]),
      now: await databaseNow(em),
    }));
    return {
      states: found.map(({ asked_for: email, member, confirmed = null, stopped = null, expires = null, asked }) => ({
        email,
        state: member ? 'member' : stateOf({ confirmed, stopped, expires }, now),
        asked: member ? null : (asked?.toISOString() ?? null),
      })),
    };
  }

  /** Throws NotFound `recipient_not_found`, Conflict `recipient_settled`, and too_many_requests at a limit of the day. */
  async ask(email: string, caller: Caller): Promise<void> {
    const organisation = organisationOf(caller);
    const { found, now } = await this.database.inScope(organisationScope(organisation), async (em) => ({
      found: (await recipientsOf(em, organisation, [email]))[0],
      now: await databaseNow(em),
    }));
    const id = found?.id;
    if (found === undefined || id == null || found.member) throw new NotFound('recipient_not_found');
    const { confirmed = null, stopped = null, expires = null } = found;
    const state = stateOf({ confirmed, stopped, expires }, now);
    if (state !== 'waiting' && state !== 'expired') throw new Conflict('recipient_settled');
    // The outbox of mails is no organisation's.
    const isQueued = await this.database.inScope(SCHEDULER, (em) => queueConfirmation(em, { id, organisation_id: organisation, email }));
    if (!isQueued) throw new LeakwatchError('too_many_requests', 429, { details: { seconds: LATER_SECONDS } });
  }
}

function organisationOf(caller: Caller): string {
  const { organisation } = caller;
  if (organisation === null) throw new Forbidden('not_in_organisation');
  noteOrganisations(caller, [organisation]);
  return organisation;
}
