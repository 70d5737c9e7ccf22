import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type StorageUse, storageUseV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, LOGGER, type Logger } from '@leakwatch/platform';
import { announceNotifications } from '../technical-notifications/announce-notifications.ts';
import { JudgeStorage } from './judge-storage.ts';
import { saveUse, storingOrganisations } from './storage.store.ts';

@Controller()
export class StorageUseConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly judge: JudgeStorage,
    @Inject(LIVE) private readonly live: LiveNotifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The quota of the installation may have changed since the last start. */
  onApplicationBootstrap(): void {
    this.judgeAll().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'quotas are compared with the next changes'));
  }

  async judgeAll(): Promise<void> {
    for (const organisation of await this.database.inScope(CONSUMER, storingOrganisations))
      await this.database.inScope(CONSUMER, (em) => this.judge.run(em, organisation));
  }

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(storageUseV1.topic)
  async save(batch: readonly Delivery<StorageUse>[]) {
    const changed: string[] = [];
    for (const { payload } of batch) if (await this.saveOne(payload)) changed.push(payload.organisation_id);
    announceNotifications(this.live, changed);
  }

  private saveOne(use: StorageUse): Promise<boolean> {
    return this.database.inScope(CONSUMER, async (em) => (await saveUse(em, use)) && this.judge.run(em, use.organisation_id));
  }
}
