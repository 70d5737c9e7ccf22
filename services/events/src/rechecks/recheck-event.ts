import { Inject, Injectable } from '@nestjs/common';
import { internalRecheck, type Rechecked, type SoughtDocument } from '@leakwatch/contracts';
import {
  asService,
  type Caller,
  Conflict,
  Database,
  Forbidden,
  isStaffAct,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  type RateLimit,
  RateLimiter,
  scopeOf,
  ServiceClients,
} from '@leakwatch/platform';
import { documentOfMatch } from '@leakwatch/matching';
import { isInside, recheckPlace } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { matchedLines } from './matched-lines.ts';

/** A person who works through a list checks some events a minute. */
export const RECHECKS_OF_ACCOUNT = { name: 'recheck_account', attempts: 30, seconds: 600 } as const satisfies RateLimit;
/** Several people of one organisation. */
export const RECHECKS_OF_ORGANISATION = { name: 'recheck_organisation', attempts: 200, seconds: 3600 } as const satisfies RateLimit;
/** Of all organisations at one host: far below what the sites refuse anonymous readers for. */
export const RECHECKS_OF_HOST = { name: 'recheck_host', attempts: 30, seconds: 60 } as const satisfies RateLimit;

interface Found {
  readonly organisation: string;
  readonly sought: SoughtDocument;
  /** Whose limit the check spends; null where no host is asked. */
  readonly host: string | null;
}

/** Looks whether an event is still where it was found, and records the answer. The crawler does the looking. */
@Injectable()
export class RecheckEvent {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly services: ServiceClients,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Throws too_many_requests, NotFound, the errors of RECHECK_ERRORS, and Unavailable without Redis or crawler. */
  async run(id: string, caller: Caller): Promise<Rechecked> {
    const { account } = caller;
    if (account === null) throw new Forbidden();
    // Asking for what is not there counts too.
    await this.limiter.require(RECHECKS_OF_ACCOUNT, account.id);
    const { organisation, sought, host } = await this.find(id, caller);
    noteOrganisations(caller, [organisation]);
    await this.limiter.require(RECHECKS_OF_ORGANISATION, organisation);
    if (host !== null) await this.limiter.require(RECHECKS_OF_HOST, host);
    const found = await this.services.call(internalRecheck, asService('events', caller.request_id), { body: sought });
    await this.database.inScope(scopeOf(caller), async (em) => {
      const event = await tables(em).selectFrom('events.event').select('id').where('id', '=', id).executeTakeFirst();
      if (event === undefined) throw new NotFound();
      const { answer, as_of } = found;
      await tables(em)
        .insertInto('events.recheck')
        .values({
          ...{ id: newId(), event_id: id, organisation_id: organisation, answer, as_of: new Date(as_of) },
          ...{ staff: isStaffAct(caller), account_name: account.username },
        })
        .execute();
    });
    this.live.notify([organisation], EVENTS_CHANGED);
    return found;
  }

  /** The document of an event as the crawler looks for it. No transaction is open while it looks. */
  private async find(id: string, caller: Caller): Promise<Found> {
    const event = await this.database.inScope(scopeOf(caller), (em) =>
      tables(em)
        .selectFrom('events.event')
        .select(['organisation_id', 'task_id', 'source_type', 'container_key', 'file_url', 'path', 'document_version', 'commit', 'excerpt'])
        .select(['content_hash', 'original_hash'])
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (event === undefined) throw new NotFound();
    const place = recheckPlace(event);
    if (place === null) throw new Conflict('recheck_not_offered');
    return {
      organisation: event.organisation_id,
      host: place.kind === 'address' ? new URL(place.url).host : null,
      sought: {
        ...{ organisation: event.organisation_id, task: event.task_id, source_type: event.source_type, container: event.container_key },
        ...{ file_url: event.file_url, path: event.path, version: event.document_version, commit: event.commit?.id ?? null },
        hash: event.original_hash ?? event.content_hash,
        lines: isInside(documentOfMatch(event.path)) ? [] : matchedLines(event.excerpt),
      },
    };
  }
}
