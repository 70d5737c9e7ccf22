import { freePorts, type LocalService, type Scale, SERVICE_NAMES } from '@leakwatch/local';
import { type Cut, Link } from './link.ts';

/** The setting in which a process finds the addresses of a service. The gateway is called by nobody. */
const ADDRESSES = { admin: 'ADMIN_URL', tasks: 'TASKS_URL', crawler: 'CRAWLER_URL', events: 'EVENTS_URL', reports: 'REPORTS_URL' } as const;
export type Called = keyof typeof ADDRESSES;

/** Which service calls which. */
const CALLS: Readonly<Record<LocalService, readonly Called[]>> = {
  gateway: ['admin', 'tasks', 'crawler', 'events', 'reports'],
  crawler: ['tasks', 'admin'],
  events: ['tasks', 'admin', 'crawler'],
  reports: ['tasks', 'events'],
  admin: ['events', 'crawler'],
  tasks: [],
};
export const CALL_PAIRS = SERVICE_NAMES.flatMap((service) => CALLS[service].map((called) => ({ service, called })));

interface CallLink {
  readonly port: number;
  readonly link: Link;
}

/** Every service calls the others over links of its own, one for each process that is called. */
export class Neighbours {
  private readonly links: ReadonlyMap<string, readonly CallLink[]>;

  private constructor(links: ReadonlyMap<string, readonly CallLink[]>) {
    this.links = links;
  }

  static async start(scale: Scale): Promise<Neighbours> {
    const links = new Map<string, readonly CallLink[]>();
    for (const { service, called } of CALL_PAIRS) {
      const ports = await freePorts(scale[called]);
      links.set(`${service} ${called}`, await Promise.all(ports.map(async (port) => ({ port, link: await Link.open(port) }))));
    }
    return new Neighbours(links);
  }

  /** The settings with which a process of `caller` calls the others over its links; `addresses` are those of the others themselves. */
  envOf(caller: LocalService, addresses: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const settings = CALLS[caller].flatMap((called) => {
      const links = this.links.get(`${caller} ${called}`);
      const targets = addresses[ADDRESSES[called]]?.split(',') ?? [];
      if (links === undefined) return [];
      for (const [at, { link }] of links.entries()) link.target = Number(new URL(targets[at] ?? '').port);
      return [[ADDRESSES[called], links.map(({ port }) => `http://127.0.0.1:${port}`).join(',')] as const];
    });
    return Object.fromEntries(settings);
  }

  cut(caller: LocalService, called: Called, how: Cut): void {
    for (const { link } of this.between(caller, called)) link.cut(how);
  }

  heal(caller: LocalService, called: Called): void {
    for (const { link } of this.between(caller, called)) link.heal();
  }

  async stop(): Promise<void> {
    for (const { link } of [...this.links.values()].flat()) await link.close();
  }

  private between = (caller: LocalService, called: Called): readonly CallLink[] => this.links.get(`${caller} ${called}`) ?? [];
}
