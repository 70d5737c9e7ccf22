import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { asLeakwatchError } from '../http/error.filter.ts';
import { createLogger } from '../logging/logger.ts';
import { openRedis } from './redis.ts';

// A Redis that answers at first and then stops, or goes away, is `unavailable` to the caller, not `internal`.

let server: Server;
let sockets: Socket[] = [];
let answers = true;
let redis: Redis | undefined;

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const text = data.toString().toLowerCase();
      if (!answers) return;
      // What ioredis asks at its start; each of several commands in one chunk wants an answer.
      for (const [, name] of text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g))
        socket.write(name === 'info' ? '$18\r\nredis_version:7.0.0\r\n' : '+OK\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  redis?.disconnect();
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => void server.close());

async function connect(): Promise<Redis> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  answers = true;
  redis = openRedis(`redis://127.0.0.1:${address.port}`, createLogger('test', 'silent'));
  await once(redis, 'ready');
  return redis;
}

/** What a caller gets when a command, and a transaction of commands, fail. */
const answersOf = (connection: Redis) =>
  Promise.all(
    [connection.get('a'), connection.multi().incr('a').expire('a', 1, 'NX').exec()].map((asked) =>
      asked.then(
        () => 'answered',
        (error: unknown) => `${asLeakwatchError(error).status} ${asLeakwatchError(error).code}`,
      ),
    ),
  );

it('an unreachable Redis is reported as unavailable', async () => {
  const connection = await connect();
  const gone = once(connection, 'close');
  for (const socket of sockets) socket.destroy();
  await gone;
  expect(await answersOf(connection)).toEqual(['503 unavailable', '503 unavailable']);
});

it('one that is lost during a request is, too', async () => {
  const connection = await connect();
  answers = false;
  const asked = answersOf(connection);
  await new Promise((resolve) => setImmediate(resolve));
  for (const socket of sockets) socket.destroy();
  connection.disconnect();
  expect(await asked).toEqual(['503 unavailable', '503 unavailable']);
});

it('one that does not answer is, too', async () => {
  const connection = await connect();
  answers = false;
  expect(await answersOf(connection)).toEqual(['503 unavailable', '503 unavailable']);
});
