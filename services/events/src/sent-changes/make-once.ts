import { Inject, Injectable } from '@nestjs/common';
import { type Caller, Conflict, SETTINGS, Signer, soleKey, type SqlEntityManager } from '@leakwatch/platform';
import type { EventsSettings } from '../settings.ts';
import { answerAgain, keepAnswer, takeKey } from './sent-changes.store.ts';

/** What a change answers, and whose events it changed. */
export interface Made<A> {
  readonly answer: A;
  readonly organisations: readonly string[];
}

interface Sent<A> {
  /** The id that the caller gave the change, if any. */
  readonly key: string | undefined;
  readonly caller: Caller;
  /** All that decides what the change does. */
  readonly change: unknown;
  readonly schema: { readonly parse: (answer: unknown) => A };
}

/** Makes a change that comes with an id of its caller once, and answers it again as before (docs/decisions/0196-changes-sent-again.md). */
@Injectable()
export class MakeOnce {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: EventsSettings) {
    this.signer = new Signer(soleKey(settings.LEAKWATCH_FINGERPRINT_KEY), 'sent-change');
  }

  /**
   * To be called before anything else is locked, in the transaction that makes the change. Throws Conflict `idempotency_key_reused` for an id that
   * was sent with another change.
   */
  async run<A extends { readonly batch: string | null }>(
    em: SqlEntityManager,
    sent: Sent<A>,
    make: () => Promise<Made<A>>,
  ): Promise<Made<A>> {
    const { key, caller, change, schema } = sent;
    if (key === undefined || caller.account === null) return make();
    const { organisation, staff, account } = caller;
    // Keyed: filters may hold what somebody looked for.
    const digest = this.signer.sign(JSON.stringify([staff, change]));
    const of = { account: account.id, key, organisation, digest };
    if (await takeKey(em, of)) {
      const made = await make();
      await keepAnswer(em, of, made.answer);
      return made;
    }
    const answer = await answerAgain(em, of);
    if (answer === undefined) throw new Conflict('idempotency_key_reused');
    return { answer: schema.parse(answer), organisations: [] };
  }
}
