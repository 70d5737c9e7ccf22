import { CannotStart } from '../cannot-start.ts';
import { HIGHEST_PORT, isFree } from '../ports.ts';
import type { Scale } from './scale.ts';
import { type LocalService, processName } from './service-names.ts';

export type Addresses = Readonly<Record<LocalService, readonly string[]>>;

interface FirstGateway {
  readonly host: string;
  readonly port: number;
}

/** The ports of the gateways: the first on LEAKWATCH_PORT, the others on the next ones. Throws CannotStart when one is taken. */
export async function gatewayPorts({ host, port }: FirstGateway, count: number): Promise<readonly number[]> {
  const ports = Array.from({ length: count }, (_, index) => port + index);
  for (const [index, one] of ports.entries()) {
    const whose = index === 0 ? '' : ` (for ${processName('gateway', index + 1)})`;
    if (one > HIGHEST_PORT)
      throw new CannotStart(`There is no port ${one}${whose}: set LEAKWATCH_PORT to ${HIGHEST_PORT + 1 - count} or lower.`);
    if (!(await isFree(one, host)))
      throw new CannotStart(`Port ${one} on ${host}${whose} is taken: stop what uses it or set LEAKWATCH_PORT to another.`);
  }
  return ports;
}

/** How many ports the services behind the gateways need. */
export const portsBehind = (scale: Scale): number => Object.values(scale).reduce((sum, count) => sum + count, 0) - scale.gateway;

/** Where each process listens; `ports` are for what is behind the gateways, on this machine alone. */
export function addressesFor(scale: Scale, host: string, gateways: readonly number[], ports: readonly number[]): Addresses {
  const left = [...ports];
  const local = (count: number) => Array.from({ length: count }, () => `http://127.0.0.1:${left.shift() ?? 0}`);
  return {
    gateway: gateways.map((port) => `http://${host}:${port}`),
    admin: local(scale.admin),
    tasks: local(scale.tasks),
    crawler: local(scale.crawler),
    events: local(scale.events),
    reports: local(scale.reports),
  };
}

/** The settings with which a process at `own` finds the others. A service listens at the first of its own addresses. */
export function addressSettings(addresses: Addresses, own: string): NodeJS.ProcessEnv {
  const list = (service: LocalService) => addresses[service].toSorted((a, b) => Number(b === own) - Number(a === own)).join(',');
  const settings = {
    ADMIN_URL: list('admin'),
    TASKS_URL: list('tasks'),
    CRAWLER_URL: list('crawler'),
    EVENTS_URL: list('events'),
    REPORTS_URL: list('reports'),
  };
  return addresses.gateway.includes(own) ? { ...settings, LEAKWATCH_PORT: portOf(own) } : settings;
}

/** The port at which a process serves its metrics: the first process at METRICS_PORT, the others at the next ones. */
export function metricsSettings(addresses: Addresses, own: string, first: number | undefined): NodeJS.ProcessEnv {
  const index = Object.values(addresses).flat().indexOf(own);
  return first === undefined ? {} : { METRICS_PORT: String(first + index) };
}

/** The port of an address, also where it is the scheme's own and the address does not show it. */
const portOf = (address: string): string => new URL(address).port || '80';
