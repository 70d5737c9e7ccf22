import { Inject, Injectable } from '@nestjs/common';
import type { LeasedAccess, LeaseOutcome } from '@leakwatch/contracts';
import { LOGGER, type Logger } from '@leakwatch/platform';
import { AccountUse } from './account-use.ts';
import type { Access } from './access.port.ts';
import { StandingAccount } from './standing-account.ts';
import { type Held, TakeAccess } from './take-access.ts';
import { type Means, PooledAccess, rateOf, windowKeyOf } from './pooled-access.ts';
import { ProxyDispatchers } from './proxy-dispatchers.ts';
import { reportedText } from './reported-text.ts';
import { RateWindows } from './rate-windows.ts';
import { UpstreamError } from './upstream-error.ts';
import type { Wanted } from './wanted.ts';

/** For a limit whose end the upstream does not name. */
const UNKNOWN_LIMIT_SECONDS = 60;
/** A day, as the contract allows. */
const LIMIT_SECONDS_MAX = 86_400;

interface Taken {
  readonly held: Held;
  /** To be called when the step is over. */
  readonly giveBack: () => void;
}

/** Gives the steps of a crawl the accounts and proxies with which they ask a source. */
@Injectable()
export class AccountPool {
  private readonly standing = new Set<StandingAccount>();

  constructor(
    private readonly take: TakeAccess,
    private readonly windows: RateWindows,
    private readonly dispatchers: ProxyDispatchers,
    private readonly use: AccountUse,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `work` with an account of the source, leased and renewed until it ends. What the work throws is reported and thrown again.
   * `seconds` of a thrown limit: until an account may be free, 0 when one is free now.
   * @throws UpstreamError limited when none is free, no_account when none could ever serve, and whatever `work` throws; Unavailable
   *   when the admin service or Redis is away; the signal's reason when it was aborted
   */
  async withAccess<T>(wanted: Wanted, work: (access: Access, signal: AbortSignal) => Promise<T>): Promise<T> {
    wanted.signal.throwIfAborted();
    const { held, giveBack } = await this.takeOne(wanted);
    return this.using(held, wanted, work)
      .catch(async (error: unknown) => {
        throw error instanceof UpstreamError && error.failure === 'limited' ? await this.withWait(error, wanted, held) : error;
      })
      .finally(giveBack);
  }

  /**
   * As `withAccess`, for work that lasts: once it has called `lend`, steps of this process use the account too, one at a time. No other process
   * has it meanwhile.
   */
  async keep(wanted: Wanted, work: (access: Access, signal: AbortSignal, lend: () => void) => Promise<void>): Promise<void> {
    const standing = new StandingAccount(await this.take.run(wanted));
    const signal = AbortSignal.any([wanted.signal, standing.ended]);
    await this.using(standing.held, { ...wanted, signal }, async (access, held) => {
      try {
        await work(access, held, () => void this.standing.add(standing));
      } finally {
        this.standing.delete(standing);
        await standing.stop();
      }
    });
  }

  /** An account that may read what is wanted, as far as it is known which ones may; one that this process keeps comes first. */
  private async takeOne(wanted: Wanted): Promise<Taken> {
    const { among = [] } = wanted;
    if (among.length > 0) {
      const known = (await this.borrow(wanted, ({ id }) => among.includes(id))) ?? (await this.take.oneOf(wanted, among));
      if (known !== undefined) return 'held' in known ? known : { held: known, giveBack: () => undefined };
    }
    const kept = await this.borrow(wanted, ({ id }) => !(wanted.without ?? []).includes(id));
    return kept ?? { held: await this.take.run(wanted), giveBack: () => undefined };
  }

  /** One of the accounts that this process keeps: an organisation's own first. */
  private async borrow(
    { source, organisations, resource }: Wanted,
    may: (account: NonNullable<Means['account']>) => boolean,
  ): Promise<Taken | undefined> {
    const isOthers = ({ organisation }: Held) => organisation !== null && !organisations.includes(organisation);
    const able = [...this.standing].filter(
      ({ held }) => held.means.source === source && !isOthers(held) && held.means.account !== null && may(held.means.account),
    );
    for (const one of able.sort((left, right) => Number(left.held.organisation === null) - Number(right.held.organisation === null))) {
      const taken = one.borrow();
      if (taken === undefined) continue;
      const wait = await this.take.waitOf(taken.held.means, resource).catch((error: unknown) => {
        taken.giveBack();
        throw error;
      });
      if (wait === 0) return taken;
      taken.giveBack();
    }
    return undefined;
  }

  /**
   * As `withAccess`, with what was leased for a check of staff. `seconds` of a thrown limit are those of the account itself.
   * @param asked when the lease was asked for, by `performance.now()`
   */
  async withLeased<T>(
    leased: LeasedAccess,
    asked: number,
    wanted: Wanted,
    work: (access: Access, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.using(await this.take.holdLeased(wanted, leased, asked), wanted, work);
  }

  private async using<T>(held: Held, wanted: Wanted, work: (access: Access, signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = held.lease === null ? wanted.signal : AbortSignal.any([wanted.signal, held.lease.lost]);
    return this.dispatchers.with(held.proxy, async (dispatcher) => {
      const route = { dispatcher, proxy: held.proxy, connectMs: this.dispatchers.connectMs };
      if (held.means.account !== null) this.use.served(held.means.account.id, wanted.organisations);
      const access = new PooledAccess(held.means, this.windows, this.use, route, signal);
      // Another worker may use the account as soon as the lease has ended, or is lost.
      signal.addEventListener('abort', () => void access.close(), { once: true });
      try {
        const result = await work(access, signal);
        await access.close();
        await this.end(held, { kind: 'ok' });
        return result;
      } catch (error) {
        await access.close();
        this.countRefusal(error, held.means, access);
        const outcome = await this.outcomeOf(error, held.means, access).catch((): LeaseOutcome => ({ kind: 'unknown' }));
        await this.end(held, outcome);
        throw error;
      }
    });
  }

  /** A window that refused a request before it was sent is no answer of the upstream. */
  private countRefusal(error: unknown, { source, account }: Means, access: PooledAccess): void {
    if (!(error instanceof UpstreamError) || access.isOwn(error)) return;
    if (error.failure === 'account_refused' || error.failure === 'limited') this.use.count('refusal', source, account?.id ?? null);
  }

  /** A lease that cannot be ended expires; what was learnt is learnt again. */
  private async end({ lease, means }: Held, outcome: LeaseOutcome): Promise<void> {
    await lease?.end(outcome).catch((error: unknown) => {
      this.logger.warn({ source: means.source, outcome: outcome.kind, error: String(error) }, 'a lease was not ended');
    });
  }

  private async outcomeOf(error: unknown, means: Means, access: PooledAccess): Promise<LeaseOutcome> {
    const otherwise: LeaseOutcome = { kind: access.answered ? 'ok' : 'unknown' };
    if (!(error instanceof UpstreamError)) return otherwise;
    const text = reportedText(error);
    switch (error.failure) {
      case 'account_refused':
        return { kind: 'refused', text };
      case 'proxy_failed':
        return { kind: 'proxy_failed', text };
      case 'limited':
        return this.afterLimit(error, means, access.isOwn(error), otherwise);
      default:
        return otherwise;
    }
  }

  /** Closes the windows that a limit concerns. The account is limited when no known resource of it is left. */
  private async afterLimit(
    { resource, seconds }: UpstreamError,
    means: Means,
    isOwn: boolean,
    otherwise: LeaseOutcome,
  ): Promise<LeaseOutcome> {
    const left = clamp(seconds ?? UNKNOWN_LIMIT_SECONDS);
    if (resource === undefined || !(resource in means.rates)) {
      if (means.account !== null) return { kind: 'limited', seconds: left };
      for (const each of Object.keys(means.rates)) await this.close(means, each, left);
      return otherwise;
    }
    // A window that refused a request before it was sent is closed already.
    if (!isOwn) await this.close(means, resource, left);
    if (means.account !== null) await this.windows.markSpent(means.source, resource, { id: means.account.id, milliseconds: left * 1000 });
    const waits = await Promise.all(Object.keys(means.rates).map((each) => this.waitOf(means, each)));
    return means.account !== null && waits.every((wait) => wait > 0)
      ? { kind: 'limited', seconds: clamp(Math.min(...waits) / 1000) }
      : otherwise;
  }

  private async close(means: Means, resource: string, seconds: number): Promise<void> {
    await this.windows.saw(windowKeyOf(means, resource, rateOf(means, resource)), { remaining: 0, seconds }, undefined);
  }

  private waitOf = (means: Means, resource: string): Promise<number> => {
    const rate = rateOf(means, resource);
    return this.windows.look(windowKeyOf(means, resource, rate), rate);
  };

  private async withWait(error: UpstreamError, wanted: Wanted, { means }: Held): Promise<UpstreamError> {
    const isAnonymous = means.account === null;
    if (isAnonymous && wanted.accounts !== 'optional') return error;
    const own = error.seconds ?? UNKNOWN_LIMIT_SECONDS;
    // Without an answer the account's own wait is true enough.
    const other = await this.take.secondsUntilFree(wanted, error.resource, isAnonymous).catch(() => undefined);
    const seconds = Math.min(own, other ?? own);
    const { text, resource } = error;
    return new UpstreamError('limited', {
      seconds,
      cause: error,
      ...(text !== undefined && { text }),
      ...(resource !== undefined && { resource }),
    });
  }
}

const clamp = (seconds: number): number => Math.min(Math.max(1, Math.ceil(seconds)), LIMIT_SECONDS_MAX);
