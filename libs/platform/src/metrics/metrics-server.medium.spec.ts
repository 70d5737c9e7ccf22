import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { InvalidSettings } from '../config/load-settings.ts';
import { createLogger } from '../logging/logger.ts';
import { Metrics } from './metrics.ts';
import { MetricsServer } from './metrics-server.ts';

const METRICS_HOST = '127.0.0.1';
const logger = createLogger('test', 'silent');
const open: MetricsServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.onApplicationShutdown();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, METRICS_HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function serve(METRICS_PORT: number | undefined): Promise<MetricsServer> {
  const server = new MetricsServer(new Metrics('test'), { METRICS_HOST, METRICS_PORT }, logger);
  open.push(server);
  await server.onApplicationBootstrap();
  return server;
}

describe('GET /metrics', () => {
  it('answers with the process and its requests, at a port of its own, until the service stops', async () => {
    const port = await freePort();
    const server = await serve(port);
    const ask = (path: string, method = 'GET') => fetch(`http://${METRICS_HOST}:${port}${path}`, { method });
    const answer = await ask('/metrics?x=1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    expect(await answer.text()).toMatch(/^process_resident_memory_bytes\{service="test"\} \d+$/m);
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
    await server.onApplicationShutdown();
    await expect(ask('/metrics')).rejects.toThrow('fetch failed');
  });

  it('is not there without a port', async () => {
    const server = await serve(undefined);
    await server.onApplicationShutdown();
  });

  it('names the setting whose port is taken', async () => {
    const port = await freePort();
    await serve(port);
    await expect(serve(port)).rejects.toThrow(InvalidSettings);
    await expect(serve(port)).rejects.toThrow(`METRICS_PORT: ${METRICS_HOST}:${port}`);
  });
});
