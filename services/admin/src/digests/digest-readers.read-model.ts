import type { DigestReaders } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';

/** The language of each of these addresses that an active account of the organisation, or of staff, has; keyed as asked. */
export async function localesOf(em: SqlEntityManager, organisation: string, emails: readonly string[]): Promise<Record<string, Locale>> {
  const found = await rows(
    em,
    sql<{ asked: string; locale: Locale }>`
      select asked, a.locale from unnest(${[...emails]}::text[]) as asked join admin.account a on a.email = lower(asked)
      where a.active and (a.organisation_id = ${organisation} or a.staff)`,
  );
  return Object.fromEntries(found.map(({ asked, locale }) => [asked, locale]));
}

/** Who wants the organisation's digests by mail: of those that are its active accounts now. */
export const subscribedOf = (em: SqlEntityManager, organisation: string): Promise<DigestReaders['subscribed']> =>
  rows(
    em,
    sql<{ email: string; locale: Locale }>`
      select email, locale from admin.account where organisation_id = ${organisation} and active and email_notifications order by email`,
  );
