import pg from 'pg';
import type { Logger } from '../../logging/logger.ts';

/** Pause before another attempt to listen; consumers poll meanwhile. */
const RECONNECT_MS = 1_000;

/** Wakes sleeping consumers when PostgreSQL notifies of a message on their topic. One connection for each process. */
export class WakeUp {
  private readonly url: string;
  private readonly logger: Logger;
  private readonly sleepers = new Map<() => void, string | undefined>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(url: string, logger: Logger) {
    this.url = url;
    this.logger = logger;
  }

  /** Resolves when a message is published on the topic (on any, when none is given), or after `ms`. */
  sleep(topic: string | undefined, ms: number): Promise<void> {
    this.listen();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.sleepers.set(wake, topic);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.sleepers.keys()]) wake();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    this.wakeAll();
    await this.client?.end().catch(() => undefined);
  }

  private wake(topic: string): void {
    for (const [wake, waitsFor] of [...this.sleepers]) if (waitsFor === undefined || waitsFor === topic) wake();
  }

  private listen(): void {
    if (this.client !== undefined || this.closed) return;
    const client = new pg.Client({ connectionString: this.url });
    this.client = client;
    const lost = (error: Error) => {
      if (this.client !== client || this.closed) return;
      this.logger.debug({ error: error.message }, 'bus notifications interrupted');
      this.client = undefined;
      client.end().catch(() => undefined);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.listen(), RECONNECT_MS);
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('connection ended')));
    client.on('notification', (notification) => this.wake(notification.payload ?? ''));
    client.connect().then(() => client.query('listen leakwatch_bus').then(() => this.wakeAll(), lost), lost);
  }
}
