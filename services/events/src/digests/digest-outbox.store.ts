import { AGE_MS, type Claimed, newId, row, type RowOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { DigestContent, DigestMailEntity, DigestTelegramEntity } from './digest.entities.ts';
import type { DigestReader } from './digest-readers.domain.ts';
import type { DueTask } from './waiting-events.store.ts';

export type ClaimedMail = Claimed & RowOf<typeof DigestMailEntity>;

/** Two outboxes, which wait, retry and expire alike. */
export interface ClaimedDigests {
  readonly digest_mail: ClaimedMail;
  readonly digest_telegram: Claimed & RowOf<typeof DigestTelegramEntity>;
}
export type DigestOutbox = keyof ClaimedDigests;

/** A claim lasts longer than all timeouts of SMTP client and calls, so that no other process delivers the digest too. */
const CLAIM_SECONDS = 120;

const tableOf = (outbox: DigestOutbox) => `events.${outbox}` as const;

export async function queueMail(em: SqlEntityManager, task: DueTask, to: DigestReader, content: DigestContent): Promise<void> {
  const { task_id, organisation_id } = task;
  await tables(em)
    .insertInto('events.digest_mail')
    .values({ id: newId(), organisation_id, task_id, email: to.email, locale: to.locale, reason: to.reason, content })
    .execute();
}

export async function queueForTelegram(em: SqlEntityManager, task: DueTask, content: DigestContent): Promise<void> {
  const { task_id, organisation_id } = task;
  await tables(em).insertInto('events.digest_telegram').values({ id: newId(), organisation_id, task_id, content }).execute();
}

/** Claims the next digest that is due, with one more attempt counted; undefined when none is. */
export const claimDigest = <O extends DigestOutbox>(em: SqlEntityManager, outbox: O): Promise<ClaimedDigests[O] | undefined> =>
  row(
    em,
    sql<ClaimedDigests[O]>`
      update ${sql.table(tableOf(outbox))} set attempts = attempts + 1, next_try = now() + make_interval(secs => ${CLAIM_SECONDS})
      where id = (select id from ${sql.table(tableOf(outbox))} where sent is null and next_try <= now()
        order by next_try limit 1 for update skip locked)
      returning *, ${AGE_MS} as age_ms`,
  );

export async function completeDigest(em: SqlEntityManager, outbox: DigestOutbox, id: string): Promise<void> {
  await tables(em).updateTable(tableOf(outbox)).set({ sent: sql<Date>`now()` }).where('id', '=', id).execute();
}

export async function retryDigestIn(em: SqlEntityManager, outbox: DigestOutbox, id: string, seconds: number): Promise<void> {
  const next = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await tables(em).updateTable(tableOf(outbox)).set({ next_try: next }).where('id', '=', id).execute();
}

export async function dropDigest(em: SqlEntityManager, outbox: DigestOutbox, id: string): Promise<void> {
  await tables(em).deleteFrom(tableOf(outbox)).where('id', '=', id).execute();
}
