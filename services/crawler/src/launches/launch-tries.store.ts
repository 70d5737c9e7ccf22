import type { CrawlJob } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** A launch that the tasks service closed itself leaves its row; no launch runs this long. */
const FORGOTTEN_AFTER_DAYS = 30;

/** Counts a try of the launch. Returns how many were begun, this one included; those that were taken back do not count. */
export async function beginTry(em: SqlEntityManager, { launch_id, organisation_id }: CrawlJob): Promise<number> {
  const { tries } = await tables(em)
    .insertInto('crawler.launch_try')
    .values({ launch_id, organisation_id, tries: 1 })
    .onConflict((conflict) => conflict.column('launch_id').doUpdateSet({ tries: sql`launch_try.tries + 1` }))
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

/** The try ended for a reason that is not the launch's: it does not count. */
export async function takeBackTry(em: SqlEntityManager, launch: string): Promise<void> {
  await tables(em).updateTable('crawler.launch_try').set({ tries: sql`greatest(tries - 1, 0)` }).where('launch_id', '=', launch).execute();
}

/** To be called in the transaction that publishes the launch's end. */
export async function forgetTries(em: SqlEntityManager, launch: string): Promise<void> {
  await tables(em)
    .deleteFrom('crawler.launch_try')
    .where(sql<boolean>`launch_id = ${launch} or begun_at < now() - make_interval(days => ${FORGOTTEN_AFTER_DAYS})`)
    .execute();
}
