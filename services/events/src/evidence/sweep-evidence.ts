import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { evidenceKey } from '@leakwatch/contracts';
import {
  CONSUMER,
  Database,
  LOGGER,
  type Logger,
  type ObjectStore,
  ObjectSweep,
  Schedule,
  scheduleDeletions,
  SETTINGS,
  type SqlEntityManager,
} from '@leakwatch/platform';
import type { EventsSettings } from '../settings.ts';
import { OBJECT_DELETIONS, OBJECTS } from './objects.ts';
import { removeExpired, removeUnused } from './sweep-evidence.store.ts';

/** A deletion of events, and the end of the time for which content is kept, take effect within this time. */
const SWEEP_MS = 60_000;
/** Rows of one transaction: it holds their locks, and the intake may wait for them. */
const BATCH = 200;

/** Deletes content whose time is over, or to which no event refers any more. Several processes may do so at once. */
@Injectable()
export class SweepEvidence extends Schedule {
  private readonly objects: ObjectSweep;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Pick<EventsSettings, 'EVIDENCE_DAYS'>,
    @Inject(OBJECTS) objects: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
    this.objects = new ObjectSweep(database, objects, OBJECT_DELETIONS, logger);
  }

  @Interval(SWEEP_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const objects = await this.run();
      if (objects > 0) this.logger.info({ objects }, 'kept content was deleted');
    });
  }

  /** Returns how many objects were deleted. Rows go first: an object that the store cannot delete is tried again. */
  async run(): Promise<number> {
    const { EVIDENCE_DAYS: days } = this.settings;
    while (
      (await this.remove(async (em) => {
        const removed = await removeExpired(em, days, BATCH);
        return { reviewed: removed.length, removed };
      })) === BATCH
    );
    while ((await this.remove((em) => removeUnused(em, BATCH))) === BATCH);
    return this.objects.run();
  }

  /** As a consumer: events of deleted tasks, which other scopes do not see, may be restored and keep their content. */
  private remove(removal: (em: SqlEntityManager) => ReturnType<typeof removeUnused>): Promise<number> {
    return this.database.inScope(CONSUMER, async (em) => {
      const { reviewed, removed } = await removal(em);
      const keys = removed.map(({ organisation_id, hash, object_id: object }) => evidenceKey(organisation_id, { hash, object }));
      await scheduleDeletions(em, OBJECT_DELETIONS, keys, 0);
      return reviewed;
    });
  }
}
