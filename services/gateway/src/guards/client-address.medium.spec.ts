import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { API_TOKEN_PREFIX, login } from '@leakwatch/contracts';
import { CALLER_HEADER, CallerSigner, newPrefixedToken } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { openGateway } from '../gateway.fixture.ts';

const PROXY = '10.1.2.3';
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** Asks through a gateway behind these proxies; returns the address that the admin service receives. */
async function openBehind(proxies: string): Promise<(peer: string, forwarded?: string) => Promise<string>> {
  const told: (string | undefined)[] = [];
  const gateway = await openGateway(
    (request, response) => {
      told.push(request.headers[CALLER_HEADER]?.toString());
      response.writeHead(204).end();
    },
    { TRUSTED_PROXIES: proxies },
  );
  closing.push(gateway.close);
  const signer = new CallerSigner(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS);
  return async (peer, forwarded) => {
    const headers = { 'content-type': 'application/json', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
    await gateway.inject({ method: login.method, url: login.path, remoteAddress: peer, headers, payload: '{}' });
    return signer.open(told.pop(), { service: 'admin', method: login.method, url: login.path }).address;
  };
}

let bare: Awaited<ReturnType<typeof openBehind>>;
let behind: Awaited<ReturnType<typeof openBehind>>;
beforeAll(async () => {
  bare = await openBehind('');
  behind = await openBehind('10.0.0.0/8, 127.0.0.1');
});

it('is that of the connection when no proxy is trusted, whatever the header claims', async () => {
  expect(await bare(PROXY, '198.51.100.7')).toBe(PROXY);
});

it('is the last address that a trusted proxy added', async () => {
  expect(await behind(PROXY, '198.51.100.7')).toBe('198.51.100.7');
  expect(await behind(PROXY, '93.184.216.34, 198.51.100.7')).toBe('198.51.100.7');
  expect(await behind(`::ffff:${PROXY}`, '2001:db8::7')).toBe('2001:db8::7');
});

it('behind several trusted proxies is the address that the first of them added', async () => {
  expect(await behind('127.0.0.1', '93.184.216.34, 198.51.100.7, 10.9.9.9')).toBe('198.51.100.7');
});

it('is that of the connection for a client that is not a trusted proxy', async () => {
  expect(await behind('198.51.100.7', '93.184.216.34')).toBe('198.51.100.7');
  expect(await behind(PROXY)).toBe(PROXY);
});

it('is that of the proxy when it wrote no address', async () => {
  expect(await behind(PROXY, 'unknown')).toBe(PROXY);
  expect(await behind(PROXY, '198.51.100.7:4711')).toBe(PROXY);
  expect(await behind(PROXY, '<script>')).toBe(PROXY);
});

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  /** The callers that admin gets, and what the gateway logs. */
  async function seen(
    proxies: string | undefined,
    requests: readonly { readonly peer: string; readonly forwarded?: string; readonly token?: string }[],
  ) {
    const callers: { readonly address: string; readonly shared?: true }[] = [];
    const warnings: string[] = [];
    const gateway = await openGateway(
      (request, response) => {
        const header = request.headers[CALLER_HEADER]?.toString();
        callers.push(
          new CallerSigner(gateway.foundation.settings.LEAKWATCH_SIGNING_KEYS).open(header, {
            service: 'admin',
            method: 'POST',
            url: request.url ?? '',
          }),
        );
        response.writeHead(204).end();
      },
      proxies === undefined ? {} : { TRUSTED_PROXIES: proxies },
      (text) => warnings.push(text),
    );
    closing.push(gateway.close);
    await waitUntil('Redis to be connected', async () => (await gateway.inject({ url: '/readyz' })).statusCode === 200);
    for (const { peer, forwarded, token } of requests)
      await gateway.inject({
        method: login.method,
        url: login.path,
        remoteAddress: peer,
        headers: {
          'content-type': 'application/json',
          ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        payload: '{}',
      });
    return {
      callers: callers.map(({ address, shared }) => ({ address, shared })),
      warnings: warnings.filter((text) => text.includes('TRUSTED_PROXIES')),
    };
  }

  it('is warned of once, and its address counts as one that many people share', async () => {
    const through = { peer: PROXY, forwarded: '198.51.100.7' };
    const { callers, warnings } = await seen(undefined, [through, through, { peer: PROXY }]);
    expect(callers).toEqual([
      { address: PROXY, shared: true },
      { address: PROXY, shared: true },
      { address: PROXY, shared: undefined },
    ]);
    expect(warnings).toHaveLength(1);
  });

  it('shares its address among those who send tokens, too', async () => {
    const { callers } = await seen(undefined, [{ peer: PROXY, forwarded: '198.51.100.7', token: newPrefixedToken(API_TOKEN_PREFIX) }]);
    // The question whose token it is; there is no such one.
    expect(callers).toEqual([{ address: PROXY, shared: true }]);
  });

  it('is not believed to be there because somebody on the internet says so, nor where proxies are named', async () => {
    const forged = { peer: '93.184.216.34', forwarded: '198.51.100.7' };
    expect(await seen(undefined, [forged])).toEqual({ callers: [{ address: '93.184.216.34', shared: undefined }], warnings: [] });
    expect(await seen('10.0.0.0/8', [{ peer: PROXY, forwarded: '198.51.100.7' }])).toEqual({
      callers: [{ address: '198.51.100.7', shared: undefined }],
      warnings: [],
    });
  });
});
