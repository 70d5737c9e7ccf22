import type { Proxy } from '@leakwatch/contracts';

/** How the texts call a proxy. */
export const proxyName = ({ ip_address, port }: Pick<Proxy, 'ip_address' | 'port'>): string => `${ip_address}:${port}`;
