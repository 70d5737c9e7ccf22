import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TemplateChange, templateChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { saveKeywordSet } from './keyword.store.ts';

@Controller()
export class KeywordSetsConsumer {
  constructor(private readonly database: Database) {}

  /** Needs no inbox: the version decides. */
  @EventPattern<string>(templateChangesV1.topic)
  async keep(batch: readonly Delivery<TemplateChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of batch) await saveKeywordSet(em, message.payload.keyword_set);
    });
  }
}
