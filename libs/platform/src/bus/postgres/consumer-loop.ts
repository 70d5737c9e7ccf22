import type pg from 'pg';
import { isTransient } from '../../errors/transient.ts';
import type { Logger } from '../../logging/logger.ts';
import type { Bell } from './bell.ts';
import { acknowledge, bury, claimPartition, countAttempt, type Claim, type LogRow, readLog } from './log-statements.ts';

/** Back-off of a partition whose dependency is away or whose message failed. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

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
  private pause = 0;

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
        this.slowDown();
        this.options.logger.warn({ group: this.loopWork.group, topic: this.topic, error: String(error) }, 'bus round failed');
        return false;
      });
      if (this.stopped) return;
      if (!worked || this.pause > 0) await this.bell.sleep(this.topic, this.pause > 0 ? this.pause : this.options.pollMs);
    }
  }

  private get topic(): string {
    return this.loopWork.topic;
  }

  private slowDown(): void {
    this.pause = Math.min(LONGEST_PAUSE_MS, this.pause === 0 ? FIRST_PAUSE_MS : this.pause * 2);
  }

  /** Takes one partition that has something, hands over its next messages. False when there was nothing. */
  private async round(): Promise<boolean> {
    const client = await this.pools.working.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('begin');
      const claim = await claimPartition(client, this.loopWork.group, this.topic);
      if (claim === undefined) {
        await client.query('commit');
        this.pause = 0;
        return false;
      }
      await this.work(client, claim);
      await client.query('commit');
      return true;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  private async work(client: pg.PoolClient, claim: Claim): Promise<void> {
    const attempts = await countAttempt(this.pools.counting, claim);
    // From the second try on, messages come one by one, so that a poisoned one cannot take its neighbours along.
    const size = attempts > 1 ? 1 : this.loopWork.batchSize;
    const log = await readLog(client, claim, size);
    const last = log.at(-1);
    if (last === undefined) return acknowledge(client, claim, claim.upTo);
    // A count over the limit before handling means that consumers died with this message in hand.
    if (attempts > this.options.maxAttempts) return this.giveUp(client, claim, log, attempts - 1, 'the consumer died with it');
    try {
      await this.loopWork.handle(log);
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.options.logger.warn({ group: claim.group, topic: claim.topic, attempts, reason }, 'messages could not be handled');
      this.slowDown();
      if (isTransient(error)) return void (await countAttempt(this.pools.counting, claim, -1));
      if (attempts >= this.options.maxAttempts) await this.giveUp(client, claim, log, attempts, reason);
      return;
    }
    this.pause = 0;
    await acknowledge(client, claim, last.position);
  }

  private async giveUp(client: pg.PoolClient, claim: Claim, log: readonly LogRow[], attempts: number, reason: string): Promise<void> {
    const first = log[0];
    if (first === undefined) return;
    await bury(client, claim, first, attempts, reason);
    await acknowledge(client, claim, first.position);
    this.options.logger.error({ group: claim.group, topic: claim.topic, id: first.id, reason }, 'message is a dead letter');
  }
}
