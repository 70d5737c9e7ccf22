import type kafkajs from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '../back-off.ts';
import { type LogRow, deliverBatch, type BatchDelivery } from '../deliver-batch.ts';
import { decode, type Decoded } from './message-codec.ts';

export interface PartitionWork extends Omit<BatchDelivery, 'read' | 'handle' | 'keepAsDead'> {
  readonly group: string;
  /** The topic without prefix, as it counts attempts. */
  readonly topic: string;
  readonly handle: (log: readonly LogRow[]) => Promise<void>;
  /** Gives messages that came by reference their payloads. */
  readonly complete: (messages: readonly Decoded[]) => Promise<readonly LogRow[]>;
  readonly keepAsDead: (partition: number, message: LogRow, attempts: number, reason: string) => Promise<void>;
  readonly heartbeatMs: number;
}

/**
 * Works through a batch of one partition and commits behind each step. Returns early when the consumer is to stop, and
 * throws when the group shares its partitions out anew: what was not committed then comes again.
 */
export async function workThrough(payload: kafkajs.EachBatchPayload, work: PartitionWork): Promise<void> {
  const { batch, heartbeat, isRunning } = payload;
  const messages = batch.messages.map((message) => decode(work.topic, batch.partition, message));
  const backOff = new BackOff();
  const beating = setInterval(() => void heartbeat().catch(() => undefined), work.heartbeatMs);
  try {
    for (let at = 0; at < messages.length && isRunning(); ) {
      const next = messages[at];
      if (next === undefined) return;
      const step = await deliverNext(messages.slice(at), next, batch.partition, work).catch((error: unknown) => {
        // The database is away: neither attempts nor dead letters can be kept, so nothing is tried.
        work.logger.warn({ group: work.group, topic: work.topic, error: String(error) }, 'bus round failed');
        return { done: undefined, failed: true };
      });
      if (step.failed) backOff.failed();
      else backOff.succeeded();
      if (step.done !== undefined) {
        at = messages.findIndex(({ position }) => position === step.done?.position) + 1;
        await commit(payload, step.done.position);
      }
      if (backOff.pause > 0) await pauseFor(backOff.pause, payload, work.heartbeatMs);
      await heartbeat();
    }
  } finally {
    clearInterval(beating);
  }
}

function deliverNext(messages: readonly Decoded[], next: Decoded, partition: number, work: PartitionWork) {
  return deliverBatch(
    { group: work.group, topic: work.topic, partition, position: next.position },
    {
      ...work,
      read: (size) => work.complete(messages.slice(0, size)),
      keepAsDead: (message, attempts, reason) => work.keepAsDead(partition, message, attempts, reason),
    },
  );
}

async function commit({ batch, resolveOffset, commitOffsetsIfNecessary }: kafkajs.EachBatchPayload, position: string): Promise<void> {
  resolveOffset(position);
  const offset = String(BigInt(position) + 1n);
  await commitOffsetsIfNecessary({ topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }] });
}

/** Waits in small steps: a stop or a rebalance need not wait with it. */
async function pauseFor(ms: number, { heartbeat, isRunning }: kafkajs.EachBatchPayload, stepMs: number): Promise<void> {
  for (let left = ms; left > 0 && isRunning(); left -= stepMs) {
    await sleep(Math.min(left, stepMs));
    await heartbeat();
  }
}
