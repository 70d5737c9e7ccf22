import type { MigrationStep } from '@leakwatch/platform';

/** The first page of proxies is read by the index instead of sorting all of them. */
export const proxyOrder: MigrationStep = {
  name: '0089-proxy-order',
  sql: 'create index proxy_by_address on admin.proxy ((ip_address::inet), port, id);',
};
