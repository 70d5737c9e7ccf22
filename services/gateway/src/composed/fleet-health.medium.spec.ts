import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, it } from '@jest/globals';
import { fleetHealth, sessionCookie } from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

let gateway: TestGateway | undefined;
const servers: Server[] = [];
afterEach(async () => {
  await gateway?.close();
  for (const server of servers.splice(0)) server.close();
});

async function listen(status: number, body: object): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
const notReady = { code: 'not_ready: postgresql, bus', message: 'x', request_id: 'r' };

it('answers for each process whether it is ready, which stores do not answer it, or that it is away', async () => {
  const crawlers = [await listen(503, notReady), 'http://127.0.0.1:9', await listen(200, {}), await listen(200, { clock_seconds: -300 })];
  const strange = await listen(502, ['no error of ours']);
  gateway = await openGateway((_, response) => response.writeHead(200).end('{}'), {
    CRAWLER_URL: crawlers.join(','),
    REPORTS_URL: strange,
  });
  const ask = async (staff: boolean) => {
    const cookie = `${sessionCookie(false)}=${await gateway?.openSession(staff)}`;
    return gateway?.inject({ method: 'GET', url: fleetHealth.path, headers: { cookie } });
  };
  expect((await ask(false))?.statusCode).toBe(403);
  const ok = { state: 'ok', failing: [], clock_seconds: null };
  const away = { state: 'away', failing: [], clock_seconds: null };
  expect(fleetHealth.answer.parse((await ask(true))?.json()).processes).toEqual([
    { service: 'gateway', process: 1, ...ok },
    { service: 'admin', process: 1, ...ok },
    { service: 'tasks', process: 1, ...ok },
    { service: 'crawler', process: 1, state: 'failing', failing: ['postgresql', 'bus'], clock_seconds: null },
    { service: 'crawler', process: 2, ...away },
    { service: 'crawler', process: 3, ...ok },
    { service: 'crawler', process: 4, ...ok, clock_seconds: -300 },
    { service: 'events', process: 1, ...ok },
    { service: 'reports', process: 1, ...away },
  ]);
});
