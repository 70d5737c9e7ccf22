import { IDENTITY, SCHEDULER, type SealedColumn } from '@leakwatch/platform';
import { proxyPasswordContext } from './proxies/proxy.store.ts';
import { servicePasswordContext } from './service-accounts/service-account.store.ts';
import { sessionContext } from './service-accounts/telegram-session.store.ts';
import { seedContext } from './two-factor/codes/redeem-code.ts';
import { secretContext, urlContext } from './webhooks/webhook.store.ts';

const ofSession = (column: 'api_hash' | 'session' | 'code_hash'): SealedColumn => ({
  table: 'admin.telegram_session',
  id: 'service_account_id',
  column,
  context: (id) => sessionContext(id, column),
  scope: SCHEDULER,
});

const ofWebhook = (column: string, context: (id: string) => string): SealedColumn => ({
  table: 'admin.webhook',
  id: 'id',
  column,
  context,
  scope: SCHEDULER,
});

/** What the service encrypts at rest. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'admin.proxy', id: 'id', column: 'password', context: proxyPasswordContext, scope: SCHEDULER },
  { table: 'admin.service_account', id: 'id', column: 'password', context: servicePasswordContext, scope: SCHEDULER },
  ofSession('api_hash'),
  ofSession('session'),
  ofSession('code_hash'),
  { table: 'admin.second_factor', id: 'account_id', column: 'seed', context: seedContext, scope: IDENTITY },
  ofWebhook('url', urlContext),
  ofWebhook('secret', secretContext),
  ofWebhook('old_secret', secretContext),
];
