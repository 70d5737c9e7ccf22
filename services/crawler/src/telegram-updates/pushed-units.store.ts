import { type RawBuilder, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/**
 * Makes units due that some running task needs, at once: a unit that runs asks for what is new before it goes on, and one that fails keeps its pause.
 * One that is due already stays as it is, so many notices are one.
 */
const push = (em: SqlEntityManager, which: RawBuilder<unknown>) =>
  rows(
    em,
    sql<{ id: string }>`
      with pushed as (
        select u.id from crawler.unit u
        where u.source_type = 'telegram' and u.pushed_at is null and ${which}
          and exists (select from crawler.subscription s where s.unit_id = u.id)
        order by u.id for update of u
      )
      update crawler.unit u set pushed_at = clock_timestamp(), wanted_at = coalesce(u.wanted_at, clock_timestamp()),
        next_at = case when u.failing_since is null then least(u.next_at, now()) else u.next_at end
      from pushed where u.id = pushed.id returning u.id`,
  );

/** Channels in which something changed: those of which changes up to the number were not read yet. */
export async function pushChannels(em: SqlEntityManager, channels: ReadonlyMap<string, number>): Promise<number> {
  if (channels.size === 0) return 0;
  const [ids, numbers] = [[...channels.keys()], [...channels.values()]];
  const isBehind = sql`exists (select from unnest(${ids}::text[], ${numbers}::int[]) as n (id, pts)
    where n.id = u.state -> 'channel' ->> 'id' and n.pts > coalesce((u.state ->> 'pts')::int, 0))`;
  return (await push(em, sql`u.state -> 'channel' ->> 'id' = any (${ids}::text[]) and ${isBehind}`)).length;
}

/** Every channel that the account has joined: its updates were lost. */
export const pushMemberships = (em: SqlEntityManager, account: string) =>
  push(em, sql`jsonb_exists(coalesce(u.state -> 'members', '[]'), ${account})`);

/**
 * The account's membership of channels changed: where one of them is none that is known, a private channel that nobody could read is looked for
 * with the account again. A unit in work keeps its state, which its worker writes. Returns whether there was one.
 */
export async function askAgain(em: SqlEntityManager, account: string, channels: readonly string[]): Promise<boolean> {
  const busy = await rows(
    em,
    sql`with outsider as (
          select u.id, coalesce(u.leased_until >= now(), false) as busy from crawler.unit u
          where u.source_type = 'telegram' and jsonb_exists(coalesce(u.state -> 'outsiders', '{}'), ${account})
            and exists (select from unnest(${[...channels]}::text[]) as n (id) where not exists (
              select from crawler.unit k where k.source_type = 'telegram' and k.state -> 'channel' ->> 'id' = n.id))
          order by u.id for update of u
        ), changed as (
          update crawler.unit u set state = u.state #- array['outsiders', ${account}], next_at = least(u.next_at, now())
          from outsider where u.id = outsider.id and not outsider.busy
        )
        select from outsider where busy`,
  );
  return busy.length > 0;
}

/** Organisations whose running tasks name channels. */
export const watchingOrganisations = async (em: SqlEntityManager, most: number): Promise<string[]> =>
  (
    await rows(
      em,
      sql<{
        organisation_id: string;
      }>`select distinct organisation_id from crawler.subscription where source_type = 'telegram' limit ${most}`,
    )
  ).map(({ organisation_id: id }) => id);
