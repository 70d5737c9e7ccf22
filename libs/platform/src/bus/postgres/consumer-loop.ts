import type pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import { countAttempt } from '../attempts.ts';
import { keepDeadLetter } from '../dead-letters.ts';
import { type LogRow, deliverBatch } from '../deliver-batch.ts';
import type { WakeUp } from './wake-up.ts';
import { inTransaction } from './in-transaction.ts';
import { acknowledge, claimPartition, type Claim, readLog } from './log-statements.ts';
import { PartitionPauses } from './partition-pauses.ts';
import { PollLoop } from './poll-loop.ts';

/** What the loop needs of a subscription. */
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
 * One consumer of one group on one topic. While it works on a partition it holds a row lock on its own connection: when the
 * process dies, the connection and with it the lock end, and the next consumer continues after the last acknowledged
 * message.
 */
export class ConsumerLoop {
  private readonly pools: LoopPools;
  private readonly loopWork: LoopWork;
  private readonly options: LoopOptions;
  private readonly loop: PollLoop;
  private readonly pauses = new PartitionPauses();

  constructor(pools: LoopPools, loopWork: LoopWork, wakeUp: WakeUp, options: LoopOptions) {
    this.pools = pools;
    this.loopWork = loopWork;
    this.options = options;
    const { group, topic } = loopWork;
    this.loop = new PollLoop(wakeUp, {
      round: () => this.round(),
      failed: (error) => options.logger.warn({ group, topic, error: String(error) }, 'bus round failed'),
      topic,
      pollMs: options.pollMs,
      dueInMs: () => this.pauses.next(performance.now()),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Claims a partition that has unread messages and delivers the next ones. False when there are none. */
  private async round(): Promise<boolean> {
    const { group, topic } = this.loopWork;
    const now = performance.now();
    const claimed = await inTransaction(this.pools.working, async (client) => {
      const claim = await claimPartition(client, group, topic, this.pauses.resting(now));
      if (claim !== undefined) await this.work(client, claim);
      return claim !== undefined;
    });
    if (!claimed) this.pauses.forgetRested(now);
    this.loop.backOff.succeeded();
    return claimed;
  }

  private async work(client: pg.PoolClient, claim: Claim): Promise<void> {
    const { logger, maxAttempts } = this.options;
    const { done, failed, empty } = await deliverBatch(claim, {
      logger,
      maxAttempts,
      count: (place, step) => countAttempt(this.pools.counting, place, step),
      read: (size) => readLog(client, claim, size),
      batchSize: this.loopWork.batchSize,
      handle: this.loopWork.handle,
      keepAsDead: (message, attempts, reason) => keepDeadLetter(client, claim, message, attempts, reason),
    });
    if (failed) this.pauses.failed(claim.partition, performance.now());
    else this.pauses.succeeded(claim.partition);
    if (empty) return acknowledge(client, claim, claim.upTo);
    if (done !== undefined) await acknowledge(client, claim, done.position);
  }
}
