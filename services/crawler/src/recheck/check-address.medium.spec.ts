import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SoughtDocument } from '@leakwatch/contracts';
import { LeakwatchError, newId } from '@leakwatch/platform';
import { checkAddress } from './check-address.ts';

const SOUGHT: SoughtDocument = {
  ...{ organisation: newId(), task: newId(), source_type: 'pastebin', container: 'k', file_url: '', path: 'p', version: 'v', commit: null },
  ...{ hash: null, lines: ['key = one'] },
};

describe('a document at its public address', () => {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    const [, status = '200', ...rest] = (request.url ?? '').split('/');
    if (rest[0] === 'large') return void response.end(Buffer.alloc(17 * 1024 * 1024));
    const location = rest[0] === 'sign_in' ? '/users/sign_in' : '/elsewhere';
    response.writeHead(Number(status), status.startsWith('3') ? { location } : {}).end(rest[0] === 'other' ? 'other' : 'a\n key =  one\n');
  });
  let base = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterAll(() => void server.close());

  const check = (path: string, allowPrivate = true, was: string | null = null) =>
    checkAddress({ url: `${base}${path}`, was: was === null ? null : `${base}${was}` }, SOUGHT, {
      find: async () => false,
      allowPrivateAddresses: allowPrivate,
    }).then(
      ({ answer }) => answer,
      (error: unknown) => (error instanceof LeakwatchError ? error.code : String(error)),
    );

  it.each([
    ['/200', 'there'],
    ['/200/other', 'changed'],
    ['/404', 'gone'],
    ['/410', 'gone'],
    ['/451', 'gone'],
    ['/302/sign_in', 'gone'],
    ['/302', 'recheck_refused'],
    ['/301/sign_in', 'recheck_refused'],
    ['/403', 'recheck_refused'],
    ['/429', 'recheck_refused'],
    ['/500', 'recheck_refused'],
    ['/200/large', 'recheck_too_large'],
  ])('%s is %s', async (path, expected) => {
    expect(await check(path)).toBe(expected);
  });

  it.each([
    ['/200', '/500', 'there'],
    ['/200/other', '/200', 'history'],
    ['/404', '/200', 'history'],
    ['/404', '/404', 'gone'],
    ['/404', '/200/other', 'gone'],
    ['/200/other', '/404', 'changed'],
    // Nobody knows what the commit shows.
    ['/404', '/429', 'recheck_refused'],
    ['/200/other', '/500', 'recheck_refused'],
    ['/429', '/200', 'recheck_refused'],
  ])('%s, with %s in the commit in which it was found, is %s', async (path, was, expected) => {
    expect(await check(path, true, was)).toBe(expected);
  });

  it('is asked for without credentials, and never at an address that is not public', async () => {
    await check('/200');
    expect(Object.keys(headers.at(-1) ?? {}).filter((name) => /authorization|cookie|token/i.test(name))).toEqual([]);
    const asked = headers.length;
    expect(await check('/200', false)).toBe('recheck_unanswered');
    expect(headers).toHaveLength(asked);
  });
});
