import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import type { DigestRow, DueTask } from './digest-item.store.ts';

export interface DigestContent {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly DigestRow[];
}

export interface ClaimedDigest {
  readonly id: string;
  readonly task_id: string;
  readonly email: string;
  readonly locale: Locale;
  readonly content: DigestContent;
  readonly attempts: number;
  readonly created: Date;
}

/** A try holds its mail for so long that no other process sends it too: longer than all timeouts of the SMTP client. */
const HELD_SECONDS = 120;

export async function queueDigest(
  em: SqlEntityManager,
  task: DueTask,
  to: { readonly email: string; readonly locale: Locale },
  content: DigestContent,
): Promise<void> {
  await rows(
    em,
    sql`insert into events.digest_mail (id, organisation_id, task_id, email, locale, content)
        values (${newId()}, ${task.organisation_id}, ${task.task_id}, ${to.email}, ${to.locale}, ${JSON.stringify(content)}::jsonb)`,
  );
}

/** The next mail that is due, marked as being tried; undefined when none is. */
export const claimDigest = (em: SqlEntityManager): Promise<ClaimedDigest | undefined> =>
  row(
    em,
    sql<ClaimedDigest>`
      update events.digest_mail set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from events.digest_mail where sent is null and next_try <= now()
        order by next_try limit 1 for update skip locked)
      returning id, task_id, email, locale, content, attempts, created`,
  );

export async function markSent(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`update events.digest_mail set sent = now() where id = ${id}`);
}

export async function tryAgainIn(em: SqlEntityManager, id: string, seconds: number): Promise<void> {
  await rows(em, sql`update events.digest_mail set next_try = now() + make_interval(secs => ${seconds}) where id = ${id}`);
}

export async function dropDigest(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`delete from events.digest_mail where id = ${id}`);
}

export async function pruneDigests(em: SqlEntityManager, days: number): Promise<void> {
  await rows(em, sql`delete from events.digest_mail where sent < now() - make_interval(days => ${days})`);
}
