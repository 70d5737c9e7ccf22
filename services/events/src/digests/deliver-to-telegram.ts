import { Inject, Injectable } from '@nestjs/common';
import { internalTelegramDigest } from '@leakwatch/contracts';
import { asService, Database, LOGGER, type Logger, newId, ServiceClients, SETTINGS } from '@leakwatch/platform';
import { digestLinks } from './digest-links.ts';
import { digestMessage } from './digest-text.ts';
import { deliverDigests } from './deliver-digests.ts';
import type { EventsSettings } from '../settings.ts';

/** Delivers the digests for chats to admin, which knows the chats; admin recognises a digest that comes twice by its id. */
@Injectable()
export class DeliverToTelegram {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: EventsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly services: ServiceClients,
  ) {}

  /** Returns how many digests admin accepted. */
  run(): Promise<number> {
    const { database, logger } = this;
    return deliverDigests({
      database,
      logger,
      outbox: 'digest_telegram',
      deliver: async ({ id, organisation_id: organisation, task_id: task, content }) => {
        const links = digestLinks(this.settings, task);
        const texts = { ru: digestMessage(content, 'ru', links), en: digestMessage(content, 'en', links) };
        await this.services.call(internalTelegramDigest, asService('events', newId()), { body: { digest: id, organisation, texts } });
        return 'delivered';
      },
    });
  }
}
