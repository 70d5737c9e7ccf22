import {
  type BlockReason,
  PROXY_OFFERS,
  type ProxyState,
  type ProxyStep,
  SERVICE_ACCOUNT_OFFERS,
  type ServiceAccountAction,
  type ServiceAccountState,
} from '@leakwatch/vocabulary';

interface Linked {
  /** Whom it serves alone; null: everybody. */
  readonly company: object | null;
  /** The task for which it is leased. */
  readonly task: string | null;
}
type Account = Linked & { readonly state: ServiceAccountState };
type Proxy = Linked & { readonly state: ProxyState };

const isLinked = ({ company, task }: Linked): boolean => company !== null || task !== null;

/** What staff can do to a service account as it is now; each action changes something. */
export const serviceAccountActions = (account: Account): readonly ServiceAccountAction[] =>
  isLinked(account) ? [...SERVICE_ACCOUNT_OFFERS[account.state], 'unlink'] : SERVICE_ACCOUNT_OFFERS[account.state];

/** What staff can do to a proxy as it is now; each action changes something. */
export const proxyActions = (proxy: Proxy): readonly ProxyStep[] =>
  isLinked(proxy) ? [...PROXY_OFFERS[proxy.state], 'unlink'] : PROXY_OFFERS[proxy.state];

/** Whether an action lets credentials that belong to a former company serve others. */
export const sharesFormerCredentials = (reason: BlockReason | null, action: ServiceAccountAction): boolean =>
  reason === 'company_changed' && (action === 'unblock' || action === 'reset');
