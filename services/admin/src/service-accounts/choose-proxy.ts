import { Conflict, newId, type SqlEntityManager, sql } from '@leakwatch/platform';
import { parseProxyAddress } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { addProxies } from '../proxies/proxy.store.ts';

interface Chosen {
  readonly proxy: string;
  /** It was not in the list. */
  readonly added: boolean;
}

/**
 * The proxy of an account's form: one of the list with that address and port, else a new one of the account's company. The company's
 * own come first, then those that work.
 * @throws Conflict proxy_in_use, proxy_of_other_company
 */
export async function chooseProxy(em: SqlEntityManager, text: string, account: string, company: string | null): Promise<Chosen> {
  const address = parseProxyAddress(text);
  if (address === null) throw new Error('the form was not checked');
  const known = await tables(em)
    .selectFrom('admin.proxy as p')
    .leftJoin('admin.service_account as a', 'a.proxy_id', 'p.id')
    .select(['p.id', 'p.organisation_id', 'a.id as account'])
    .where('p.ip_address', '=', address.ip_address)
    .where('p.port', '=', address.port)
    .orderBy(sql`a.id = ${account} desc nulls last`)
    .orderBy(sql`p.organisation_id is null`)
    .orderBy(sql`p.block_reason is not null`)
    .orderBy('p.id')
    // Nobody deletes it meanwhile.
    .forKeyShare('p')
    .execute();
  const ours = known.filter(({ organisation_id }) => organisation_id === null || organisation_id === company);
  const free = ours.find((one) => one.account === null || one.account === account);
  if (free !== undefined) return { proxy: free.id, added: false };
  if (known.length > 0) throw new Conflict(ours.length > 0 ? 'proxy_in_use' : 'proxy_of_other_company');
  const id = newId();
  const row = { id, organisation_id: company, ...address, login: '', password: null, reserved_for_discovery: false };
  if ((await addProxies(em, [row])) === 0) throw new Conflict('proxy_in_use');
  return { proxy: id, added: true };
}

/** Whether an account of a company may use a proxy: a common one, or one of that company. */
export async function mayUseProxy(em: SqlEntityManager, proxy: string, company: string | null): Promise<boolean> {
  const found = await tables(em).selectFrom('admin.proxy').select('organisation_id').where('id', '=', proxy).executeTakeFirst();
  return found !== undefined && (found.organisation_id === null || found.organisation_id === company);
}
