import { Inject, Injectable } from '@nestjs/common';
import { internalTelegramDigest } from '@leakwatch/contracts';
import { asService, Database, LOGGER, type Logger, newId, ServiceClients, SETTINGS } from '@leakwatch/platform';
import { digestLinks } from './digest-links.ts';
import { digestMessage } from './digest-text.ts';
import { drainOutbox } from './drain-outbox.ts';
import type { EventsSettings } from '../settings.ts';

/** Hands the digests for chats to admin, which knows whose chats they are; by the digest's id none is said twice. */
@Injectable()
export class HandDigests {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: EventsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly services: ServiceClients,
  ) {}

  /** Returns how many digests admin took. */
  run(): Promise<number> {
    const { database, logger } = this;
    return drainOutbox({
      database,
      logger,
      outbox: 'digest_telegram',
      deliver: async ({ id, organisation_id: organisation, task_id: task, content }) => {
        const links = digestLinks(this.settings, task);
        const texts = { ru: digestMessage(content, 'ru', links), en: digestMessage(content, 'en', links) };
        await this.services.call(internalTelegramDigest, asService('events', newId()), { body: { digest: id, organisation, texts } });
        return 'taken';
      },
    });
  }
}
