import type pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import { countAttempt } from '../attempts.ts';
import { BackOff } from '../back-off.ts';
import { keepDeadLetter } from '../dead-letters.ts';
import { type LogRow, tryMessages } from '../try-messages.ts';
import type { Bell } from './bell.ts';
import { inTransaction } from './in-transaction.ts';
import { acknowledge, claimPartition, type Claim, readLog } from './log-statements.ts';

/** What the loop needs of a subscription; the payloads' type stays with who made it. */
export interface LoopWork {
  readonly group: string;
  readonly topic: string;
  readonly batchSize: number;
  readonly handle: (log: readonly LogRow[]) => Promise<void>;
}

/** `counting` is never held while waiting for `working`, so the two cannot block each other. */
interface LoopPools {
  readonly working: pg.Pool;
  readonly counting: pg.Pool;
}

interface LoopOptions {
  readonly logger: Logger;
  readonly maxAttempts: number;
  readonly pollMs: number;
}

/**
 * One consumer of one group on one topic. It holds a partition by a row lock on its own connection while it works:
 * when the process dies the lock goes with the connection and the next consumer goes on behind the last acknowledged
 * message.
 */
export class ConsumerLoop {
  private stopped = false;
  private running: Promise<void> = Promise.resolve();
  private readonly backOff = new BackOff();

  private readonly pools: LoopPools;
  private readonly loopWork: LoopWork;
  private readonly bell: Bell;
  private readonly options: LoopOptions;

  constructor(pools: LoopPools, loopWork: LoopWork, bell: Bell, options: LoopOptions) {
    this.pools = pools;
    this.loopWork = loopWork;
    this.bell = bell;
    this.options = options;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.bell.ringAll();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const worked = await this.round().catch((error: unknown) => {
        this.backOff.failed();
        this.options.logger.warn({ group: this.loopWork.group, topic: this.topic, error: String(error) }, 'bus round failed');
        return false;
      });
      if (this.stopped) return;
      const { pause } = this.backOff;
      if (!worked || pause > 0) await this.bell.sleep(this.topic, pause > 0 ? pause : this.options.pollMs);
    }
  }

  private get topic(): string {
    return this.loopWork.topic;
  }

  /** Takes one partition that has something, hands over its next messages. False when there was nothing. */
  private async round(): Promise<boolean> {
    return inTransaction(this.pools.working, async (client) => {
      const claim = await claimPartition(client, this.loopWork.group, this.topic);
      if (claim === undefined) this.backOff.went();
      else await this.work(client, claim);
      return claim !== undefined;
    });
  }

  private async work(client: pg.PoolClient, claim: Claim): Promise<void> {
    const { logger, maxAttempts } = this.options;
    const { done, failed, empty } = await tryMessages(claim, {
      logger,
      maxAttempts,
      count: (place, step) => countAttempt(this.pools.counting, place, step),
      read: (size) => readLog(client, claim, size),
      batchSize: this.loopWork.batchSize,
      handle: this.loopWork.handle,
      bury: (message, attempts, reason) => keepDeadLetter(client, claim, message, attempts, reason),
    });
    if (failed) this.backOff.failed();
    else this.backOff.went();
    if (empty) return acknowledge(client, claim, claim.upTo);
    if (done !== undefined) await acknowledge(client, claim, done.position);
  }
}
