import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  consoleAddress,
  Database,
  LOGGER,
  type Logger,
  type Mailer,
  newToken,
  openMailer,
  SCHEDULER,
  SETTINGS,
  sha256Hex,
} from '@leakwatch/platform';
import { SessionStore } from '../identity/session.store.ts';
import { keepIdentityCode, pruneIdentityRequests } from '../identity/verification/identity-request.store.ts';
import { keepLinkCode, pruneLinkCodes } from '../links/link-code.store.ts';
import { MAIL_KINDS, type MailLink } from './mail-kinds.ts';
import { type ClaimedMail, claimMail, dropMail, markSent, pruneMails, tryAgainIn } from './mail.store.ts';
import { MAIL_TEXTS } from './mail-texts.ts';
import type { AdminSettings } from '../settings.ts';

const TICK_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** Pauses after a failed try, in seconds; the last one repeats. */
const PAUSES_SECONDS = [2, 10, 30, 60, 300, 900];
/** A mail server that is away for longer has lost what was for it: nobody waits for a link for so long. */
const GIVE_UP_MS = 3 * 86_400_000;
const KEPT_DAYS = 7;

/**
 * Sends what stands in the outbox. The code of a link is made when its mail is sent: nothing keeps it but the mail, its
 * hour begins when the server took it, and another try has another code.
 */
@Injectable()
export class SendMails implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private mailer: Promise<Mailer> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<number> | undefined;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.timers = [setInterval(() => void this.tick(), TICK_MS), setInterval(() => void this.prune(), PRUNE_MS)];
  }

  async beforeApplicationShutdown() {
    for (const timer of this.timers) clearInterval(timer);
    await this.running?.catch(() => undefined);
    await (await this.mailer)?.close();
  }

  /** Sends everything that is due. Returns how many mails a server took. */
  async run(): Promise<number> {
    let sent = 0;
    for (;;) {
      const mail = await this.database.inScope(SCHEDULER, claimMail);
      if (mail === undefined) return sent;
      if (await this.handle(mail)) sent += 1;
    }
  }

  private async tick() {
    if (this.running !== undefined) return;
    this.running = this.run();
    try {
      await this.running;
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'mails not sent');
    } finally {
      this.running = undefined;
    }
  }

  private async handle(mail: ClaimedMail): Promise<boolean> {
    const { account } = mail;
    if (account === null) {
      await this.database.inScope(SCHEDULER, (em) => dropMail(em, mail.id));
      return false;
    }
    try {
      // A process that died between the change and Redis: old sessions end here at the latest.
      await this.sessions.tellEpoch(account.id, account.epoch);
      await this.send(mail, account);
    } catch (error) {
      await this.putBack(mail, error);
      return false;
    }
    await this.database.inScope(SCHEDULER, (em) => markSent(em, mail.id));
    return true;
  }

  private async send(mail: ClaimedMail, account: NonNullable<ClaimedMail['account']>): Promise<void> {
    const { link: purpose } = MAIL_KINDS[mail.kind];
    const code = newToken();
    if (purpose !== null && !(await this.keepCode(mail, account.id, purpose, code))) return;
    const { subject, text } = MAIL_TEXTS[account.locale][mail.kind];
    const link = purpose === null ? '' : consoleAddress(this.settings, `/${purpose}`, { code });
    const details = { ...mail.details, forgot: consoleAddress(this.settings, '/forgot') };
    this.mailer ??= openMailer(this.settings);
    const mailer = await this.mailer;
    // With a link every try is another mail: a server that drops what it had before must not drop the code that counts.
    const messageId = purpose === null ? `<${mail.id}@leakwatch>` : `<${mail.id}.${mail.attempts}@leakwatch>`;
    await mailer.send({ to: account.email, subject, text: text({ link, details }), messageId });
  }

  /** False when the link would lead nowhere by now, so that there is no mail to send. */
  private keepCode(mail: ClaimedMail, accountId: string, purpose: MailLink, code: string): Promise<boolean> {
    const kept = { hash: sha256Hex(code), mailId: mail.id };
    return this.database.inScope(SCHEDULER, async (em) => {
      if (purpose === 'verify') return keepIdentityCode(em, { ...kept, request: mail.details['request'] ?? '' });
      await keepLinkCode(em, { ...kept, accountId, purpose });
      return true;
    });
  }

  private async putBack(mail: ClaimedMail, error: unknown): Promise<void> {
    const over = Date.now() - mail.created.getTime() > GIVE_UP_MS;
    const line = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, error: String(error) };
    this.logger[over ? 'error' : 'warn'](line, over ? 'mail given up' : 'mail not sent');
    const pause = PAUSES_SECONDS[Math.min(mail.attempts, PAUSES_SECONDS.length) - 1] ?? 0;
    await this.database.inScope(SCHEDULER, (em) => (over ? dropMail(em, mail.id) : tryAgainIn(em, mail.id, pause)));
  }

  private async prune() {
    try {
      await this.database.inScope(SCHEDULER, async (em) => {
        await pruneMails(em, KEPT_DAYS);
        await pruneLinkCodes(em, KEPT_DAYS);
        await pruneIdentityRequests(em, KEPT_DAYS);
      });
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'mails not pruned');
    }
  }
}
