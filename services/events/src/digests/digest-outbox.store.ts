import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import type { DigestRow, DueTask } from './digest-item.store.ts';
import type { DigestReader, ReadingReason } from './digest-readers.domain.ts';

export interface DigestContent {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly DigestRow[];
}

interface Claimed {
  readonly id: string;
  readonly organisation_id: string;
  readonly task_id: string;
  readonly content: DigestContent;
  readonly attempts: number;
  readonly created: Date;
}
export interface ClaimedMail extends Claimed {
  readonly email: string;
  readonly locale: Locale;
  readonly reason: ReadingReason;
}
/** Both wait, are tried and are kept alike. */
export interface ClaimedDigests {
  readonly digest_mail: ClaimedMail;
  readonly digest_telegram: Claimed;
}
export type DigestOutbox = keyof ClaimedDigests;

/** A try holds its digest for so long that no other process sends it too: longer than all timeouts of SMTP client and calls. */
const HELD_SECONDS = 120;

const table = (outbox: DigestOutbox) => sql.table(`events.${outbox}`);

export async function queueMail(em: SqlEntityManager, task: DueTask, to: DigestReader, content: DigestContent): Promise<void> {
  await rows(
    em,
    sql`insert into events.digest_mail (id, organisation_id, task_id, email, locale, reason, content)
        values (${newId()}, ${task.organisation_id}, ${task.task_id}, ${to.email}, ${to.locale}, ${to.reason}, ${JSON.stringify(content)}::jsonb)`,
  );
}

export async function queueForTelegram(em: SqlEntityManager, task: DueTask, content: DigestContent): Promise<void> {
  await rows(
    em,
    sql`insert into events.digest_telegram (id, organisation_id, task_id, content)
        values (${newId()}, ${task.organisation_id}, ${task.task_id}, ${JSON.stringify(content)}::jsonb)`,
  );
}

/** The next digest that is due, marked as being tried; undefined when none is. */
export const claimDigest = <O extends DigestOutbox>(em: SqlEntityManager, outbox: O): Promise<ClaimedDigests[O] | undefined> =>
  row(
    em,
    sql<ClaimedDigests[O]>`
      update ${table(outbox)} set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from ${table(outbox)} where sent is null and next_try <= now()
        order by next_try limit 1 for update skip locked)
      returning *`,
  );

export async function markSent(em: SqlEntityManager, outbox: DigestOutbox, id: string): Promise<void> {
  await rows(em, sql`update ${table(outbox)} set sent = now() where id = ${id}`);
}

export async function tryAgainIn(em: SqlEntityManager, outbox: DigestOutbox, id: string, seconds: number): Promise<void> {
  await rows(em, sql`update ${table(outbox)} set next_try = now() + make_interval(secs => ${seconds}) where id = ${id}`);
}

export async function dropDigest(em: SqlEntityManager, outbox: DigestOutbox, id: string): Promise<void> {
  await rows(em, sql`delete from ${table(outbox)} where id = ${id}`);
}

export async function pruneDigests(em: SqlEntityManager, outbox: DigestOutbox, days: number): Promise<void> {
  await rows(em, sql`delete from ${table(outbox)} where sent < now() - make_interval(days => ${days})`);
}
