import { Inject, Injectable } from '@nestjs/common';
import { type Availability, internalLease, internalLeaseAvailability, type LeasedAccess } from '@leakwatch/contracts';
import { ServiceClients, SETTINGS, isPublicAddress } from '@leakwatch/platform';
import { SERVICE_ACCOUNT_SOURCES, type ServiceAccountSource, type SourceType } from '@leakwatch/vocabulary';
import type { CrawlerSettings } from '../settings.ts';
import { crawlerCaller, HeldLease, RENEW_MS } from './held-lease.ts';
import { type Means, rateOf, windowKeyOf } from './pooled-access.ts';
import type { ProxyAddress } from './proxy-connection.ts';
import { RateWindows, type SpentAccount } from './rate-windows.ts';
import { UpstreamError } from './upstream-error.ts';
import type { Wanted } from './wanted.ts';

/** What a step holds until it ends. */
export interface Held {
  readonly means: Means;
  readonly proxy: ProxyAddress | null;
  readonly lease: Pick<HeldLease, 'lost' | 'end'> | null;
  /** Whose the account is; null for one of the common pool. */
  readonly organisation: string | null;
}

type Holder = 'account' | 'proxy';
/** Nothing is free; `seconds` until something may be, null when nothing could ever serve. */
interface Nothing {
  readonly seconds: number | null;
  /** There are accounts, of which none may read what is wanted. */
  readonly isOutside?: boolean;
}
const isHeld = (taken: Held | Nothing): taken is Held => 'means' in taken;

/** Settings that name the proxy of a source that is asked without accounts, and answers only addresses that it allows. */
const OWN_PROXIES: Partial<Record<SourceType, 'PASTEBIN_PROXY'>> = { pastebin: 'PASTEBIN_PROXY' };

/** Accounts that are looked at in one turn before the step waits: each costs two calls. */
const TRIES = 20;

/** Takes an account or a proxy whose rate window is not used up. */
@Injectable()
export class TakeAccess {
  /** Milliseconds between the renewals of a lease; tests of lost leases wait less. */
  renewMs: number = RENEW_MS;

  constructor(
    private readonly services: ServiceClients,
    private readonly windows: RateWindows,
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'GIT_ALLOW_PRIVATE_ADDRESSES' | 'PASTEBIN_PROXY'>,
  ) {}

  /** @throws UpstreamError limited, no_account, proxy_failed; Unavailable */
  async run(wanted: Wanted): Promise<Held> {
    if (wanted.accounts === 'none') return this.direct(wanted, this.ownProxy(wanted.source));
    const account = await this.lease(wanted, 'account');
    if (isHeld(account)) return account;
    if (wanted.accounts === 'required') throw refusal(wanted, account);
    const proxy = await this.lease(wanted, 'proxy');
    if (isHeld(proxy)) return proxy;
    try {
      return await this.direct(wanted, null);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      throw refusal(wanted, { seconds: least([account.seconds, proxy.seconds, error.seconds ?? null]) });
    }
  }

  /**
   * Seconds until the step may be tried again after a limit of `limited`; undefined for a limit without a resource. What is left out is
   * what has no window of that resource or of the wanted one: a step that is tried again with it would end in the same way.
   * Returns undefined when no account could ever serve.
   * @param isAnonymous the limit is one of an address without an account: other steps had the accounts, which may be free in a moment
   */
  async secondsUntilFree(wanted: Wanted, limited: string | undefined, isAnonymous: boolean): Promise<number | undefined> {
    // The account is left out now, and anonymous access is tried.
    if (!isAnonymous && wanted.accounts === 'optional' && (limited ?? wanted.resource) === wanted.resource) return 0;
    const source = leasedSource(wanted.source);
    if (source === undefined) return undefined;
    const resources = new Set([wanted.resource, limited ?? wanted.resource]);
    const spent = (await Promise.all([...resources].map((resource) => this.windows.spentAccounts(source, resource)))).flat();
    const excluding = [...new Set([...(wanted.without ?? []), ...spent.map(({ id }) => id)])];
    const body = { ...leaseBody(wanted, source, 'account'), excluding };
    return untilFree(await this.services.call(internalLeaseAvailability, crawlerCaller(), { body }), spent) ?? undefined;
  }

  /** One of those that may read what is wanted; undefined where none of them could ever serve. @throws UpstreamError limited */
  async oneOf(wanted: Wanted, among: readonly string[]): Promise<Held | undefined> {
    const known = await this.lease(wanted, 'account', among);
    if (isHeld(known)) return known;
    if (known.seconds !== null) throw refusal(wanted, known);
    return undefined;
  }

  /** Without a lease: by address, through the installation's own proxy or directly. */
  private ownProxy(source: SourceType): ProxyAddress | null {
    const setting = OWN_PROXIES[source];
    return setting === undefined ? null : (this.settings[setting] ?? null);
  }

  private async direct(wanted: Wanted, proxy: ProxyAddress | null): Promise<Held> {
    const means = { source: wanted.source, rates: wanted.rates, account: null, address: proxy === null ? 'direct' : addressOf(proxy) };
    const wait = await this.waitOf(means, wanted.resource);
    if (wait > 0) throw refusal(wanted, { seconds: Math.ceil(wait / 1000) });
    return { means, proxy, lease: null, organisation: null };
  }

  private async lease(wanted: Wanted, holder: Holder, among?: readonly string[]): Promise<Held | Nothing> {
    const source = leasedSource(wanted.source);
    if (source === undefined) return { seconds: null };
    const { without = [] } = wanted;
    const isPossible = ({ id }: SpentAccount) => !without.includes(id) && (among?.includes(id) ?? true);
    const spent = (await this.windows.spentAccounts(source, wanted.resource)).filter(isPossible);
    for (let left = TRIES; left > 0; left -= 1) {
      wanted.signal.throwIfAborted();
      const excluding = [...new Set([...without, ...spent.map(({ id }) => id)])];
      const body = { ...leaseBody(wanted, source, holder), excluding, ...(among !== undefined && { among: [...among] }) };
      const asked = performance.now();
      const { leased, ...rest } = await this.services.call(internalLease, crawlerCaller(), { body });
      if (leased === null) {
        const seconds = untilFree(rest, spent);
        return { seconds, isOutside: seconds === null && without.length > 0 && rest.excluded > 0 };
      }
      const held = this.hold(wanted, leased, asked);
      const milliseconds = await this.usable(held, leased, wanted.resource);
      if (milliseconds === 0) return held;
      const one = { id: leased.lease.id, milliseconds };
      spent.push(one);
      await this.windows.markSpent(source, wanted.resource, one);
    }
    return { seconds: 1 };
  }

  private hold(
    { source, rates }: Wanted,
    { lease, account, proxy, organisation }: LeasedAccess,
    asked: number,
  ): Held & { lease: HeldLease } {
    const means = { source, rates, account, address: proxy === null ? 'direct' : addressOf(proxy) };
    return { means, proxy, lease: new HeldLease(this.services, lease, asked, this.renewMs), organisation };
  }

  /**
   * Holds what was leased for a check of staff, whatever its windows.
   * @param asked when the lease was asked for, by `performance.now()`
   * @throws UpstreamError proxy_failed for a proxy on a private network
   */
  async holdLeased(wanted: Wanted, leased: LeasedAccess, asked: number): Promise<Held> {
    const held = this.hold(wanted, leased, asked);
    try {
      this.refusePrivate(leased.proxy);
      return held;
    } catch (error) {
      await held.lease?.end({ kind: 'proxy_failed', text: PRIVATE_PROXY }).catch(() => undefined);
      throw error;
    }
  }

  private refusePrivate(proxy: LeasedAccess['proxy']): void {
    if (proxy !== null && !this.settings.GIT_ALLOW_PRIVATE_ADDRESSES && !isPublicAddress(proxy.host))
      throw new UpstreamError('proxy_failed', { text: PRIVATE_PROXY });
  }

  /** Milliseconds until the leased may be used for the resource; what may not be used now is given back. */
  private async usable({ means, lease }: Held, { proxy }: LeasedAccess, resource: string): Promise<number> {
    try {
      this.refusePrivate(proxy);
      const wait = await this.waitOf(means, resource);
      if (wait > 0) await lease?.end({ kind: 'unknown' });
      return wait;
    } catch (error) {
      const isProxy = error instanceof UpstreamError;
      await lease?.end(isProxy ? { kind: 'proxy_failed', text: PRIVATE_PROXY } : { kind: 'unknown' }).catch(() => undefined);
      throw error;
    }
  }

  /** Milliseconds until the window of a resource is open. */
  waitOf(means: Means, resource: string): Promise<number> {
    const rate = rateOf(means, resource);
    return this.windows.look(windowKeyOf(means, resource, rate), rate);
  }
}

const PRIVATE_PROXY = 'a private address, which GIT_ALLOW_PRIVATE_ADDRESSES does not allow';

const leasedSource = (source: SourceType): ServiceAccountSource | undefined => SERVICE_ACCOUNT_SOURCES.find((known) => known === source);

const addressOf = ({ host, port }: ProxyAddress): string => `${host}:${port}`;

const leaseBody = ({ organisations, purpose, task, proxyFailed = false }: Wanted, source: ServiceAccountSource, holder: Holder) => ({
  holder,
  source,
  purpose,
  organisations,
  task: task ?? null,
  proxy_failed: proxyFailed,
});

const least = (all: readonly (number | null)[]): number | null => {
  const known = all.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** Those that were excluded are free when their windows end. */
const untilFree = ({ seconds, excluded }: Availability, spent: readonly SpentAccount[]): number | null =>
  least([seconds, ...(excluded > 0 ? spent.map(({ milliseconds }) => Math.ceil(milliseconds / 1000)) : [])]);

function refusal({ resource }: Wanted, { seconds, isOutside }: Nothing): UpstreamError {
  if (seconds !== null) return new UpstreamError('limited', { resource, seconds: Math.max(1, seconds) });
  return isOutside === true ? new UpstreamError('out_of_reach', { code: 'no_member' }) : new UpstreamError('no_account');
}
