import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TemplateChange, templateChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { saveKeywordSet } from './keyword.store.ts';

@Controller()
export class KeywordSetsConsumer {
  constructor(private readonly database: Database) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(templateChangesV1.topic)
  async save(batch: readonly Delivery<TemplateChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await saveKeywordSet(em, message.payload.keyword_set);
    });
  }
}
