import type { LeaseOutcome } from '@leakwatch/contracts';
import type { Held } from './take-access.ts';
import { UpstreamError } from './upstream-error.ts';

/** An account that this process keeps leased and uses between steps; a step may borrow it, one at a time. */
export class StandingAccount {
  private readonly ending = new AbortController();
  private using: Promise<void> | undefined;

  constructor(readonly held: Held) {}

  /** Aborted, with the reason, when a borrower learnt that the account cannot be used on. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** What a step holds of it; undefined while another one has it. `giveBack` is to be called when the step is over. */
  borrow(): { readonly held: Held; readonly giveBack: () => void } | undefined {
    if (this.using !== undefined || this.ended.aborted || this.held.lease === null) return undefined;
    let giveBack = () => undefined as void;
    this.using = new Promise((resolve) => {
      giveBack = () => {
        this.using = undefined;
        resolve();
      };
    });
    const lost = AbortSignal.any([this.held.lease.lost, this.ended]);
    return { held: { ...this.held, lease: { lost, end: async (outcome) => this.learn(outcome) } }, giveBack };
  }

  /** No step begins with it any more, and the one that has it ends. */
  async stop(): Promise<void> {
    this.ending.abort(new UpstreamError('unavailable', { text: 'the account is not kept any more' }));
    await this.using;
  }

  /** The lease goes on after a step that went well. After another one it ends, and the keeper reports why. */
  private learn(outcome: LeaseOutcome): void {
    if (outcome.kind === 'refused') this.ending.abort(new UpstreamError('account_refused', { text: outcome.text }));
    if (outcome.kind === 'proxy_failed') this.ending.abort(new UpstreamError('proxy_failed', { text: outcome.text }));
    if (outcome.kind === 'limited') this.ending.abort(new UpstreamError('limited', { seconds: outcome.seconds }));
  }
}
