import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@leakwatch/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freeRange } from './ports.ts';
import { ROOT } from './root.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'leakwatch-start-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs the launcher, which must give up by itself. */
function start(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'start.js'), ...args], {
    env: { PATH: process.env['PATH'], LEAKWATCH_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, lines: said.trim().split('\n') })));
}

const listening = (wanted = 0): Promise<{ server: Server; port: number }> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });

/** A PATH without Redis and without the programs that install it. */
const NO_TOOLS = '/nonexistent';

describe('the first step on a machine', () => {
  it('says that git is missing, before it installs anything', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'deploy', 'local', 'bootstrap.mjs')], {
      env: { PATH: NO_TOOLS },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'git is missing: install it (Debian: apt-get install git).\n' });
  });
});

describe('npm start gives up with one line that says what to do', () => {
  it.each([
    [{ LEAKWATCH_PORT: 'eighty' }, 'Setting LEAKWATCH_PORT: '],
    [{ LEAKWATCH_PORT: '70000' }, 'Setting LEAKWATCH_PORT: '],
    [
      { LEAKWATCH_SIGNING_KEYS: '1:short' },
      'Setting LEAKWATCH_SIGNING_KEYS: must be 1 to 4 keys such as 1:<secret of at least 32 characters>',
    ],
    [{ GIT_ALLOW_FILE: 'yes' }, 'Setting GIT_ALLOW_FILE: must be true or false'],
    [{ DATABASE_URL: 'not an address' }, 'Setting DATABASE_URL: '],
    [{ LEAKWATCH_ADMIN_EMAIL: 'nobody' }, 'Setting LEAKWATCH_ADMIN_EMAIL: '],
  ])('when a setting is wrong: %j', async (env, line) => {
    const { code, lines } = await start(env);
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(line)] });
  });

  it('when its port is taken', async () => {
    const { server, port } = await listening();
    const { code, lines } = await start({ LEAKWATCH_PORT: String(port) });
    server.close();
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`Port ${port} on 127.0.0.1 is taken: stop what uses it or set LEAKWATCH_PORT to another.`],
    });
  });

  it.each([
    [['--scale', 'foo=2'], '"foo=2" names no service: --scale takes services with a number from 1 to 8'],
    [['--scale', 'crawler=0'], '"crawler=0" is no number of processes: --scale takes'],
    [['--fast'], 'Unknown option "--fast": the only one is --scale.'],
  ])('when what stands behind it is wrong: %j', async (args, line) => {
    const { code, lines } = await start({}, args);
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(line)] });
  });

  it('when the port of a further gateway is taken, or there is none', async () => {
    const port = await freeRange(2);
    const { server } = await listening(port + 1);
    const taken = await start({ LEAKWATCH_PORT: String(port) }, ['--scale', 'gateway=2']);
    server.close();
    expect(taken).toEqual({
      code: 1,
      lines: [`Port ${port + 1} on 127.0.0.1 (for gateway-2) is taken: stop what uses it or set LEAKWATCH_PORT to another.`],
    });
    expect((await start({ LEAKWATCH_PORT: '65535' }, ['--scale', 'gateway=2'])).lines).toEqual([
      'There is no port 65536 (for gateway-2): set LEAKWATCH_PORT to 65534 or lower.',
    ]);
  });

  it('when another one runs from the same folder; a killed one does not count', async () => {
    const { server, port } = await listening();
    server.close();
    const env = { LEAKWATCH_PORT: String(port), DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/none' };
    const began = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    writeFileSync(join(home, 'lock'), `${process.pid} ${began}`);
    expect(await start(env)).toEqual({
      code: 1,
      lines: [`Leakwatch already runs from ${home} (process ${process.pid}); stop it first or set another LEAKWATCH_HOME.`],
    });
    writeFileSync(join(home, 'lock'), `${process.pid} 1`);
    const { lines } = await start({ ...env, REDIS_URL: 'redis://127.0.0.1:9' });
    expect(lines[0]).toMatch(/^The database could not be migrated: /);
  });

  it('except when the previous one was killed and is still a zombie process', async () => {
    const { server, port } = await listening();
    server.close();
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [chunk] = await once(parent.stdout, 'data');
    const pid = Number(String(chunk));
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    await waitUntil('its end', async () => stat()[0] === 'Z');
    writeFileSync(join(home, 'lock'), `${pid} ${stat()[19]}`);
    const { lines } = await start({
      LEAKWATCH_PORT: String(port),
      DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/none',
      REDIS_URL: 'redis://127.0.0.1:9',
    });
    parent.kill();
    expect(lines[0]).toMatch(/^The database could not be migrated: /);
  });

  it('when its folder cannot be written', async () => {
    writeFileSync(join(home, 'file'), '');
    const { code, lines } = await start({ LEAKWATCH_HOME: join(home, 'file', 'below'), LEAKWATCH_PORT: '1' });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
  });

  it('when a database of its own is given and does not answer', async () => {
    const { server, port } = await listening();
    server.close();
    const env = { LEAKWATCH_PORT: String(port), REDIS_URL: 'redis://127.0.0.1:9' };
    const { code, lines } = await start({ ...env, DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/none` });
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('could not be migrated')] });
  });

  it('when there is no Redis and it cannot be installed', async () => {
    const { server, port } = await listening();
    server.close();
    const { code, lines } = await start({ LEAKWATCH_PORT: String(port), PATH: NO_TOOLS, DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none' });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringContaining('redis-server is missing and could not be had from Debian')],
    });
  });
});
