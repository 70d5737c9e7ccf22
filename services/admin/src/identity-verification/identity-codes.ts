import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { MailLinks } from '../mails/mail-links.ts';
import { pruneIdentityRequests, saveIdentityCode } from './identity-request.store.ts';

const PRUNE_MS = 3_600_000;
const KEPT_DAYS = 7;

/** Saves the code of each mail that asks for an approval when it is sent, and deletes expired requests with their codes. */
@Injectable()
export class IdentityCodes extends Schedule implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly links: MailLinks,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  onModuleInit() {
    this.links.register('verify', (em, { hash, mailId, details }) =>
      saveIdentityCode(em, { hash, mailId, request: details['request'] ?? '' }),
    );
  }

  @Interval(PRUNE_MS)
  prune(): Promise<void> {
    return this.once(() => this.database.inScope(SCHEDULER, (em) => pruneIdentityRequests(em, KEPT_DAYS)));
  }
}
