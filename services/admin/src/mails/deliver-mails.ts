import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import {
  consoleAddress,
  Database,
  LOGGER,
  type Logger,
  type Mailer,
  newToken,
  openMailer,
  SCHEDULER,
  Schedule,
  SETTINGS,
  type ServiceSettings,
  sha256Hex,
} from '@leakwatch/platform';
import { SessionStore } from '../sessions/session.store.ts';
import { MAIL_KINDS, type MailLink } from './mail-kinds.ts';
import { MailLinks } from './mail-links.ts';
import { MAIL_TEXTS } from './mail-texts.ts';
import { type ClaimedMail, claimMail, deleteMail, markSent, pruneMails, retryMailIn } from './mail.store.ts';

const TICK_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** Pauses after a failed attempt, in seconds; the last one repeats. */
const PAUSES_SECONDS = [2, 10, 30, 60, 300, 900];
/** Nobody waits for a link for longer than this. */
const GIVE_UP_MS = 3 * 86_400_000;
const KEPT_DAYS = 7;

type Recipient = NonNullable<ClaimedMail['account']>;

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
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  @Interval(PRUNE_MS)
  prune(): Promise<void> {
    return this.step('prune', () => this.database.inScope(SCHEDULER, (em) => pruneMails(em, KEPT_DAYS)));
  }

  override async beforeApplicationShutdown() {
    await super.beforeApplicationShutdown();
    await (await this.mailer)?.close();
  }

  /** Delivers everything that is due. */
  private async run(): Promise<void> {
    for (;;) {
      const mail = await this.database.inScope(SCHEDULER, claimMail);
      if (mail === undefined) return;
      await this.handle(mail);
    }
  }

  private async handle(mail: ClaimedMail): Promise<void> {
    const { account } = mail;
    if (account === null) return this.database.inScope(SCHEDULER, (em) => deleteMail(em, mail.id));
    try {
      // Ends old sessions also where a process stopped between the change and its announcement in Redis.
      await this.sessions.announceEpoch(account.id, account.epoch);
      await this.send(mail, account);
    } catch (error) {
      return this.putBack(mail, error);
    }
    await this.database.inScope(SCHEDULER, (em) => markSent(em, mail.id));
  }

  private async send(mail: ClaimedMail, account: Recipient): Promise<void> {
    const { link: page } = MAIL_KINDS[mail.kind];
    const code = newToken();
    if (page !== null && !(await this.saveCode(mail, account.id, page, code))) return;
    const { subject, text } = MAIL_TEXTS[account.locale][mail.kind];
    const link = page === null ? '' : consoleAddress(this.settings, `/${page}`, { code });
    const details = { ...mail.details, forgot: consoleAddress(this.settings, '/forgot') };
    this.mailer ??= openMailer(this.settings);
    const mailer = await this.mailer;
    // Each attempt of a mail with a link has another code, so it is another message: a server must not drop it as a duplicate.
    const messageId = page === null ? `<${mail.id}@leakwatch>` : `<${mail.id}.${mail.attempts}@leakwatch>`;
    await mailer.send({ to: account.email, subject, text: text({ link, details }), messageId });
  }

  /** False when the link would no longer work, so that there is nothing to send. */
  private saveCode(mail: ClaimedMail, accountId: string, page: MailLink, code: string): Promise<boolean> {
    const saved = { hash: sha256Hex(code), mailId: mail.id, accountId, details: mail.details };
    return this.database.inScope(SCHEDULER, (em) => this.links.save(em, page, saved));
  }

  private async putBack(mail: ClaimedMail, error: unknown): Promise<void> {
    const over = Date.now() - mail.created.getTime() > GIVE_UP_MS;
    const line = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, error: String(error) };
    this.logger[over ? 'error' : 'warn'](line, over ? 'mail given up' : 'mail not sent');
    const pause = PAUSES_SECONDS[Math.min(mail.attempts, PAUSES_SECONDS.length) - 1] ?? 0;
    await this.database.inScope(SCHEDULER, (em) => (over ? deleteMail(em, mail.id) : retryMailIn(em, mail.id, pause)));
  }
}
