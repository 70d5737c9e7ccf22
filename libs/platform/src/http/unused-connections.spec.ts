import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { watchUnusedConnections } from './unused-connections.ts';

it('a server that closes lets go of connections without a request, and ends the request at hand', async () => {
  let answer: () => void = () => undefined;
  const server = createServer((_request, response) => {
    answer = () => void response.end('done');
  });
  const closeUnused = watchUnusedConnections(server);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const spare = connect(port, '127.0.0.1');
  const spareClosed = new Promise((resolve) => spare.once('close', resolve));
  const asked = new Promise((resolve) => server.once('request', resolve));
  const said = fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then((response) => response.text());
  await asked;
  const closed = new Promise((resolve) => server.close(resolve));
  closeUnused();
  await spareClosed;
  answer();
  expect(await said).toBe('done');
  await closed;
});
