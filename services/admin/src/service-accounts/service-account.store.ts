import { isViolationOf, sql, type SqlEntityManager } from '@leakwatch/platform';
import { SERVICE_ACCOUNT_TRANSITIONS, type ServiceAccountState, type ServiceAccountStep } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { setTelegramUse } from './telegram-session.store.ts';
import type { ServiceAccountRow } from './service-account.entity.ts';

/** The part of a ciphertext's context that ties it to its row. */
export const servicePasswordContext = (id: string) => `admin.service_account.password:${id}`;

/** The state of the account `a`. */
export const SERVICE_ACCOUNT_STATE = sql<ServiceAccountState>`case
  when a.block_reason is not null then 'blocked'
  when a.wait_code then 'wait_code'
  when a.leased_until > now() then 'busy'
  when a.limited_until > now() then 'limited'
  when exists (select from admin.telegram_session t where t.service_account_id = a.id and t.in_use) then 'busy'
  else 'ready' end`;

const SAVED = ['organisation_id', 'source_type', 'login', 'phone', 'proxy_id', 'reserved_for_discovery'] as const;
export type SavedAccount = Pick<ServiceAccountRow, (typeof SAVED)[number]>;
export interface LockedAccount extends SavedAccount, Pick<ServiceAccountRow, 'id' | 'block_reason'> {
  readonly has_password: boolean;
  readonly state: ServiceAccountState;
}

export const lockServiceAccount = (em: SqlEntityManager, id: string): Promise<LockedAccount | undefined> =>
  tables(em)
    .selectFrom('admin.service_account as a')
    .select(['a.id', 'a.block_reason', ...SAVED.map((column) => `a.${column}` as const)])
    .select([sql<boolean>`a.password is not null`.as('has_password'), SERVICE_ACCOUNT_STATE.as('state')])
    .where('a.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Why a row was not saved; the transaction can then only be rolled back. */
export type NotSaved = 'service_account_exists' | 'proxy_in_use';

async function saving(statement: Promise<unknown>): Promise<NotSaved | undefined> {
  try {
    await statement;
    return undefined;
  } catch (error) {
    if (isViolationOf('service_account_login', error)) return 'service_account_exists';
    if (isViolationOf('service_account_proxy', error)) return 'proxy_in_use';
    throw error;
  }
}

export const addServiceAccount = (em: SqlEntityManager, account: SavedAccount & Pick<ServiceAccountRow, 'id' | 'password'>) =>
  saving(tables(em).insertInto('admin.service_account').values(account).execute());

export const updateServiceAccount = (
  em: SqlEntityManager,
  id: string,
  change: Partial<SavedAccount & Pick<ServiceAccountRow, 'password' | 'limited_until'>>,
) => saving(tables(em).updateTable('admin.service_account').set(change).where('id', '=', id).execute());

/** Ends the lease of an account: a crawler that holds it loses it. */
export const endLeaseOfAccount = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({ lease_epoch: sql<string>`lease_epoch + 1`, leased_until: null, task_id: null })
    .where('id', '=', id)
    .execute();

/** New credentials: a refusal of the old ones, or of their former company, is over. A sign-in that waits for them goes on. */
export const forgetRefusal = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({ block_reason: null, err_msg: '', limited_until: null })
    .where('id', '=', id)
    .where(sql<boolean>`block_reason is distinct from 'staff'`)
    .execute();

/**
 * Takes the account from its company and task. A proxy that belongs to the company goes too: it must not serve others with this
 * account.
 */
export const unlinkServiceAccount = (em: SqlEntityManager, id: string) =>
  saving(
    tables(em)
      .updateTable('admin.service_account as a')
      .set({
        organisation_id: null,
        task_id: null,
        proxy_id: sql<string | null>`(select p.id from admin.proxy p where p.id = a.proxy_id and p.organisation_id is null)`,
      })
      .where('a.id', '=', id)
      .execute(),
  );

/** Brings an account into the state that follows from a step. */
export async function takeAccountStep(em: SqlEntityManager, { id, state }: LockedAccount, step: ServiceAccountStep): Promise<void> {
  const next = SERVICE_ACCOUNT_TRANSITIONS[state][step];
  if (next !== state || step === 'reset') {
    const blocked = { block_reason: step === 'company_changed' ? 'company_changed' : 'staff', err_msg: '', wait_code: false } as const;
    const ready = { block_reason: null, err_msg: '', wait_code: false, ...(step !== 'unlink' && { limited_until: null }) };
    await tables(em)
      .updateTable('admin.service_account')
      .set(next === 'blocked' ? blocked : ready)
      .where('id', '=', id)
      .execute();
    await setTelegramUse(em, id, false);
    await endLeaseOfAccount(em, id);
  }
}

export const removeServiceAccount = (em: SqlEntityManager, id: string) =>
  tables(em).deleteFrom('admin.service_account').where('id', '=', id).execute();
