import { rows, type SqlEntityManager, sql } from '../orm/database.ts';

/** The table in a service's schema in which its consumers keep the ids of what they handled. */
export const inboxTable = (service: string) => `
  create table ${service}.inbox (
    message_id uuid not null,
    topic text not null,
    handled_at timestamptz not null default now(),
    primary key (message_id)
  );
  create index inbox_age on ${service}.inbox (handled_at);
`;

/** Marks messages as handled in the transaction of `em` and gives the ids of those that were not handled before. */
export async function takeIn(em: SqlEntityManager, service: string, topic: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const fresh = await rows(
    em,
    sql<{ message_id: string }>`
      insert into ${sql.table(`${service}.inbox`)} (message_id, topic)
      select unnest(${[...new Set(ids)]}::uuid[]), ${topic}
      on conflict do nothing returning message_id`,
  );
  return new Set(fresh.map((entry) => entry.message_id));
}
