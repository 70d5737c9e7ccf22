import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type StorageLevelChange, storageLevelsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { saveStorageLevel } from './storage-level.store.ts';

@Controller()
export class StorageLevelsConsumer {
  constructor(private readonly database: Database) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(storageLevelsV1.topic)
  async save(batch: readonly Delivery<StorageLevelChange>[]) {
    for (const { payload } of batch) await this.database.inScope(CONSUMER, (em) => saveStorageLevel(em, payload));
  }
}
