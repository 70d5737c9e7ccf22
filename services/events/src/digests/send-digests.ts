import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, type Mailer, openMailer, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import { digestLinks } from './digest-links.ts';
import type { ClaimedMail } from './digest-outbox.store.ts';
import { digestMail } from './digest-text.ts';
import { drainOutbox } from './drain-outbox.ts';

/** Sends the mails that are due; the Message-ID of each is its own for ever, by which a mailbox knows it. */
@Injectable()
export class SendDigests implements BeforeApplicationShutdown {
  private mailer: Promise<Mailer> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many mails a server took. */
  run(): Promise<number> {
    const { database, logger } = this;
    return drainOutbox({ database, logger, outbox: 'digest_mail', deliver: (mail) => this.send(mail) });
  }

  async beforeApplicationShutdown() {
    await (await this.mailer)?.close();
  }

  private async send({ id, task_id: task, email, locale, reason, content }: ClaimedMail): Promise<void> {
    const mail = digestMail(content, locale, digestLinks(this.settings, task), reason);
    this.mailer ??= openMailer(this.settings);
    await (await this.mailer).send({ to: email, ...mail, messageId: `<digest.${id}@leakwatch>` });
  }
}
