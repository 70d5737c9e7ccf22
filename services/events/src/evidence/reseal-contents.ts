import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { evidenceContext, evidenceKey } from '@leakwatch/contracts';
import { CONSUMER, Database, LOGGER, type Logger, type ObjectStore, Schedule, Vault } from '@leakwatch/platform';
import { OBJECTS } from './objects.ts';
import { contentsOfOtherKeys, noteKey } from './reseal-contents.store.ts';

/** As for the columns of the services: a person may wait for it. */
const TICK_MS = 60_000;
/** Objects of one transaction: the intake may wait for its locks, and a store may need a second for each. */
const BATCH = 8;

/** After a rotation of the sealing keys, seals kept content with the new one. Several processes may do so at once. */
@Injectable()
export class ResealContents extends Schedule implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  /** A restart follows a change of the keys. */
  onApplicationBootstrap(): void {
    void this.tick();
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const objects = await this.run();
      if (objects > 0) this.logger.info({ objects }, 'kept content was sealed with the new key');
    });
  }

  /** Returns how many objects were sealed again. Stops at the first that cannot be, and throws why. */
  async run(): Promise<number> {
    let all = 0;
    for (let count = BATCH; count === BATCH; all += count) count = await this.batch();
    return all;
  }

  /** The locks on the rows keep the sweep away, so that no object is written after its deletion. */
  private batch(): Promise<number> {
    return this.database.inScope(CONSUMER, async (em) => {
      const found = await contentsOfOtherKeys(em, this.vault.version, BATCH);
      for (const content of found) {
        const { organisation_id: organisation, hash, object_id: object } = content;
        const key = evidenceKey(organisation, { hash, object });
        const sealed = await this.objects.get(key);
        // An object that the store has lost cannot be opened with any key.
        if (sealed !== undefined) await this.objects.put(key, this.vault.reseal(sealed, evidenceContext(organisation, hash)));
        await noteKey(em, content, this.vault.version);
      }
      return found.length;
    });
  }
}
