import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES, type Route } from '@leakwatch/contracts';
import type { Handler } from './handle.ts';

const NOUNS = join(import.meta.dirname, 'nouns');
const FEATURES = join(import.meta.dirname, '..', 'src', 'features');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isHandler = (value: unknown): value is Handler => isRecord(value) && 'route' in value && typeof value['answer'] === 'function';

/** The `HANDLERS` of a file. */
async function read(file: string): Promise<readonly Handler[]> {
  const module: unknown = await import(file);
  const found = isRecord(module) ? module['HANDLERS'] : undefined;
  if (!Array.isArray(found) || !found.every(isHandler)) throw new Error(`${file} exports no HANDLERS`);
  return found;
}

/** Files of handlers: those of mock/nouns, and `<noun>.mock.ts` in a feature's own folder. */
const FILES = [
  ...readdirSync(NOUNS).map((file) => join(NOUNS, file)),
  ...readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mock.ts'))
    .map((file) => join(FEATURES, file)),
];

export const HANDLERS: ReadonlyMap<Route, Handler> = new Map(
  (await Promise.all(FILES.map(read))).flat().map((handler) => [handler.route, handler]),
);

/** Routes with their names and what finds them; those with fewer parameters first. */
const TABLE = [...ROUTES]
  .filter(([, { access }]) => access !== 'service')
  .map(([name, route]) => ({ name, route, expression: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))
  .sort((one, other) => one.route.path.split('{').length - other.route.path.split('{').length);

export interface FoundRoute {
  readonly name: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route that a request is for, with the parameters of its path. */
export function findRoute(method: string, path: string): FoundRoute | null {
  for (const { name, route, expression } of TABLE) {
    const groups = route.method === method ? expression.exec(path) : null;
    if (groups === null) continue;
    const params = Object.fromEntries(Object.entries(groups.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]));
    return { name, route, params };
  }
  return null;
}
