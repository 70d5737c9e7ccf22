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

it('a server that closes does not wait for the rest of a body whose request was refused, and sends the refusal', async () => {
  const server = createServer((request, response) => {
    // As a reader that stops in the middle: what it left is not read by the server either.
    request.once('readable', () => {
      request.read(1);
      response.writeHead(413).end('refused');
    });
  });
  // Without them only the connection's end ends the wait.
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0 });
  const closeUnused = watchUnusedConnections(server);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const client = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  const refused = new Promise<void>((resolve) => {
    client.on('data', (bytes) => {
      received.push(Buffer.from(bytes));
      if (Buffer.concat(received).includes('refused')) resolve();
    });
  });
  const clientClosed = new Promise((resolve) => client.once('close', resolve));
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin');
  await refused;
  const closed = new Promise((resolve) => server.close(resolve));
  closeUnused();
  await Promise.all([closed, clientClosed]);
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 413 /);
});
