import { Inject, Injectable } from '@nestjs/common';
import { evidenceContext, evidenceKey } from '@leakwatch/contracts';
import { type Caller, Database, LeakwatchError, NotFound, noteOrganisations, type ObjectStore, scopeOf, Vault } from '@leakwatch/platform';
import type { Evidence } from './evidence.entities.ts';
import { type EventContent, eventContent, keptContents } from './evidence.store.ts';
import { OBJECTS } from './objects.ts';

/** What was kept for an event. */
export interface FoundContent {
  readonly event: EventContent;
  readonly content: Evidence;
  /** The file in which the document was found, where it is another and is kept. */
  readonly original: Evidence | undefined;
}

/** Finds and opens what was kept for an event. */
@Injectable()
export class OpenContent {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: Pick<ObjectStore, 'get'>,
    private readonly vault: Vault,
  ) {}

  /** Throws NotFound for an event that the caller may not see, `backup_not_found` where nothing was kept, `backup_expired` after its time. */
  async find(id: string, caller: Caller): Promise<FoundContent> {
    return this.database.inScope(scopeOf(caller), async (em) => {
      const event = await eventContent(em, id);
      if (event === undefined) throw new NotFound();
      noteOrganisations(caller, [event.organisation_id]);
      if (event.content_hash === null) throw new NotFound('backup_not_found');
      const kept = await keptContents(em, event.organisation_id, [event.content_hash, event.original_hash]);
      const content = kept.get(event.content_hash);
      if (content === undefined) throw new LeakwatchError('backup_expired', 410);
      return { event, content, original: event.original_hash === null ? undefined : kept.get(event.original_hash) };
    });
  }

  /** The bytes as they were kept. Throws `backup_not_found` when the store has lost them, and what the store and the vault throw. */
  async open({ organisation_id: organisation, hash, object_id: object }: Evidence): Promise<Buffer> {
    const sealed = await this.objects.get(evidenceKey(organisation, { hash, object }));
    if (sealed === undefined) throw new NotFound('backup_not_found');
    return this.vault.openBytes(sealed, evidenceContext(organisation, hash));
  }
}
