import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { tables } from '../../entities.ts';
import { connectedChats } from '../chats/telegram-link.store.ts';
import type { TelegramDigest } from './telegram-message.entity.ts';

/** Whether an organisation has a connected chat. */
export async function hasChats(em: SqlEntityManager, organisation: string): Promise<boolean> {
  const found = await connectedChats(em).select('l.account_id').where('a.organisation_id', '=', organisation).limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * Queues one message for each account of the organisation with a connected chat, in the account's language. An account that
 * had this digest before gets no second message.
 */
export async function queueTelegramDigest(em: SqlEntityManager, { digest, organisation, texts }: TelegramDigest): Promise<void> {
  await tables(em)
    .insertInto('admin.telegram_digest')
    .values({ digest_id: digest, organisation_id: organisation, texts })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const accounts = connectedChats(em)
    .select([sql<string>`${digest}::uuid`.as('digest_id'), 'a.id as account_id'])
    .where('a.organisation_id', '=', organisation);
  await rows(
    em,
    sql`
      with reader as (
        insert into admin.telegram_digest_reader (digest_id, account_id) ${accounts} on conflict do nothing returning account_id)
      insert into admin.telegram_message (id, account_id, digest_id, kind, locale)
      select gen_random_uuid(), a.id, ${digest}::uuid, 'digest', a.locale from reader r join admin.account a on a.id = r.account_id`,
  );
}

/** The text of a digest in a language, and its organisation. */
export const telegramDigest = (em: SqlEntityManager, digest: string, locale: Locale) =>
  tables(em)
    .selectFrom('admin.telegram_digest')
    .select(['organisation_id', sql<string>`texts ->> ${locale}`.as('text')])
    .where('digest_id', '=', digest)
    .executeTakeFirst();
