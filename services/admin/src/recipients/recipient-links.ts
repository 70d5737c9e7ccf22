import { Injectable } from '@nestjs/common';
import type { AnswerOf, checkRecipientCode, internalRecipient } from '@leakwatch/contracts';
import {
  type CountedFrom,
  Database,
  IDENTITY,
  LeakwatchError,
  newToken,
  type RateLimit,
  RateLimiter,
  SCHEDULER,
  sha256Hex,
} from '@leakwatch/platform';
import { addRecipients, recipientByCode, recipientsOf, saveStopCode, settleRecipient } from './recipient.store.ts';

/** A code has 256 bits and cannot be guessed; the limit only keeps the load down. */
const CODE_LIMIT: RateLimit = { name: 'recipient_code', attempts: 60, seconds: 60 };

/** The same error for a code that is expired or unknown. */
const codeInvalid = () => new LeakwatchError('code_invalid', 400);

/** What the owner of an address answers by the link in a mail, without a sign-in. */
@Injectable()
export class RecipientLinks {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /** Throws code_invalid. */
  async check(code: string, from: CountedFrom): Promise<AnswerOf<typeof checkRecipientCode>> {
    await this.limiter.requireFrom(CODE_LIMIT, from);
    const found = await this.database.inScope(IDENTITY, (em) => recipientByCode(em, sha256Hex(code)));
    if (found === undefined) throw codeInvalid();
    return { organisation: found.organisation, wanted: found.confirmed !== null && found.stopped === null };
  }

  /** The code stays valid: the person may change the mind until it expires. Throws code_invalid. */
  async answer(code: string, wanted: boolean, from: CountedFrom): Promise<void> {
    await this.limiter.requireFrom(CODE_LIMIT, from);
    await this.database.inScope(SCHEDULER, async (em) => {
      const found = await recipientByCode(em, sha256Hex(code));
      if (found === undefined) throw codeInvalid();
      await settleRecipient(em, found.id, found.organisation_id, wanted);
    });
  }

  /** Whether a recipient may get a mail, and the code of its link. An address that is not known yet is added, and asked to confirm. */
  async beforeMail(organisation: string, email: string): Promise<AnswerOf<typeof internalRecipient>> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const [found] = await recipientsOf(em, organisation, [email.toLowerCase()]);
      if (found?.member === true) return { wanted: true, code: null };
      if (found?.id == null) await addRecipients(em, organisation, [email]);
      if (found?.id == null || found.confirmed == null || found.stopped != null) return { wanted: false, code: null };
      const code = newToken();
      await saveStopCode(em, found.id, sha256Hex(code));
      return { wanted: true, code };
    });
  }
}
