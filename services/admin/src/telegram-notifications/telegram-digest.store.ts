import type { InputOf, internalTelegramDigest } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { CONNECTED } from './telegram-link.store.ts';

export type TelegramDigest = InputOf<typeof internalTelegramDigest>['body'];

/** Longer than the events service offers a digest again: until then it is known who has it. In days. */
const KEPT_DAYS = 14;

/** Whether a chat of the organisation is to get its digests. */
export async function hasChats(em: SqlEntityManager, organisation: string): Promise<boolean> {
  const found = await row(em, sql<{ one: number }>`select 1 as one ${CONNECTED} and a.organisation_id = ${organisation} limit 1`);
  return found !== undefined;
}

/**
 * One message for each account of the organisation with a connected chat, in the account's language. Whoever has the
 * digest already, also when it was sent long ago, gets no second one.
 */
export async function queueTelegramDigest(em: SqlEntityManager, { digest, organisation, texts }: TelegramDigest): Promise<void> {
  await rows(
    em,
    sql`
      with reader as (
        insert into admin.telegram_digest (digest_id, account_id)
        select ${digest}::uuid, a.id ${CONNECTED} and a.organisation_id = ${organisation}
        on conflict do nothing returning account_id)
      insert into admin.telegram_message (id, account_id, organisation_id, kind, locale, details)
      select gen_random_uuid(), a.id, ${organisation}::uuid, 'digest', a.locale, jsonb_build_object('text', ${JSON.stringify(texts)}::jsonb ->> a.locale)
      from reader r join admin.account a on a.id = r.account_id`,
  );
  await rows(em, sql`delete from admin.telegram_digest where queued < now() - make_interval(days => ${KEPT_DAYS})`);
}
