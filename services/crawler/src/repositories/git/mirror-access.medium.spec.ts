import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type GitStage, openGitStage, startGitHttpServer, until } from '@leakwatch/simulators';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MIRROR_MARK } from './git-environment.ts';
import { GitRepositoryError } from './git-repository-error.ts';
import { type BlobListing, listBlobs } from './list-blobs.ts';
import { type MirrorOutcome, type MirrorUpdate, updateMirror } from './mirror.ts';
import { parseRemoteUrl } from '@leakwatch/rules';
import { findHttpEndpoint } from './smart-http.ts';
import { readTips } from './tips.ts';

// Each test starts dozens of git processes, on machines that may be busy.
jest.setTimeout(120_000);

const BOUNDS = { bytes: 100_000_000, milliseconds: 100_000 };

let stage: GitStage;

beforeEach(async () => {
  stage = await openGitStage();
});

afterEach(async () => {
  await stage.close();
});

function update(url = stage.server.url('repo.git'), more: Partial<MirrorUpdate> = {}): Promise<MirrorOutcome> {
  return updateMirror({
    directory: stage.mirror,
    remote: parseRemoteUrl(url, { allowFile: false }),
    access: { allowPrivateAddresses: true },
    bounds: BOUNDS,
    ...more,
  });
}

const SECRET = 'pa:ss/wörd@1';

async function failure(work: Promise<unknown>): Promise<GitRepositoryError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitRepositoryError)) throw new Error(`no GitRepositoryError but ${String(error)}`);
  return error;
}

async function listed(options: Pick<BlobListing, 'since' | 'salvaged'> = {}): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const blob of listBlobs({ directory: stage.mirror, tips: await readTips(stage.mirror), ...options })) found.add(blob.oid);
  return found;
}

function fetching(): readonly string[] {
  return stage.processesWith(`${MIRROR_MARK}=${stage.mirror}`);
}

/** Everything that stands in the mirror outside of its objects. */
function textOnDisk(): string {
  return execFileSync('find', [stage.mirror, '-type', 'f', '-not', '-path', '*/objects/*', '-exec', 'cat', '{}', '+'], {
    encoding: 'utf8',
  });
}

describe('a private repository', () => {
  beforeEach(() => {
    stage.scratch.commit({ 'a.txt': randomBytes(300_000) });
    stage.server.behaviours.set('/repo.git', { kind: 'private', username: 'bot', password: SECRET });
  });

  it('is read with the password of the URL, which stands in no file, argument or error', async () => {
    const url = stage.server.url('repo.git', { username: 'bot', password: SECRET });
    expect(await update(url)).toMatchObject({ refs: 1, empty: false });
    const encoded = Buffer.from(`bot:${SECRET}`).toString('base64');
    for (const trace of [SECRET, encodeURIComponent(SECRET), encoded]) expect(textOnDisk()).not.toContain(trace);
    expect(stage.server.requests.filter((request) => request.authorization !== `Basic ${encoded}`)).toEqual([]);
  });

  it('keeps the password out of the argument lists of git and its helpers while they run', async () => {
    const encoded = Buffer.from(`bot:${SECRET}`).toString('base64');
    const slow = await startGitHttpServer({
      root: stage.folder,
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
    const wrong = await failure(update(stage.server.url('repo.git', { username: 'bot', password: 'wr0ng-one' })));
    expect(wrong.code).toBe('authentication_required');
    expect(wrong.message).not.toContain('wr0ng-one');
    expect(wrong.retryable).toBe(false);
  });
});

describe('a redirect', () => {
  beforeEach(() => {
    stage.scratch.commit({ 'a.txt': 'one' });
  });

  it.each([301, 302, 307, 308] as const)('%d to an allowed address is followed', async (status) => {
    stage.server.behaviours.set('/old.git', { kind: 'redirect', status, to: stage.server.url('repo.git') });
    expect(await update(stage.server.url('old.git'))).toMatchObject({ refs: 1 });
    expect(await listed()).toEqual(new Set([stage.blob('one')]));
  });

  it('to an address that is not allowed is refused, and that address is never asked', async () => {
    const inner = await startGitHttpServer({ root: stage.folder });
    stage.server.behaviours.set('/old.git', { kind: 'redirect', status: 302, to: inner.url('repo.git') });
    // Both are on this machine, so the first alone is allowed to be.
    let first = true;
    const rules = {
      get allowPrivateAddresses() {
        const allowed = first;
        first = false;
        return allowed;
      },
    };
    const error = await failure(
      findHttpEndpoint(parseRemoteUrl(stage.server.url('old.git'), { allowFile: false }), rules, { timeout: 60_000 }),
    );
    await inner.close();
    expect(error.code).toBe('redirect_refused');
    expect(inner.requests).toEqual([]);
  });

  it('to another scheme, and one without end, is refused', async () => {
    stage.server.behaviours.set('/file.git', { kind: 'redirect', status: 302, to: `file://${stage.scratch.directory}` });
    expect((await failure(update(stage.server.url('file.git')))).code).toBe('redirect_refused');
    stage.server.behaviours.set('/loop.git', { kind: 'redirect', status: 302, to: stage.server.url('loop.git') });
    expect((await failure(update(stage.server.url('loop.git')))).code).toBe('redirect_refused');
  });

  it('to another host takes no credentials along', async () => {
    const other = await startGitHttpServer({ root: stage.folder });
    stage.server.behaviours.set('/old.git', { kind: 'redirect', status: 302, to: other.url('repo.git').replace('127.0.0.1', 'localhost') });
    await update(stage.server.url('old.git', { username: 'bot', password: SECRET }));
    await other.close();
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.filter((request) => request.authorization !== undefined)).toEqual([]);
  });
});
