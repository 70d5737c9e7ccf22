import { Injectable } from '@nestjs/common';
import { Database, IDENTITY } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { queueMail } from '../mails/mail.store.ts';
import { Tries } from './tries.ts';

/**
 * Somebody forgot a password (spec/1-console section 2, /forgot). Nothing is looked up here: the same two counters and
 * the same row are written whoever's e-mail it is, and the sender finds out later whether it is anybody's.
 */
@Injectable()
export class AskRecovery {
  constructor(
    private readonly database: Database,
    private readonly tries: Tries,
    private readonly botCheck: PassBotCheck,
  ) {}

  /** Throws too_many_requests for an address that asks too often. An account that has its mails already gets no more, and the answer stays the same. */
  async run(email: string, proof: string | undefined, address: string): Promise<void> {
    await this.tries.demand('recovery_address', address);
    await this.botCheck.run(proof, address);
    if (!(await this.tries.take('recovery_account', email))) return;
    await this.database.inScope(IDENTITY, (em) => queueMail(em, 'recovery', { email }));
  }
}
