import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { LinkPurpose } from '@leakwatch/contracts';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { MailLinks } from '../mails/mail-links.ts';
import { pruneLinkCodes, saveLinkCode } from './link-code.store.ts';

const PURPOSES: readonly LinkPurpose[] = ['recovery', 'welcome'];
const PRUNE_MS = 3_600_000;
const KEPT_DAYS = 7;

/** Saves the codes of recovery and welcome mails when they are sent, and deletes expired ones. */
@Injectable()
export class LinkCodes extends Schedule implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly links: MailLinks,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  onModuleInit() {
    for (const purpose of PURPOSES)
      this.links.register(purpose, async (em, { hash, mailId, accountId }) => {
        await saveLinkCode(em, { hash, mail_id: mailId, account_id: accountId, purpose });
        return true;
      });
  }

  @Interval(PRUNE_MS)
  prune(): Promise<void> {
    return this.once(() => this.database.inScope(SCHEDULER, (em) => pruneLinkCodes(em, KEPT_DAYS)));
  }
}
