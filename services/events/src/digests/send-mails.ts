import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { internalDigestReaders, internalLogo, internalRecipient } from '@leakwatch/contracts';
import {
  asService,
  consoleAddress,
  Database,
  LOGGER,
  type Logger,
  type Mail,
  type Mailer,
  newId,
  ServiceClients,
  SETTINGS,
  openMailer,
} from '@leakwatch/platform';
import { digestLinks } from './digest-links.ts';
import type { ClaimedMail } from './digest-outbox.store.ts';
import { digestMail } from './digest-text.ts';
import { deliverDigests } from './deliver-digests.ts';
import type { EventsSettings } from '../settings.ts';

/** Sends the mails that are due. The Message-ID of a mail never changes, so that a mailbox recognises one that comes twice. */
@Injectable()
export class SendMails implements BeforeApplicationShutdown {
  private mailer: Promise<Mailer> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: EventsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly services: ServiceClients,
  ) {}

  /** Returns how many mails the server accepted. */
  run(): Promise<number> {
    const { database, logger } = this;
    return deliverDigests({ database, logger, outbox: 'digest_mail', deliver: (mail) => this.send(mail) });
  }

  async beforeApplicationShutdown() {
    await (await this.mailer)?.close();
  }

  private async send(claimed: ClaimedMail): Promise<'delivered' | 'unwanted'> {
    const { id, task_id: task, organisation_id: organisation, email, locale, reason, content } = claimed;
    const code = reason === 'recipient' ? await this.codeFor(claimed) : (await this.isStillRead(claimed)) ? null : undefined;
    if (code === undefined) return 'unwanted';
    const links = digestLinks(this.settings, task, code);
    const mail = digestMail(content, locale, links, reason);
    this.mailer ??= openMailer(this.settings);
    await (await this.mailer).send({
      to: email,
      ...mail,
      messageId: `<digest.${id}@leakwatch>`,
      ...(links.stop !== null && { unsubscribe: links.stop }),
      ...(await this.logoOf(organisation)),
    });
    return 'delivered';
  }

  private async logoOf(organisation: string): Promise<Pick<Mail, 'logo'>> {
    const { png } = await this.services.call(internalLogo, asService('events', newId()), { body: { organisation } });
    return png === null ? {} : { logo: { png: Buffer.from(png, 'base64'), console: consoleAddress(this.settings, '/') } };
  }

  /** The code of the link that stops the mails, null for an account of the organisation; undefined for an address that may get none. */
  private async codeFor({ organisation_id: organisation, email }: ClaimedMail): Promise<string | null | undefined> {
    const body = { organisation, email };
    const { wanted, code } = await this.services.call(internalRecipient, asService('events', newId()), { body });
    return wanted ? code : undefined;
  }

  /** A mail that waited for a server may outlive its reader's account, its place in the organisation, or the wish for it. */
  private async isStillRead({ attempts, email, organisation_id: organisation }: ClaimedMail): Promise<boolean> {
    if (attempts === 1) return true;
    const { subscribed } = await this.services.call(internalDigestReaders, asService('events', newId()), {
      body: { organisation, emails: [] },
    });
    return subscribed.some((account) => account.email === email);
  }
}
