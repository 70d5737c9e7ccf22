import { Module } from '@nestjs/common';
import { DeliverWebhooks } from './deliver-webhooks.ts';
import { DeliverWebhooksWorker } from './deliver-webhooks.worker.ts';
import { EditWebhooks } from './edit-webhooks.ts';
import { EventChangesConsumer } from './event-changes.consumer.ts';
import { RecordAttempt } from './record-attempt.ts';
import { SendAgain } from './send-again.ts';
import { SendDelivery } from './send-delivery.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookSchedule } from './webhook-schedule.ts';
import { WebhooksController } from './webhooks.controller.ts';

/** Events that are sent to receivers of an organisation. */
@Module({
  controllers: [WebhooksController, EventChangesConsumer],
  providers: [WebhookQueue, WebhookSchedule, EditWebhooks, SendAgain, SendDelivery, RecordAttempt, DeliverWebhooks, DeliverWebhooksWorker],
})
export class WebhooksModule {}
