import type pg from 'pg';
import type { LogRow, Place } from '../deliver-batch.ts';

/** A claimed partition: `position` is how far its group has read, `upTo` how far the log reached when it was claimed. */
export interface Claim extends Place {
  readonly upTo: string;
}

/** Locks a partition of the topic, or of any, that has unread messages and that no other consumer of the group holds; none of `resting`. */
export async function claimPartition(
  client: pg.PoolClient,
  group: string,
  topic: string | undefined,
  resting: readonly number[] = [],
): Promise<Claim | undefined> {
  const { rows } = await client.query<{ topic: string; partition: number; position: string; up_to: string }>(
    `select c.topic, c.partition, c.position,
       (select max(m.position) from bus.message m where m.topic = c.topic and m.partition = c.partition) as up_to
     from bus.consumer c
     where c.group_name = $1 and ($2::text is null or c.topic = $2) and c.partition <> all ($3::int[]) and exists (
       select from bus.message m where m.topic = c.topic and m.partition = c.partition and m.position > c.position)
     order by random() limit 1 for update of c skip locked`,
    [group, topic ?? null, resting],
  );
  const found = rows[0];
  if (found === undefined) return undefined;
  return { group, topic: found.topic, partition: found.partition, position: found.position, upTo: found.up_to };
}

export async function readLog(client: pg.PoolClient, claim: Claim, size: number): Promise<readonly LogRow[]> {
  const { rows } = await client.query<LogRow>(
    `select position, id, key, payload, published_at from bus.message
     where topic = $1 and partition = $2 and position > $3 and (for_group is null or for_group = $4)
     order by position limit $5`,
    [claim.topic, claim.partition, claim.position, claim.group, size],
  );
  return rows;
}

/** Records that the group has read up to `position`, in the consumer's transaction. */
export async function acknowledge(client: pg.PoolClient, claim: Claim, position: string): Promise<void> {
  await client.query('update bus.consumer set position = $4 where group_name = $1 and topic = $2 and partition = $3', [
    claim.group,
    claim.topic,
    claim.partition,
    position,
  ]);
}
