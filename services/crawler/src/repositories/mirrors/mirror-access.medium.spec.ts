import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { startGitHttpServer, until } from '@leakwatch/simulators';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseRemoteUrl } from '@leakwatch/rules';
import { findHttpEndpoint } from '../remotes/smart-http.ts';
import { failure, useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update, listed, fetching } = useMirrorStage();

const SECRET = 'pa:ss/wörd@1';

/** All files of the mirror except its objects. */
function textOnDisk(): string {
  return execFileSync('find', [current().mirror, '-type', 'f', '-not', '-path', '*/objects/*', '-exec', 'cat', '{}', '+'], {
    encoding: 'utf8',
  });
}

describe('a private repository', () => {
  beforeEach(() => {
    current().scratch.commit({ 'a.txt': randomBytes(300_000) });
    current().server.behaviours.set('/repo.git', { kind: 'private', username: 'bot', password: SECRET });
  });

  it('is read with the password of the URL, which appears in no file, argument or error', async () => {
    const url = current().server.url('repo.git', { username: 'bot', password: SECRET });
    expect(await update(url)).toMatchObject({ refs: 1, empty: false });
    const encoded = Buffer.from(`bot:${SECRET}`).toString('base64');
    for (const trace of [SECRET, encodeURIComponent(SECRET), encoded]) expect(textOnDisk()).not.toContain(trace);
    expect(current().server.requests.filter((request) => request.authorization !== `Basic ${encoded}`)).toEqual([]);
  });

  it('keeps the password out of the argument lists of git and its helpers while they run', async () => {
    const encoded = Buffer.from(`bot:${SECRET}`).toString('base64');
    const slow = await startGitHttpServer({
      root: current().folder,
      behaviours: new Map([['/repo.git', { kind: 'stalled', afterBytes: 100_000 }]]),
    });
    const stop = new AbortController();
    const work = failure(update(slow.url('repo.git', { username: 'bot', password: SECRET }), { signal: stop.signal }));
    await until(() => fetching().some((line) => line.includes('remote-http')) && fetching().some((line) => line.includes('index-pack')));
    const lines = fetching();
    stop.abort();
    expect((await work).code).toBe('cancelled');
    await slow.close();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const trace of [SECRET, encodeURIComponent(SECRET), encoded]) expect(lines.join('\n')).not.toContain(trace);
    expect(slow.requests.some((request) => request.authorization === `Basic ${encoded}`)).toBe(true);
  });

  it('is refused without a password and with a wrong one, which the error does not show', async () => {
    expect((await failure(update())).code).toBe('authentication_required');
    const wrong = await failure(update(current().server.url('repo.git', { username: 'bot', password: 'wr0ng-one' })));
    expect(wrong.code).toBe('authentication_required');
    expect(wrong.message).not.toContain('wr0ng-one');
    expect(wrong.retryable).toBe(false);
  });
});

describe('a redirect', () => {
  beforeEach(() => {
    current().scratch.commit({ 'a.txt': 'one' });
  });

  it.each([301, 302, 307, 308] as const)('%d to an allowed address is followed', async (status) => {
    current().server.behaviours.set('/old.git', { kind: 'redirect', status, to: current().server.url('repo.git') });
    expect(await update(current().server.url('old.git'))).toMatchObject({ refs: 1 });
    expect(await listed()).toEqual(new Set([current().blob('one')]));
  });

  it('to an address that is not allowed is refused, and that address is never contacted', async () => {
    const inner = await startGitHttpServer({ root: current().folder });
    current().server.behaviours.set('/old.git', { kind: 'redirect', status: 302, to: inner.url('repo.git') });
    // Both servers run on this machine; only the first one's address is allowed.
    let first = true;
    const rules = {
      get allowPrivateAddresses() {
        const allowed = first;
        first = false;
        return allowed;
      },
    };
    const error = await failure(
      findHttpEndpoint(parseRemoteUrl(current().server.url('old.git'), { allowFile: false }), rules, { timeout: 60_000 }),
    );
    await inner.close();
    expect(error.code).toBe('redirect_refused');
    expect(inner.requests).toEqual([]);
  });

  it('to another scheme, or without end, is refused', async () => {
    current().server.behaviours.set('/file.git', { kind: 'redirect', status: 302, to: `file://${current().scratch.directory}` });
    expect((await failure(update(current().server.url('file.git')))).code).toBe('redirect_refused');
    current().server.behaviours.set('/loop.git', { kind: 'redirect', status: 302, to: current().server.url('loop.git') });
    expect((await failure(update(current().server.url('loop.git')))).code).toBe('redirect_refused');
  });

  it('to another host takes no credentials along', async () => {
    const other = await startGitHttpServer({ root: current().folder });
    current().server.behaviours.set('/old.git', {
      kind: 'redirect',
      status: 302,
      to: other.url('repo.git').replace('127.0.0.1', 'localhost'),
    });
    await update(current().server.url('old.git', { username: 'bot', password: SECRET }));
    await other.close();
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.filter((request) => request.authorization !== undefined)).toEqual([]);
  });
});
