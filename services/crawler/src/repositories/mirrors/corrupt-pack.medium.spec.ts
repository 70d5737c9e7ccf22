import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseRemoteUrl } from '@leakwatch/rules';
import { runGit } from '@leakwatch/simulators';
import { listBlobs } from '../ledger/list-blobs.ts';
import { readTips } from '../ledger/tips.ts';
import { BOUNDS, useMirrorStage } from './mirror-stage.fixture.ts';
import { updateMirror } from './update-mirror.ts';

const { current } = useMirrorStage();
/** Places of the flipped byte; commits come first in a pack, then trees, then blobs. */
const PLACES = 4;

/** Files in versions, so that most trees and blobs of the pack are deltas of others. */
function commitHistory(): void {
  const { scratch } = current();
  for (let version = 0; version < 12; version++) {
    const files: Record<string, string> = { [`own/${version}.txt`]: `only once ${version}\n${Math.sin(version)}` };
    for (let file = 0; file < 4; file++) {
      const lines = Array.from({ length: 40 }, (_, line) => `line ${line} ${Math.cos(line * file)}`);
      lines[version] = `changed ${version} ${Math.sin(version * file)}`;
      files[`src/${file}.txt`] = lines.join('\n');
    }
    scratch.commit(files);
  }
  scratch.git('repack', '-adfq', '--depth=10');
}

describe('a pack with one flipped byte', () => {
  let path = '';
  let whole = Buffer.alloc(0);
  let objects: ReadonlyMap<string, string>;
  beforeEach(() => {
    commitHistory();
    const { scratch } = current();
    const listed = scratch.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)').split('\n');
    objects = new Map(listed.map((line) => [line.slice(0, 40), line.slice(41)]));
    const folder = join(scratch.directory, '.git/objects/pack');
    path = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) ?? '');
    whole = readFileSync(path);
    rmSync(path);
  });

  const flip = (at: number) => {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    writeFileSync(path, damaged);
  };

  /** An object of the remote's folder, or of another, which git reads in a process of its own; undefined where it cannot. */
  const objectOf = (oid: string, directory = current().scratch.directory): string | undefined => {
    try {
      // A mirror may belong to an account of git's own.
      return String(runGit(directory, ['-c', 'safe.directory=*', 'cat-file', '-p', oid]));
    } catch {
      return undefined;
    }
  };

  /** What can be read: all blobs, and of them those that are in a readable folder of a readable commit. */
  function possible(): { readonly blobs: readonly string[]; readonly inCommits: readonly string[] } {
    const blobs = [...objects].flatMap(([oid, kind]) => (kind === 'blob' && objectOf(oid) !== undefined ? [oid] : []));
    const inCommits = new Set<string>();
    const seen = new Set<string>();
    const visit = (tree: string) => {
      if (seen.has(tree)) return;
      seen.add(tree);
      for (const [, kind, oid = ''] of (objectOf(tree) ?? '').matchAll(/^\d+ (tree|blob) ([0-9a-f]{40})\t/gm)) {
        if (kind === 'tree') visit(oid);
        else inCommits.add(oid);
      }
    };
    for (const [oid, kind] of objects) if (kind === 'commit') visit(/^tree ([0-9a-f]{40})$/m.exec(objectOf(oid) ?? '')?.[1] ?? '');
    return { blobs, inCommits: blobs.filter((oid) => inCommits.has(oid)) };
  }

  async function found(url: string) {
    const { mirror } = current();
    const { damaged } = await updateMirror({
      directory: mirror,
      remote: parseRemoteUrl(url, { allowFile: true }),
      access: { allowPrivateAddresses: true },
      bounds: BOUNDS,
    });
    const commits = new Map<string, string | undefined>();
    let damage = damaged;
    const listing = { directory: mirror, tips: await readTips(mirror), salvaged: damaged !== undefined };
    for await (const blobs of listBlobs({ ...listing, onDamage: (error) => (damage ??= error) }))
      for (const { oid, commit } of blobs) if (!commits.has(oid)) commits.set(oid, commit);
    // Those that the mirror has: the others are listed too, and are counted as not read.
    const read = [...commits.keys()].filter((oid) => objectOf(oid, mirror) !== undefined);
    return {
      code: damage?.code,
      blobs: read.sort(),
      inCommits: [...commits].flatMap(([oid, commit]) => (commit === undefined ? [] : [oid])).sort(),
    };
  }

  const check = async (url: string) => {
    const wanted = possible();
    const { code, blobs, inCommits } = await found(url);
    expect(wanted.blobs.filter((oid) => !blobs.includes(oid))).toEqual([]);
    expect(wanted.inCommits.filter((oid) => !inCommits.includes(oid))).toEqual([]);
    expect(code).toBe('damaged');
  };

  it('gives every blob that can be read, with its commit where one leads to it', async () => {
    const { server, mirror } = current();
    for (let place = 0; place < PLACES; place++) {
      flip(20 + Math.floor(((whole.length - 60) * (place + 0.5)) / PLACES));
      rmSync(mirror, { recursive: true, force: true });
      await check(server.url('repo.git'));
    }
  });

  it('does so in a folder of this machine as well, and gives everything once the pack is whole again', async () => {
    const { server, scratch } = current();
    flip(Math.floor(whole.length * 0.4));
    const list = join(scratch.directory, '.git/objects/info/packs');
    const content = readFileSync(list);
    rmSync(list);
    await check(`file://${scratch.directory}`);
    writeFileSync(list, content);
    await check(server.url('repo.git'));
    writeFileSync(path, whole);
    const { code, inCommits } = await found(server.url('repo.git'));
    expect(code).toBeUndefined();
    expect(inCommits).toEqual([...objects].flatMap(([oid, kind]) => (kind === 'blob' ? [oid] : [])).sort());
  });
});
