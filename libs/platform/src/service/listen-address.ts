import type { DatabaseSettings } from '../config/settings.ts';
import { addressesOf } from '../http/service-addresses.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const SCHEME_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Where a process of a service behind the gateway listens: the port of the first of the addresses at which the others
 * reach the service. The host of an address may be the name of several processes, so what a process binds to is a separate
 * setting.
 */
export function behindGateway(settings: Pick<DatabaseSettings, 'SERVICE_HOST'>, reachedAt: string): ListenAddress {
  const [own = ''] = addressesOf(reachedAt);
  const { port, protocol } = new URL(own);
  return { host: settings.SERVICE_HOST, port: port === '' ? (SCHEME_PORTS[protocol] ?? 80) : Number(port) };
}
