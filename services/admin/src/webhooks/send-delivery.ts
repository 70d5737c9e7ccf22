import { Inject, Injectable } from '@nestjs/common';
import { type AnnouncedEvent, internalAnnouncedEvents } from '@leakwatch/contracts';
import {
  asService,
  cleanText,
  consoleAddress,
  newId,
  RequestFailed,
  postGuarded,
  ServiceClients,
  SETTINGS,
  Vault,
} from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';
import { bodyOf } from './bodies/body.ts';
import type { ClaimedDelivery, Outcome } from './claimed-delivery.store.ts';
import { signatureHeader } from './signature.domain.ts';
import { secretContext, urlContext } from './webhook.store.ts';

/** A receiver that works answers in less and does its work later; a slow one holds the place of others. In milliseconds. */
const TIMEOUT_MS = 10_000;
/** What the log shows of an answer. */
const EXCERPT_BYTES = 1_024;

/** Makes one attempt of a delivery. */
@Injectable()
export class SendDelivery {
  constructor(
    private readonly services: ServiceClients,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /** Returns what the attempt came to. Throws Unavailable without the events service: that says nothing about the receiver. */
  async run(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Outcome> {
    const event = delivery.event_id === null ? null : await this.eventOf(delivery, delivery.event_id);
    const none = { response_status: null, response_ms: 0, response_excerpt: '' };
    if (event === undefined) return { ...none, fault: 'event_deleted' };
    const url = this.vault.open(delivery.url, urlContext(delivery.webhook_id));
    if (url.startsWith('http:') && !this.settings.WEBHOOK_ALLOW_HTTP) return { ...none, fault: 'http_refused' };
    const body = this.bodyOf(delivery, event);
    const from = performance.now();
    const elapsed = () => Math.round(performance.now() - from);
    try {
      const { status, excerpt } = await postGuarded({
        url,
        body,
        headers: this.headersOf(delivery, body),
        allowPrivateAddresses: this.settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES,
        timeoutMs: TIMEOUT_MS,
        answerBytes: EXCERPT_BYTES,
        signal,
      });
      return { response_status: status, response_ms: elapsed(), response_excerpt: cleanText(excerpt.toString('utf8')), fault: null };
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      return { ...none, response_ms: elapsed(), fault: error.fault };
    }
  }

  /** undefined when it was deleted. */
  private async eventOf({ organisation_id: organisation }: ClaimedDelivery, id: string): Promise<AnnouncedEvent | undefined> {
    const body = { organisation, ids: [id] };
    return (await this.services.call(internalAnnouncedEvents, asService('admin', newId()), { body })).events[0];
  }

  private bodyOf(
    { id, kind, organisation_id: organisation, at, from_status: from, to_status: to, format, event_id }: ClaimedDelivery,
    event: AnnouncedEvent | null,
  ) {
    const link = consoleAddress(this.settings, '/', event_id === null ? {} : { id: event_id, status: 'all' });
    return bodyOf(format, { id, kind, organisation, at, from, to, event, link });
  }

  private headersOf({ id, kind, webhook_id: webhook, secret, old_secret: old }: ClaimedDelivery, body: string) {
    const seconds = Math.floor(Date.now() / 1000);
    const sealed = old !== null ? [secret, old] : [secret];
    const secrets = sealed.map((one) => this.vault.open(one, secretContext(webhook)));
    return {
      'content-type': 'application/json',
      'user-agent': 'Leakwatch-Webhooks/1',
      'leakwatch-delivery': id,
      'leakwatch-event': kind,
      'leakwatch-timestamp': String(seconds),
      'leakwatch-signature': signatureHeader(secrets, seconds, body),
    };
  }
}
