import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type EventChange, eventChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { countEvents } from './event-counts.store.ts';

@Controller()
export class EventChangesConsumer {
  constructor(private readonly database: Database) {}

  /** Only new events are counted, not changes of status. Needs no inbox: an event counts once. */
  @EventPattern<string>(eventChangesV1.topic)
  async count(batch: readonly Delivery<EventChange>[]) {
    const created = batch.map((message) => message.payload).filter((change) => change.from === null);
    await this.database.inScope(CONSUMER, (em) => countEvents(em, created));
  }
}
