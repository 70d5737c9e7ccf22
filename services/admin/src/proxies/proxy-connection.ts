import type { LeasedAccess } from '@leakwatch/contracts';
import type { SqlEntityManager, Vault } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { proxyPasswordContext } from './proxy.store.ts';

/** How a proxy is reached, with its password. */
export async function connectionOf(em: SqlEntityManager, vault: Vault, id: string): Promise<NonNullable<LeasedAccess['proxy']>> {
  const found = await tables(em)
    .selectFrom('admin.proxy')
    .select(['id', 'type', 'ip_address', 'port', 'login', 'password'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw new Error('the proxy of an account is not there');
  const { ip_address: host, password, ...proxy } = found;
  return { ...proxy, host, password: password === null ? null : vault.open(password, proxyPasswordContext(id)) };
}
