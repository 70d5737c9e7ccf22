import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update, listed } = useMirrorStage();

describe('a damaged repository', () => {
  /** Overwrites the middle of a loose object, as a bad disk does. Returns what makes it whole again. */
  function spoil(oid: string): () => void {
    const path = join(current().scratch.directory, '.git/objects', oid.slice(0, 2), oid.slice(2));
    const bytes = readFileSync(path);
    const write = (content: Buffer) => {
      // Objects are read-only files.
      rmSync(path);
      writeFileSync(path, content);
    };
    write(Buffer.from(bytes).fill(0x55, bytes.length >> 1));
    return () => write(bytes);
  }

  /** Packs the repository and overwrites a part of one object in the middle of the pack. */
  function spoilPacked(oid: string): void {
    current().scratch.git('repack', '-a', '-d', '--quiet');
    const folder = join(current().scratch.directory, '.git/objects/pack');
    const index = readdirSync(folder).find((name) => name.endsWith('.idx')) ?? '';
    const line =
      current()
        .scratch.git('verify-pack', '-v', join(folder, index))
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

  it('yields every blob except the unreadable one, on one branch', async () => {
    const blobs: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const content = `file ${index}\n${randomBytes(200).toString('hex')}\n`;
      current().scratch.commit({ [`f${index}.txt`]: content });
      blobs.push(current().blob(content));
    }
    spoilPacked(blobs[20] ?? '');
    const outcome = await update();
    expect(outcome.damaged).toMatchObject({ code: 'damaged' });
    blobs.splice(20, 1);
    expect([...(await listed())]).toEqual(expect.arrayContaining(blobs));
  });

  it('yields what it can from a server that cannot even enumerate its objects', async () => {
    current().scratch.commit({ 'a.txt': `one ${'x'.repeat(100)}`, 'b.txt': randomBytes(300), 'c.txt': `two ${'y'.repeat(100)}` });
    spoil(current().scratch.git('rev-parse', 'HEAD:b.txt'));
    expect((await update()).damaged).toMatchObject({ code: 'damaged' });
    const found = await listed({ salvaged: true });
    expect([...found]).toEqual(
      expect.arrayContaining([current().blob(`one ${'x'.repeat(100)}`), current().blob(`two ${'y'.repeat(100)}`)]),
    );
  });

  it('yields the other branches completely when the newest commit of one cannot be read', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('checkout', '--quiet', '-b', 'side');
    const broken = current().scratch.commit({ 'b.txt': 'two' });
    current().scratch.git('checkout', '--quiet', '-b', 'third', 'main');
    current().scratch.commit({ 'c.txt': 'three' });
    spoil(broken);
    const outcome = await update();
    expect(outcome.damaged).toMatchObject({ code: 'damaged' });
    expect(await listed({ salvaged: true })).toEqual(new Set([current().blob('one'), current().blob('three')]));
  });

  it('yields whatever the readable commits lead to, wherever objects of a long history are unreadable', async () => {
    const history = Array.from({ length: 20 }, (_, version) => {
      const own = `only ${version}`;
      const commit = current().scratch.commit({ 'changed.txt': `version ${version}`, [`d/own-${version}.txt`]: own });
      const tree = current().scratch.git('rev-parse', 'HEAD^{tree}');
      return { commit, tree, blob: current().blob(`version ${version}`), own: current().blob(own) };
    });
    const places = fc.uniqueArray(fc.tuple(fc.nat(history.length - 2), fc.constantFrom('tree', 'tree', 'blob', 'commit')), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(places, async (chosen) => {
        const unreadable = new Set(chosen.map(([version, kind]) => history[version]?.[kind] ?? ''));
        const mend = [...unreadable].map((oid) => spoil(oid));
        // The name of a commit stands in the next one only.
        const first = 1 + history.findLastIndex(({ commit }) => unreadable.has(commit));
        const wanted = history.flatMap(({ tree, blob }, version) => {
          if (version < first || unreadable.has(tree)) return [];
          return [blob, ...history.slice(0, version + 1).map(({ own }) => own)];
        });
        rmSync(current().mirror, { recursive: true, force: true });
        const { damaged } = await update();
        const found = await listed({ salvaged: true });
        for (const one of mend) one();
        expect(damaged).toMatchObject({ code: 'damaged' });
        expect(wanted.filter((oid) => !unreadable.has(oid) && !found.has(oid))).toEqual([]);
      }),
      {
        numRuns: 2,
        examples: [
          [
            [
              [4, 'tree'],
              [5, 'tree'],
              [13, 'tree'],
            ],
          ],
        ],
      },
    );
  });

  it('yields all other files of commits that share an unreadable folder, as files of their own', async () => {
    current().scratch.commit({ 'd/x.txt': 'inner', 'top.txt': 'top 0' });
    const folder = current().scratch.git('rev-parse', 'HEAD:d');
    for (let index = 1; index < 8; index += 1)
      current().scratch.commit({ 'top.txt': `top ${index}`, [`e/own-${index}.txt`]: `own ${index}` });
    spoil(folder);
    expect((await update()).damaged).toMatchObject({ code: 'damaged' });
    const found = await listed({ salvaged: true });
    const wanted = Array.from({ length: 8 }, (_, index) => [`top ${index}`, ...(index > 0 ? [`own ${index}`] : [])]).flat();
    expect(wanted.filter((text) => !found.has(current().blob(text)))).toEqual([]);
  });

  it('yields the history after an unreadable folder, and everything once it is readable', async () => {
    current().scratch.commit({ 'old.txt': 'before' });
    current().scratch.commit({ 'd/x.txt': 'inner' });
    const tree = current().scratch.git('rev-parse', 'HEAD:d');
    current().scratch.commit({ 'd/x.txt': null, 'new.txt': 'after' });
    for (let index = 0; index < 5; index += 1) current().scratch.commit({ 'new.txt': `after ${index}` });
    const path = join(current().scratch.directory, '.git/objects', tree.slice(0, 2), tree.slice(2));
    const whole = readFileSync(path);
    spoil(tree);
    expect((await update()).damaged).toMatchObject({ code: 'damaged' });
    const newer = [0, 1, 2, 3, 4].map((index) => current().blob(`after ${index}`));
    expect([...(await listed({ salvaged: true }))]).toEqual(
      expect.arrayContaining([...newer, current().blob('after'), current().blob('before')]),
    );

    writeFileSync(path, whole);
    expect((await update()).damaged).toBeUndefined();
    expect(await listed()).toEqual(new Set([...newer, current().blob('after'), current().blob('before'), current().blob('inner')]));
  });
});
