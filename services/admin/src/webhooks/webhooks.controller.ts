import { Controller, Inject } from '@nestjs/common';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  type InputOf,
  listWebhookDeliveries,
  listWebhooks,
  replayGivenUpDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@leakwatch/contracts';
import { type Caller, Database, databaseNow, FromCaller, FromRequest, organisationScope, Serves, SETTINGS } from '@leakwatch/platform';
import { WEBHOOKS_MAX } from '@leakwatch/vocabulary';
import type { AdminSettings } from '../settings.ts';
import { EditWebhooks } from './edit-webhooks.ts';
import { organisationOf } from './organisation-of.ts';
import { SendAgain } from './send-again.ts';
import { webhookLog } from './webhook-log.read-model.ts';
import { ownWebhooks, toWebhookRow } from './webhook.store.ts';

@Controller()
export class WebhooksController {
  constructor(
    private readonly database: Database,
    private readonly edit: EditWebhooks,
    private readonly again: SendAgain,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  @Serves(listWebhooks)
  async getList(@FromCaller() caller: Caller) {
    const results = await this.database.read(organisationScope(organisationOf(caller)), async (em) => {
      const now = await databaseNow(em);
      return (await ownWebhooks(em)).map((one) => toWebhookRow(one, now));
    });
    return { results, limit: WEBHOOKS_MAX, allow_http: this.settings.WEBHOOK_ALLOW_HTTP };
  }

  @Serves(createWebhook)
  post(@FromRequest() { body }: InputOf<typeof createWebhook>, @FromCaller() caller: Caller) {
    return this.edit.create(body, caller);
  }

  @Serves(changeWebhook)
  patch(@FromRequest() { params, body }: InputOf<typeof changeWebhook>, @FromCaller() caller: Caller) {
    return this.edit.change(params.id, body, caller);
  }

  @Serves(deleteWebhook)
  async delete(@FromRequest() { params }: InputOf<typeof deleteWebhook>, @FromCaller() caller: Caller) {
    await this.edit.remove(params.id, caller);
    return { ok: true };
  }

  @Serves(rotateWebhookSecret)
  postRotate(@FromRequest() { params }: InputOf<typeof rotateWebhookSecret>, @FromCaller() caller: Caller) {
    return this.edit.rotate(params.id, caller);
  }

  @Serves(testWebhook)
  postTest(@FromRequest() { params }: InputOf<typeof testWebhook>, @FromCaller() caller: Caller) {
    return this.again.test(params.id, caller);
  }

  @Serves(listWebhookDeliveries)
  getLog(@FromRequest() input: InputOf<typeof listWebhookDeliveries>, @FromCaller() caller: Caller) {
    return this.database.read(organisationScope(organisationOf(caller)), (em) => webhookLog(em, input));
  }

  @Serves(replayGivenUpDeliveries)
  postReplayGivenUp(@FromRequest() { params }: InputOf<typeof replayGivenUpDeliveries>, @FromCaller() caller: Caller) {
    return this.again.replayGivenUp(params.id, caller);
  }

  @Serves(replayWebhookDelivery)
  postReplay(@FromRequest() { params }: InputOf<typeof replayWebhookDelivery>, @FromCaller() caller: Caller) {
    return this.again.replay(params.id, params.delivery, caller);
  }
}
