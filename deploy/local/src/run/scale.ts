import { CannotStart } from '../cannot-start.ts';
import { type LocalService, SERVICE_NAMES } from './service-names.ts';

/** How many processes of each service run side by side. */
export type Scale = Readonly<Record<LocalService, number>>;

/** More processes of one service would only compete for the processors and memory of one machine. */
export const MAX_PROCESSES = 8;

const HOW = `--scale takes services with a number from 1 to ${MAX_PROCESSES}, such as --scale crawler=2,events=2 (services: ${[...SERVICE_NAMES].sort().join(', ')})`;

const isService = (name: string): name is LocalService => SERVICE_NAMES.some((one) => one === name);

function readPart(part: string, given: ReadonlyMap<LocalService, number>): [LocalService, number] {
  const [, name = '', number = ''] = /^([^=]*)=(.*)$/.exec(part) ?? [];
  if (!isService(name)) throw new CannotStart(`"${part}" names no service: ${HOW}.`);
  const count = /^\d{1,3}$/.test(number) ? Number(number) : 0;
  if (count < 1 || count > MAX_PROCESSES) throw new CannotStart(`"${part}" is no number of processes: ${HOW}.`);
  if (given.has(name)) throw new CannotStart(`${name} is given twice: ${HOW}.`);
  return [name, count];
}

/** Processes of a service without an argument. */
export const ONE_EACH: Scale = { gateway: 1, crawler: 1, reports: 1, events: 1, tasks: 1, admin: 1 };

/** Reads the arguments behind `npm start --`. Throws CannotStart with one line that says what to do. */
export function readScale(args: readonly string[]): Scale {
  const given = new Map<LocalService, number>();
  const rest = [...args];
  for (let option = rest.shift(); option !== undefined; option = rest.shift()) {
    const [name, inline] = option.startsWith('--scale=') ? ['--scale', option.slice('--scale='.length)] : [option, undefined];
    if (name !== '--scale') throw new CannotStart(`Unknown option "${option}": the only one is --scale. ${HOW}.`);
    for (const part of (inline ?? rest.shift() ?? '').split(',')) {
      const [service, count] = readPart(part.trim(), given);
      given.set(service, count);
    }
  }
  return { ...ONE_EACH, ...Object.fromEntries(given) };
}
