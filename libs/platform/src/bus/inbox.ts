import { rows, type SqlEntityManager, sql } from '../orm/database.ts';
import type { Delivery } from './bus.port.ts';

/** The table in a service's schema in which its consumers record the ids of the messages that they handled. */
export const inboxTable = (service: string) => `
  create table ${service}.inbox (
    message_id uuid not null,
    topic text not null,
    handled_at timestamptz not null default now(),
    primary key (message_id)
  );
  create index inbox_age on ${service}.inbox (handled_at);
`;

/**
 * Records deliveries as handled in the transaction of `em` and returns those that were not handled before, each once: a
 * message that comes again, also within one batch, is left out.
 */
export async function newDeliveries<P>(
  em: SqlEntityManager,
  service: string,
  topic: string,
  batch: readonly Delivery<P>[],
): Promise<readonly Delivery<P>[]> {
  const byId = new Map(batch.map((delivery) => [delivery.id, delivery]));
  const recorded = await rows(
    em,
    sql<{ message_id: string }>`
      insert into ${sql.table(`${service}.inbox`)} (message_id, topic)
      select unnest(${[...byId.keys()]}::uuid[]), ${topic}
      on conflict do nothing returning message_id`,
  );
  const fresh = new Set(recorded.map((entry) => entry.message_id));
  return [...byId.values()].filter(({ id }) => fresh.has(id));
}
