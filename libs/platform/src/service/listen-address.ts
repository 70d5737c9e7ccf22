import type { Settings } from '../config/settings.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const SCHEME_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Where a service behind the gateway listens: the port of the address at which the others reach it. The host of that
 * address is a name that may stand for several of its kind, so what it binds to is a setting of its own.
 */
export function behindGateway(settings: Pick<Settings, 'SERVICE_HOST'>, reachedAt: string): ListenAddress {
  const { port, protocol } = new URL(reachedAt);
  return { host: settings.SERVICE_HOST, port: port === '' ? (SCHEME_PORTS[protocol] ?? 80) : Number(port) };
}
