import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import {
  consoleAddress,
  Database,
  deliverDue,
  LOGGER,
  type Logger,
  type Mailer,
  newToken,
  openMailer,
  type OutboxPolicy,
  SCHEDULER,
  Schedule,
  SETTINGS,
  sha256Hex,
} from '@leakwatch/platform';
import { ReadLogo } from '../logos/read-logo.ts';
import { SessionStore } from '../sessions/session.store.ts';
import type { AdminSettings } from '../settings.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import { MailLinks } from './mail-links.ts';
import { type ClaimedMail, claimMail, deleteMail, markSent, type Recipient, retryMailIn } from './mail.store.ts';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';

const TEXTS = { ru, en };
const TICK_MS = 1_000;
/** Nobody waits for a link for longer than three days. */
const POLICY: OutboxPolicy = { name: 'mail', pausesSeconds: [2, 10, 30, 60, 300, 900], giveUpMs: 3 * 86_400_000 };

/**
 * Delivers the mails of the outbox. The code of a link is generated at each delivery attempt, so that it is stored nowhere
 * but in the mail, and its lifetime begins with the delivery.
 */
@Injectable()
export class DeliverMails extends Schedule {
  private mailer: Promise<Mailer> | undefined;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly links: MailLinks,
    private readonly logo: ReadLogo,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    const { database, logger } = this;
    return this.once(() =>
      deliverDue<ClaimedMail>({
        policy: POLICY,
        logger,
        claim: () => database.inScope(SCHEDULER, claimMail),
        deliver: (mail) => this.deliver(mail),
        complete: ({ id }) => database.inScope(SCHEDULER, (em) => markSent(em, id)),
        drop: ({ id }) => database.inScope(SCHEDULER, (em) => deleteMail(em, id)),
        retryIn: ({ id }, seconds) => database.inScope(SCHEDULER, (em) => retryMailIn(em, id, seconds)),
      }),
    );
  }

  override async beforeApplicationShutdown() {
    await super.beforeApplicationShutdown();
    await (await this.mailer)?.close();
  }

  private async deliver(mail: ClaimedMail): Promise<'delivered' | 'unwanted'> {
    const { recipient } = mail;
    if (recipient === null) return 'unwanted';
    // Ends old sessions also where a process stopped between the change and its announcement in Redis.
    if (recipient.id !== null) await this.sessions.announceEpoch(recipient.id, recipient.epoch);
    const { link: page } = MAIL_KINDS[mail.kind];
    if (page === null) {
      await this.send(mail, recipient, '', `<${mail.id}@leakwatch>`);
      return 'delivered';
    }
    const code = newToken();
    const saved = { hash: sha256Hex(code), mailId: mail.id, accountId: recipient.id ?? '', link: page, details: mail.details };
    if (!(await this.database.inScope(SCHEDULER, (em) => this.links.save(em, saved)))) return 'unwanted';
    // Each attempt has another code, so it is another message: a server must not drop it as a duplicate.
    await this.send(mail, recipient, consoleAddress(this.settings, `/${page}`, { code }), `<${mail.id}.${mail.attempts}@leakwatch>`);
    return 'delivered';
  }

  private async send(
    mail: ClaimedMail,
    { email, locale, organisation_id: organisation }: Recipient,
    link: string,
    messageId: string,
  ): Promise<void> {
    const { subject, text } = TEXTS[locale][mail.kind];
    const details = { ...mail.details, forgot: consoleAddress(this.settings, '/forgot') };
    this.mailer ??= openMailer(this.settings);
    // The owner of an address without an account refuses by the same link.
    const unsubscribe = mail.kind === 'recipient_confirm' ? { unsubscribe: link } : {};
    // An address without an account learns no more of the organisation than its name.
    const png = organisation === null ? undefined : await this.logo.run(organisation);
    const logo = png && { logo: { png, console: consoleAddress(this.settings, '/') } };
    await (await this.mailer).send({ to: email, subject, text: text({ link, details }), messageId, ...unsubscribe, ...logo });
  }
}
