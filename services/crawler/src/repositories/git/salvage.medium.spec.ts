import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitStage, openGitStage } from '@leakwatch/simulators';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BlobListing, listBlobs } from './list-blobs.ts';
import { type MirrorOutcome, type MirrorUpdate, updateMirror } from './mirror.ts';
import { parseRemoteUrl } from '@leakwatch/rules';
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

async function listed(options: Pick<BlobListing, 'since' | 'salvaged'> = {}): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const blob of listBlobs({ directory: stage.mirror, tips: await readTips(stage.mirror), ...options })) found.add(blob.oid);
  return found;
}

describe('a damaged repository', () => {
  /** Overwrites the middle of a loose object, as a bad disk does. */
  function spoil(oid: string): void {
    const path = join(stage.scratch.directory, '.git/objects', oid.slice(0, 2), oid.slice(2));
    const bytes = readFileSync(path);
    // Objects are read-only files.
    rmSync(path);
    bytes.fill(0x55, bytes.length >> 1);
    writeFileSync(path, bytes);
  }

  /** Packs the repository and overwrites a part of one object in the middle of the pack. */
  function spoilPacked(oid: string): void {
    stage.scratch.git('repack', '-a', '-d', '--quiet');
    const folder = join(stage.scratch.directory, '.git/objects/pack');
    const index = readdirSync(folder).find((name) => name.endsWith('.idx')) ?? '';
    const line =
      stage.scratch
        .git('verify-pack', '-v', join(folder, index))
        .split('\n')
        .find((one) => one.startsWith(oid)) ?? '';
    const [, , , packed = 0, offset = 0] = line.split(/\s+/).map(Number);
    expect(packed).toBeGreaterThan(40);
    const path = join(folder, index.replace(/idx$/, 'pack'));
    const bytes = readFileSync(path);
    bytes.fill(0x55, offset + 30, offset + packed);
    rmSync(path);
    writeFileSync(path, bytes);
  }

  it('gives every blob but the unreadable one, on one branch', async () => {
    const blobs: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const content = `file ${index}\n${randomBytes(200).toString('hex')}\n`;
      stage.scratch.commit({ [`f${index}.txt`]: content });
      blobs.push(stage.blob(content));
    }
    spoilPacked(blobs[20] ?? '');
    const outcome = await update();
    expect(outcome.damaged).toMatchObject({ code: 'damaged' });
    blobs.splice(20, 1);
    expect([...(await listed())]).toEqual(expect.arrayContaining(blobs));
  });

  it('gives what it can of a server that cannot even count its objects', async () => {
    stage.scratch.commit({ 'a.txt': `one ${'x'.repeat(100)}`, 'b.txt': randomBytes(300), 'c.txt': `two ${'y'.repeat(100)}` });
    spoil(stage.scratch.git('rev-parse', 'HEAD:b.txt'));
    expect((await update()).damaged).toMatchObject({ code: 'damaged' });
    const found = await listed({ salvaged: true });
    expect([...found]).toEqual(expect.arrayContaining([stage.blob(`one ${'x'.repeat(100)}`), stage.blob(`two ${'y'.repeat(100)}`)]));
  });

  it('gives the other branches whole when the newest commit of one cannot be read', async () => {
    stage.scratch.commit({ 'a.txt': 'one' });
    stage.scratch.git('checkout', '--quiet', '-b', 'side');
    const broken = stage.scratch.commit({ 'b.txt': 'two' });
    stage.scratch.git('checkout', '--quiet', '-b', 'third', 'main');
    stage.scratch.commit({ 'c.txt': 'three' });
    spoil(broken);
    const outcome = await update();
    expect(outcome.damaged).toMatchObject({ code: 'damaged' });
    expect(await listed({ salvaged: true })).toEqual(new Set([stage.blob('one'), stage.blob('three')]));
  });

  it('gives the history after a folder that cannot be read, and everything once it can be', async () => {
    stage.scratch.commit({ 'old.txt': 'before' });
    stage.scratch.commit({ 'd/x.txt': 'inner' });
    const tree = stage.scratch.git('rev-parse', 'HEAD:d');
    stage.scratch.commit({ 'd/x.txt': null, 'new.txt': 'after' });
    for (let index = 0; index < 5; index += 1) stage.scratch.commit({ 'new.txt': `after ${index}` });
    const path = join(stage.scratch.directory, '.git/objects', tree.slice(0, 2), tree.slice(2));
    const whole = readFileSync(path);
    spoil(tree);
    expect((await update()).damaged).toMatchObject({ code: 'damaged' });
    const newer = [0, 1, 2, 3, 4].map((index) => stage.blob(`after ${index}`));
    expect([...(await listed({ salvaged: true }))]).toEqual(expect.arrayContaining([...newer, stage.blob('after'), stage.blob('before')]));

    writeFileSync(path, whole);
    expect((await update()).damaged).toBeUndefined();
    expect(await listed()).toEqual(new Set([...newer, stage.blob('after'), stage.blob('before'), stage.blob('inner')]));
  });
});
