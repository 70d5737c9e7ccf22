import type pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import { countAttempt } from '../attempts.ts';
import { keepDeadLetter } from '../dead-letters.ts';
import { type LogRow, tryMessages } from '../try-messages.ts';
import type { Bell } from './bell.ts';
import { inTransaction } from './in-transaction.ts';
import { acknowledge, claimPartition, type Claim, readLog } from './log-statements.ts';
import { Rounds } from './rounds.ts';

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
  private readonly pools: LoopPools;
  private readonly loopWork: LoopWork;
  private readonly options: LoopOptions;
  private readonly rounds: Rounds;

  constructor(pools: LoopPools, loopWork: LoopWork, bell: Bell, options: LoopOptions) {
    this.pools = pools;
    this.loopWork = loopWork;
    this.options = options;
    const { group, topic } = loopWork;
    this.rounds = new Rounds(bell, {
      round: () => this.round(),
      failed: (error) => options.logger.warn({ group, topic, error: String(error) }, 'bus round failed'),
      topic,
      pollMs: options.pollMs,
    });
  }

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Takes one partition that has something, hands over its next messages. False when there was nothing. */
  private async round(): Promise<boolean> {
    return inTransaction(this.pools.working, async (client) => {
      const claim = await claimPartition(client, this.loopWork.group, this.loopWork.topic);
      if (claim === undefined) this.rounds.backOff.went();
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
    if (failed) this.rounds.backOff.failed();
    else this.rounds.backOff.went();
    if (empty) return acknowledge(client, claim, claim.upTo);
    if (done !== undefined) await acknowledge(client, claim, done.position);
  }
}
