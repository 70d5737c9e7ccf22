import { Injectable } from '@nestjs/common';
import { LeakwatchError, Unavailable } from '@leakwatch/platform';
import { DiscoveryStore } from './discovery.store.ts';

/** New discoveries of one account: each may be fifty requests of the installation's. */
export const DISCOVERY_BEGINS = { most: 20, windowSeconds: 600 } as const;
/** Calls of one account, with those that ask how far one is: the console asks some forty times a minute. */
export const DISCOVERY_ASKS = { most: 120, windowSeconds: 60 } as const;
/** Discoveries that one process works on at once. */
export const DISCOVERIES_AT_ONCE = 8;

/** Keeps one account from using up the installation's requests at the hosts. */
@Injectable()
export class DiscoveryThrottle {
  constructor(private readonly store: DiscoveryStore) {}

  /** Throws too_many_requests. */
  async ask(accountId: string): Promise<void> {
    await this.count(`ask:${accountId}`, DISCOVERY_ASKS);
  }

  /** Throws too_many_requests, and Unavailable when this process has enough to do. */
  async begin(accountId: string, running: number): Promise<void> {
    if (running >= DISCOVERIES_AT_ONCE) throw new Unavailable();
    await this.count(`begin:${accountId}`, DISCOVERY_BEGINS);
  }

  private async count(name: string, bound: { readonly most: number; readonly windowSeconds: number }): Promise<void> {
    const { count, seconds } = await this.store.count(name, bound.windowSeconds);
    if (count > bound.most) throw new LeakwatchError('too_many_requests', 429, { details: { seconds } });
  }
}
