import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestEnvironment } from '@leakwatch/testing';
import { ROOT } from './root.ts';

const PASSWORD = 'a-password-that-no-log-shows';
let environment: Awaited<ReturnType<typeof createTestEnvironment>>;
beforeAll(async () => void (environment = await createTestEnvironment()));
afterAll(() => environment.drop());

/** What the built program of the admin service says with this change of its database's address, and on this port. */
async function start(change: (url: URL) => void, port = 0, settings: NodeJS.ProcessEnv = {}): Promise<{ code: unknown; stderr: string }> {
  const url = new URL(environment.env['DATABASE_URL'] ?? '');
  change(url);
  const env = {
    ...process.env,
    ...environment.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'production',
    ADMIN_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: url.href,
    ...settings,
  };
  return promisify(execFile)(process.execPath, [join(ROOT, 'dist', 'admin.js')], { env, timeout: 60_000 }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { readonly code: unknown; readonly stderr: string }) => error,
  );
}

it.each([
  ['a database that does not exist', '3D000', (url: URL) => void (url.pathname = '/no_such_database')],
  ['a login that does not exist', '28', (url: URL) => void ((url.username = 'nobody_of_it'), (url.password = PASSWORD))],
  ['a database without tables', 'run the migrations first', (url: URL) => void (url.pathname = '/template1')],
])('a service with %s says in one line which setting is wrong', async (_, reason, change) => {
  const { code, stderr } = await start(change);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^admin could not start: Setting DATABASE_URL: [^\n]+\n$/) });
  expect(stderr).toContain(reason);
  expect(stderr).not.toContain(PASSWORD);
});

/** Of a start that a taken port ends. */
async function startAtTakenPort(settings: NodeJS.ProcessEnv = {}) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr } = await start(() => undefined, port, settings);
  server.close();
  return { port, code, stderr };
}

it('a service whose port another program has says in one line which setting is wrong', async () => {
  const { port, code, stderr } = await startAtTakenPort();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `admin could not start: Setting ADMIN_URL: port ${port} cannot be listened on (EADDRINUSE)\n`,
  });
});

it('a service with another key than before says in one line which setting is wrong', async () => {
  await startAtTakenPort();
  const { code, stderr } = await startAtTakenPort({ LEAKWATCH_SEALING_KEYS: `1:${PASSWORD.repeat(2)}` });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^admin could not start: Setting LEAKWATCH_SEALING_KEYS: its key of version 1 differs from the one that was in use before[^\n]+\n$/,
    ),
  });
  expect(stderr).not.toContain(PASSWORD);
});
