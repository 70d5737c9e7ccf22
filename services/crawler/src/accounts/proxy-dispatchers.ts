import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { sha256Hex } from '@leakwatch/platform';
import type { Dispatcher } from 'undici';
import { CONNECT_MS, openDispatcher, type ProxyAddress } from './proxy-connection.ts';

/** Proxies whose connections stay open between two steps. */
const KEPT = 100;

interface Kept {
  readonly dispatcher: Dispatcher;
  users: number;
}

/**
 * One dispatcher for each proxy, so that connections are used again. A proxy whose address or credentials change gets a new one: an open
 * connection would go on with the old credentials.
 */
@Injectable()
export class ProxyDispatchers implements OnModuleDestroy {
  /** Milliseconds; tests of silent proxies wait less. */
  connectMs: number = CONNECT_MS;
  /** In the order of their use, the oldest first. */
  private readonly kept = new Map<string, Kept>();

  /** Runs `work` with the dispatcher of a proxy, or with direct connections. */
  async with<T>(proxy: ProxyAddress | null, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
    const key = proxy === null ? 'direct' : sha256Hex(JSON.stringify([proxy.type, proxy.host, proxy.port, proxy.login, proxy.password]));
    const held = this.kept.get(key) ?? { dispatcher: openDispatcher(proxy, this.connectMs), users: 0 };
    this.kept.delete(key);
    this.kept.set(key, held);
    held.users += 1;
    try {
      return await work(held.dispatcher);
    } finally {
      held.users -= 1;
      this.closeOldest();
    }
  }

  async onModuleDestroy(): Promise<void> {
    const all = [...this.kept.values()];
    this.kept.clear();
    await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()));
  }

  private closeOldest(): void {
    for (const [key, { dispatcher, users }] of this.kept) {
      if (this.kept.size <= KEPT) return;
      if (users > 0) continue;
      this.kept.delete(key);
      void dispatcher.close().catch(() => undefined);
    }
  }
}
