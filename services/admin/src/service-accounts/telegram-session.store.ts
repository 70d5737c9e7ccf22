import type { TelegramCredentials } from '@leakwatch/contracts';
import { Conflict, type SqlEntityManager, sql, type Vault } from '@leakwatch/platform';
import { phoneDigits } from '@leakwatch/rules';
import type { TelegramSignInStage } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { ServiceAccountRow } from './service-account.entity.ts';

/** What is known of an account's sign-in, opened. */
export interface TelegramSignIn extends TelegramCredentials {
  readonly stage: TelegramSignInStage;
  readonly code_hash: string | null;
}

export const sessionContext = (id: string, column: 'api_hash' | 'session' | 'code_hash') => `admin.telegram_session.${column}:${id}`;

export async function findTelegramSignIn(em: SqlEntityManager, vault: Vault, id: string): Promise<TelegramSignIn | undefined> {
  const row = await tables(em)
    .selectFrom('admin.telegram_session')
    .select(['stage', 'api_id', 'api_hash', 'session', 'code_hash'])
    .where('service_account_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const open = (column: 'api_hash' | 'session') => vault.open(row[column], sessionContext(id, column));
  return {
    stage: row.stage,
    api_id: row.api_id,
    api_hash: open('api_hash'),
    session: open('session'),
    code_hash: row.code_hash === null ? null : vault.open(row.code_hash, sessionContext(id, 'code_hash')),
  };
}

/** Replaces what is known of an account's sign-in; crawlers may not use it until staff say so. */
export async function saveTelegramSignIn(em: SqlEntityManager, vault: Vault, id: string, known: TelegramSignIn): Promise<void> {
  const { stage, api_id, code_hash } = known;
  const columns = {
    stage,
    api_id,
    api_hash: vault.seal(known.api_hash, sessionContext(id, 'api_hash')),
    session: vault.seal(known.session, sessionContext(id, 'session')),
    code_hash: code_hash === null ? null : vault.seal(code_hash, sessionContext(id, 'code_hash')),
    in_use: false,
    changed: sql<Date>`now()`,
  };
  await tables(em)
    .insertInto('admin.telegram_session')
    .values({ service_account_id: id, ...columns })
    .onConflict((conflict) => conflict.column('service_account_id').doUpdateSet(columns))
    .execute();
}

/** @returns false where the account is not signed in */
export async function setTelegramUse(em: SqlEntityManager, id: string, inUse: boolean): Promise<boolean> {
  const changed = await tables(em)
    .updateTable('admin.telegram_session')
    .set({ in_use: inUse })
    .where('service_account_id', '=', id)
    .where('stage', '=', 'signed_in')
    .returning('stage')
    .execute();
  return changed.length === 1;
}

/** Telegram ended the session: crawlers do not use it, and the application is kept for the next sign-in. */
export const endTelegramSession = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.telegram_session')
    .set({ stage: 'ended', in_use: false })
    .where('service_account_id', '=', id)
    .where('stage', '=', 'signed_in')
    .execute();

/** The session was another telephone number's, or is over: no code is waited for. */
export async function forgetTelegramSignIn(em: SqlEntityManager, id: string): Promise<void> {
  await tables(em).deleteFrom('admin.telegram_session').where('service_account_id', '=', id).execute();
  await tables(em).updateTable('admin.service_account').set({ wait_code: false }).where('id', '=', id).execute();
}

/** Digits at the end of a telephone number, which every way to write it shares. */
const ENDING = 7;

/** Ids of the accounts of Telegram with each of these telephone numbers, by `phoneDigits`; however a number is written. None for no digits. */
export async function accountsByPhone(em: SqlEntityManager, digits: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(digits.filter((one) => one !== '').map((one) => [one, []]));
  const endings = [...found.keys()].map((one) => one.slice(-ENDING));
  const alike = await tables(em)
    .selectFrom('admin.service_account')
    .select(['id', 'phone'])
    .where('source_type', '=', 'telegram')
    .where(sql<boolean>`right(regexp_replace(phone, '\\D', '', 'g'), ${ENDING}) = any(${endings}::text[])`)
    .execute();
  for (const { id, phone } of alike) found.get(phoneDigits(phone))?.push(id);
  return found;
}

/** Ids of the accounts of Telegram with a telephone number, however it is written. */
export async function telegramAccounts(em: SqlEntityManager, phone: string): Promise<readonly string[]> {
  const digits = phoneDigits(phone);
  return (await accountsByPhone(em, [digits])).get(digits) ?? [];
}

/** Held to the end of the transaction, so that two people at once do not save the same number twice. */
const PHONE_LOCK = 727_061;

/**
 * A telephone number is one account of Telegram: a second service account would be a second crawler of it, with limits of its own.
 * @throws Conflict service_account_phone_exists
 */
export async function requireFreePhone(
  em: SqlEntityManager,
  { source_type, phone }: Pick<ServiceAccountRow, 'source_type' | 'phone'>,
): Promise<void> {
  if (source_type !== 'telegram' || phone === '') return;
  await tables(em).selectNoFrom(sql`pg_advisory_xact_lock(${PHONE_LOCK})`.as('held')).execute();
  if ((await telegramAccounts(em, phone)).length > 0) throw new Conflict('service_account_phone_exists');
}
