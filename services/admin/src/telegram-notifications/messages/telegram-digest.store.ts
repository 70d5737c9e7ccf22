import type { InputOf, internalTelegramDigest } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { CONNECTED } from '../chats/telegram-link.store.ts';

export type TelegramDigest = InputOf<typeof internalTelegramDigest>['body'];

export interface DigestText {
  readonly organisation_id: string;
  readonly text: string;
}

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
    sql`insert into admin.telegram_digest (digest_id, organisation_id, texts)
        values (${digest}, ${organisation}, ${JSON.stringify(texts)}::jsonb) on conflict do nothing`,
  );
  await rows(
    em,
    sql`
      with reader as (
        insert into admin.telegram_digest_reader (digest_id, account_id)
        select ${digest}::uuid, a.id ${CONNECTED} and a.organisation_id = ${organisation}
        on conflict do nothing returning account_id)
      insert into admin.telegram_message (id, account_id, digest_id, kind, locale)
      select gen_random_uuid(), a.id, ${digest}::uuid, 'digest', a.locale from reader r join admin.account a on a.id = r.account_id`,
  );
  await rows(em, sql`delete from admin.telegram_digest where queued < now() - make_interval(days => ${KEPT_DAYS})`);
}

/** What a digest says in a language, and whose it is. */
export const telegramDigest = (em: SqlEntityManager, digest: string, locale: Locale): Promise<DigestText | undefined> =>
  row(em, sql<DigestText>`select organisation_id, texts ->> ${locale} as text from admin.telegram_digest where digest_id = ${digest}`);
