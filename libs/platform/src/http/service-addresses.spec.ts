import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { addressesOf, sentUrl, ServiceAddresses, wasRefused } from './service-addresses.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Answers with its name and the length of what it was sent; `cut` hangs up instead. */
function serve(name: string, cut = false): Promise<string> {
  const server = createServer(async (request, response) => {
    if (cut) return request.socket.destroy();
    let length = 0;
    for await (const chunk of request) length += Buffer.from(chunk).length;
    response.end(`${name} ${request.url} ${length}`);
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

/** An address at which nothing listens: a port that was just given back. */
async function refusing(): Promise<string> {
  const url = await serve('gone');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return url;
}

const said = async (addresses: ServiceAddresses, body?: () => Buffer | AsyncIterable<Uint8Array>) =>
  (await addresses.fetch('/path?q=1', { method: 'POST', ...(body && { body }) })).text();

describe('addresses of a service', () => {
  it.each(['/a?q=1', "/a?q='|`{}", '/a b?ж=ю&x=%zz', '/a?q=%41&r=+', '/%2e/a?', '/a/?q=<>"#x', '/a?q=\\'])(
    '%s is sent as sentUrl says',
    async (path) => {
      const url = await serve('a');
      const text = await (await new ServiceAddresses(url).fetch(sentUrl(path), { method: 'POST' })).text();
      expect(text).toBe(`a ${sentUrl(path)} 0`);
      expect(sentUrl(sentUrl(path))).toBe(sentUrl(path));
    },
  );

  it('are one or several with commas', () => {
    expect(addressesOf('http://a:1')).toEqual(['http://a:1']);
    expect(addressesOf(' http://a:1, http://b:2 ')).toEqual(['http://a:1', 'http://b:2']);
  });

  it('are asked in turns', async () => {
    const addresses = new ServiceAddresses(`${await serve('one')},${await serve('two')}`);
    const answers = [await said(addresses), await said(addresses), await said(addresses)];
    expect(answers).toEqual(['one /path?q=1 0', 'two /path?q=1 0', 'one /path?q=1 0']);
  });

  it('are passed over when they refuse, with the whole body for the next, also one that can be read only once', async () => {
    const addresses = new ServiceAddresses(`${await refusing()},${await refusing()},${await serve('there')}`);
    const source = Readable.from([Buffer.alloc(100_000), Buffer.alloc(23_456)]);
    const once = async function* () {
      yield* source;
    };
    expect(await said(addresses, once)).toBe('there /path?q=1 123456');
  });

  it('fail when all of them refuse', async () => {
    const refused = said(new ServiceAddresses(`${await refusing()},${await refusing()}`));
    await expect(refused.catch((error: unknown) => wasRefused(error))).resolves.toBe(true);
  });

  it('are not retried when the request may have been sent', async () => {
    const addresses = new ServiceAddresses(`${await serve('cut', true)},${await serve('there')}`);
    await expect(said(addresses)).rejects.toThrow('fetch failed');
    expect(await said(addresses)).toBe('there /path?q=1 0');
  });
});
