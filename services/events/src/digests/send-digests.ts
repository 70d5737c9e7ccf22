import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  consoleAddress,
  Database,
  LOGGER,
  type Logger,
  type Mailer,
  openMailer,
  SCHEDULER,
  SETTINGS,
  type ServiceSettings,
} from '@leakwatch/platform';
import { type ClaimedDigest, claimDigest, dropDigest, markSent, tryAgainIn } from './digest-mail.store.ts';
import { digestText } from './digest-text.ts';

/** Pauses after a failed try, in seconds; the last one repeats. */
const PAUSES_SECONDS = [5, 30, 60, 300];
/** A mail server that is away for a long weekend loses nothing; what it refuses for longer will never be taken. */
const GIVE_UP_MS = 4 * 86_400_000;

/**
 * Sends what is due. A mail is marked before it is tried and after the server took it; its Message-ID is its own for ever.
 * What the server refuses, or never heard of, is tried again and arrives once. Only a process that dies (or a connection
 * that is cut) between the server's taking and the mark leaves a doubt: that mail goes out again, after HELD_SECONDS and
 * under the same Message-ID, by which a mailbox knows it.
 */
@Injectable()
export class SendDigests implements BeforeApplicationShutdown {
  private mailer: Promise<Mailer> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many mails a server took. */
  async run(): Promise<number> {
    let sent = 0;
    for (;;) {
      const mail = await this.database.inScope(SCHEDULER, claimDigest);
      if (mail === undefined) return sent;
      if (await this.handle(mail)) sent += 1;
    }
  }

  async beforeApplicationShutdown() {
    await (await this.mailer)?.close();
  }

  private async handle(mail: ClaimedDigest): Promise<boolean> {
    try {
      await this.send(mail);
    } catch (error) {
      await this.putBack(mail, error);
      return false;
    }
    await this.database.inScope(SCHEDULER, (em) => markSent(em, mail.id));
    return true;
  }

  private async send({ id, task_id: task, email, locale, content }: ClaimedDigest): Promise<void> {
    const link = consoleAddress(this.settings, '/', { task });
    this.mailer ??= openMailer(this.settings);
    await (await this.mailer).send({ to: email, ...digestText(content, locale, link), messageId: `<digest.${id}@leakwatch>` });
  }

  private async putBack(mail: ClaimedDigest, error: unknown): Promise<void> {
    const over = Date.now() - mail.created.getTime() > GIVE_UP_MS;
    const line = { mail: mail.id, task: mail.task_id, attempts: mail.attempts, error: String(error) };
    this.logger[over ? 'error' : 'warn'](line, over ? 'digest given up' : 'digest not sent');
    const pause = PAUSES_SECONDS[Math.min(mail.attempts, PAUSES_SECONDS.length) - 1] ?? 0;
    await this.database.inScope(SCHEDULER, (em) => (over ? dropDigest(em, mail.id) : tryAgainIn(em, mail.id, pause)));
  }
}
