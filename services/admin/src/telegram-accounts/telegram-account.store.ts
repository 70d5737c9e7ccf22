import { Conflict, NotFound, type SqlEntityManager, sql } from '@leakwatch/platform';
import { POOL_LEASE_SECONDS, TELEGRAM_ACCOUNT_TRANSITIONS, type TelegramAccountStep } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { type LockedAccount, lockServiceAccount } from '../service-accounts/service-account.store.ts';
import { telegramAccounts } from '../service-accounts/telegram-session.store.ts';

/** Locks the account of a telephone number. @throws NotFound, Conflict telegram_phone_ambiguous */
export async function lockTelegramAccount(
  em: SqlEntityManager,
  { phone, account: id }: { readonly phone: string; readonly account?: string | undefined },
): Promise<LockedAccount> {
  const [found, ...others] = (await telegramAccounts(em, phone)).filter((one) => id === undefined || one === id);
  if (others.length > 0) throw new Conflict('telegram_phone_ambiguous');
  const account = found === undefined ? undefined : await lockServiceAccount(em, found);
  if (account === undefined) throw new NotFound();
  return account;
}

/** @throws Conflict telegram_step_refused where the account's state does not allow the step */
export function requireStep({ state }: Pick<LockedAccount, 'state'>, step: TelegramAccountStep): void {
  if (TELEGRAM_ACCOUNT_TRANSITIONS[state][step] === undefined) throw new Conflict('telegram_step_refused');
}

/**
 * Leases the account for a step of signing in, so that neither a crawler nor another member of staff uses it meanwhile. Returns the number that
 * fences the step. @throws Conflict telegram_step_refused while it is leased
 */
export async function leaseForSignIn(em: SqlEntityManager, id: string): Promise<string> {
  const leased = await tables(em)
    .updateTable('admin.service_account')
    .set({ lease_epoch: sql<string>`lease_epoch + 1`, leased_until: sql<Date>`now() + make_interval(secs => ${POOL_LEASE_SECONDS})` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(leased_until <= now(), true)`)
    .returning('lease_epoch')
    .executeTakeFirst();
  if (leased === undefined) throw new Conflict('telegram_step_refused');
  return leased.lease_epoch;
}

interface Ended {
  readonly wait_code?: boolean;
  readonly block_reason?: null;
  readonly err_msg?: string;
  readonly limited_until?: null;
}

/** Ends a step of signing in and writes what followed. @throws Conflict telegram_step_refused where staff ended it */
export async function endSignIn(em: SqlEntityManager, id: string, epoch: string, change: Ended): Promise<void> {
  const ended = await tables(em)
    .updateTable('admin.service_account')
    .set({ ...change, leased_until: null })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) throw new Conflict('telegram_step_refused');
}

/** Brings the account into the state that `run` or `stop` leads to; its lease ends. */
export const setBlocked = (em: SqlEntityManager, id: string, isBlocked: boolean) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({
      block_reason: isBlocked ? 'staff' : null,
      err_msg: '',
      wait_code: false,
      ...(isBlocked && { lease_epoch: sql<string>`lease_epoch + 1`, leased_until: null, task_id: null }),
    })
    .where('id', '=', id)
    .execute();
