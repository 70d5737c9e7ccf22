import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type EventChange, eventChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, takeIn } from '@leakwatch/platform';
import { countEvents } from './count-events.ts';

@Controller()
export class EventChangesConsumer {
  constructor(private readonly database: Database) {}

  @EventPattern<string>(eventChangesV1.topic)
  async count(batch: readonly Delivery<EventChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await takeIn(
        em,
        'reports',
        eventChangesV1.topic,
        batch.map((message) => message.id),
      );
      await countEvents(
        em,
        batch.filter((message) => fresh.has(message.id)).map((message) => message.payload),
      );
    });
  }
}
