import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { z } from 'zod';
import { createStore } from '../../app/store.ts';
import { baseQuery } from './base-query.ts';
import { fromRoute } from './from-route.ts';
import { writesAreOpen } from './open-writes.ts';

const PRINT = join(import.meta.dirname, '..', '..', '..', 'build', 'print-contracts.ts');
const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** Whether a closed page would be asked about while a call of the route is on its way. */
async function asks(route: Route): Promise<boolean> {
  let open = false;
  globalThis.fetch = () => {
    open = writesAreOpen();
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
  };
  const { dispatch, getState } = createStore();
  const { signal } = new AbortController();
  const of = { signal, dispatch, getState, abort: () => undefined, extra: undefined, endpoint: route.path, type: 'mutation' } as const;
  await baseQuery(fromRoute(route).query(), of, {});
  expect(writesAreOpen()).toBe(false);
  return open;
}

const posts = PUBLIC_ROUTES.filter(({ method }) => method !== 'GET');
interface Marks {
  readonly changesState?: boolean | undefined;
  readonly onlyAnswers?: true | undefined;
}
const isRead = ({ changesState, onlyAnswers }: Marks) => changesState === false || onlyAnswers === true;

test('a page is asked about while a change is on its way, and not while a call is that changes nothing', async () => {
  const asked: string[] = [];
  for (const route of posts) if (await asks(route)) asked.push(`${route.method} ${route.path}`);
  expect(asked).toEqual(posts.filter((route) => !isRead(route)).map(({ method, path }) => `${method} ${path}`));
  const silent = posts.filter(isRead).map(({ path }) => path);
  expect(silent).toEqual(
    expect.arrayContaining(['/api/discovery/{source_type}/', '/api/tasks/check_expression/', '/api/control/regex/try/']),
  );
  expect(silent).not.toContain('/api/events/change_status/');
  for (const route of PUBLIC_ROUTES.filter(({ method }) => method === 'GET').slice(0, 5)) expect(await asks(route)).toBe(false);
});

test('the browser gets the marks of the route table', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', PRINT]);
  const light = z.object({
    method: z.string(),
    path: z.string(),
    changesState: z.boolean().optional(),
    onlyAnswers: z.literal(true).optional(),
  });
  const printed = Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(stdout))).flatMap(
    (one) => light.safeParse(one).data ?? [],
  );
  const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
  const reads = new Set(printed.filter((one) => one.method !== 'GET' && isRead(one)).map(nameOf));
  expect(posts.filter((route) => isRead(route) !== reads.has(nameOf(route))).map(nameOf)).toEqual([]);
});
