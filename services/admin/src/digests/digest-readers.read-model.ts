import type { DigestReaders } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import type { AccountRow } from '../accounts/account.entity.ts';
import { tables } from '../entities.ts';

/** The locale of each address that belongs to an active account of the organisation or of staff, by the address as asked. */
export async function localesOf(em: SqlEntityManager, organisation: string, emails: readonly string[]): Promise<Record<string, Locale>> {
  const found = await rows(
    em,
    sql<{ asked: string } & Pick<AccountRow, 'locale'>>`
      select asked, a.locale from unnest(${[...emails]}::text[]) as asked join admin.account a on a.email = lower(asked)
      where a.active and (a.organisation_id = ${organisation} or a.staff)`,
  );
  return Object.fromEntries(found.map(({ asked, locale }) => [asked, locale]));
}

/** The active accounts of the organisation that get its digests by mail. */
export const subscribedOf = (em: SqlEntityManager, organisation: string): Promise<DigestReaders['subscribed']> =>
  tables(em)
    .selectFrom('admin.account')
    .select(['email', 'locale'])
    .where('organisation_id', '=', organisation)
    .where('active', '=', true)
    .where('email_notifications', '=', true)
    .orderBy('email')
    .execute();
