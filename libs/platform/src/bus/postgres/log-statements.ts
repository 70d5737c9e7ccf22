import type pg from 'pg';

/** A partition that a consumer holds, with how far its group is and how far the log went when it was taken. */
export interface Claim {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly position: string;
  readonly upTo: string;
}

export interface LogRow {
  readonly position: string;
  readonly id: string;
  readonly key: string;
  readonly payload: unknown;
  readonly published_at: Date;
}

/** Locks a partition of the topic that has unread messages and that no other consumer holds. */
export async function claimPartition(client: pg.PoolClient, group: string, topic: string): Promise<Claim | undefined> {
  const { rows } = await client.query<{ partition: number; position: string; up_to: string }>(
    `select c.partition, c.position,
       (select max(m.position) from bus.message m where m.topic = c.topic and m.partition = c.partition) as up_to
     from bus.consumer c
     where c.group_name = $1 and c.topic = $2 and exists (
       select from bus.message m where m.topic = c.topic and m.partition = c.partition and m.position > c.position)
     order by random() limit 1 for update of c skip locked`,
    [group, topic],
  );
  const found = rows[0];
  if (found === undefined) return undefined;
  return { group, topic, partition: found.partition, position: found.position, upTo: found.up_to };
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

/** Counts a try at the partition's next message, outside the consumer's transaction: a crash must not undo it. */
export async function countAttempt(pool: pg.Pool, claim: Claim, step = 1): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    `insert into bus.attempt as a (group_name, topic, partition, position, attempts) values ($1, $2, $3, $4, $5)
     on conflict (group_name, topic, partition) do update
       set attempts = case when a.position = excluded.position then a.attempts + $5 else greatest($5, 0) end,
           position = excluded.position
     returning attempts`,
    [claim.group, claim.topic, claim.partition, claim.position, step],
  );
  return rows[0]?.attempts ?? 1;
}

/** Moves the group behind `position`. Takes part in the consumer's transaction. */
export async function acknowledge(client: pg.PoolClient, claim: Claim, position: string): Promise<void> {
  await client.query('update bus.consumer set position = $4 where group_name = $1 and topic = $2 and partition = $3', [
    claim.group,
    claim.topic,
    claim.partition,
    position,
  ]);
}

export async function bury(client: pg.PoolClient, claim: Claim, message: LogRow, attempts: number, reason: string): Promise<void> {
  await client.query(
    `insert into bus.dead_letter (id, group_name, topic, partition, key, payload, reason, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (group_name, id) do update set reason = excluded.reason, attempts = excluded.attempts`,
    [message.id, claim.group, claim.topic, claim.partition, message.key, JSON.stringify(message.payload), reason.slice(0, 2000), attempts],
  );
}
