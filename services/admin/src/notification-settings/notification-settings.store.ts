import type { SqlEntityManager } from '@leakwatch/platform';
import { AccountEntity, type AccountRow } from '../accounts/account.entity.ts';
import { tables } from '../entities.ts';

/** Whether an active account belongs to an organisation that allows Telegram notifications. */
export async function isTelegramAllowed(em: SqlEntityManager, account: string): Promise<boolean> {
  const allowed = await tables(em)
    .selectFrom('admin.account as a')
    .innerJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .select('a.id')
    .where('a.id', '=', account)
    .where('a.active', '=', true)
    .where('o.is_telegram_notification_on', '=', true)
    .executeTakeFirst();
  return allowed !== undefined;
}

export async function setEmailNotifications(
  em: SqlEntityManager,
  account: string,
  enabled: AccountRow['email_notifications'],
): Promise<void> {
  await em.nativeUpdate(AccountEntity, { id: account }, { email_notifications: enabled });
}
