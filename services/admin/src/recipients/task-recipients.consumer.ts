import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TaskRecipients, taskRecipientsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier } from '@leakwatch/platform';
import { announceNotifications } from '../technical-notifications/announce-notifications.ts';
import { addRecipients } from './recipient.store.ts';

/** Recipients of saved tasks. A repeated message adds nothing. */
@Controller()
export class TaskRecipientsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(taskRecipientsV1.topic)
  async keep(batch: readonly Delivery<TaskRecipients>[]) {
    for (const { payload } of batch) {
      const { organisation_id: organisation, emails } = payload;
      const notified = await this.database.inScope(CONSUMER, (em) => addRecipients(em, organisation, emails));
      if (notified) announceNotifications(this.live, [organisation]);
    }
  }
}
