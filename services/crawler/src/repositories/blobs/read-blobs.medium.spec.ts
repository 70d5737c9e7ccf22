import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { createScratchRepository, runGit, type ScratchRepository } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobReader } from './read-blobs.ts';

let folder: string;
let scratch: ScratchRepository;
let directory: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-read-'));
  scratch = createScratchRepository(join(folder, 'repo'));
  directory = join(folder, 'repo/.git');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function put(content: string | Buffer): string {
  return runGit(directory, ['hash-object', '-w', '--stdin'], content).toString().trim();
}

function spoil(oid: string): void {
  const path = join(directory, 'objects', oid.slice(0, 2), oid.slice(2));
  const bytes = readFileSync(path);
  bytes.fill(0x55, 40);
  rmSync(path);
  writeFileSync(path, bytes);
}

async function readAll(reader: BlobReader, oids: readonly string[]): Promise<string[]> {
  const readings: string[] = [];
  for await (const reading of reader.read(oids)) {
    expect(reading.oid).toBe(oids[readings.length]);
    if (reading.outcome !== 'read') readings.push(reading.outcome);
    else readings.push(createHash('sha1').update(`blob ${reading.bytes.length}\0`).update(reading.bytes).digest('hex'));
  }
  return readings;
}

/** The git processes that work in the repository. */
const running = (): number => processes().length;

function processes(): readonly number[] {
  const names = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`).includes(`GIT_DIR=${directory}\0`);
    } catch {
      return false;
    }
  });
  return names.map(Number);
}

describe('BlobReader', () => {
  it('returns the exact bytes of blobs of all sizes, in order, more than once', async () => {
    const sizes = [0, 1, 100, 65_535, 65_536, 65_537, 300_000, 5_000_000, 7, 0];
    const oids = sizes.map((size) => put(randomBytes(size)));
    for (let index = 0; index < 30; index += 1) oids.push(oids[index % 7] ?? '', put(`small ${index}\n`));
    const reader = new BlobReader({ directory, maximumBytes: 10_000_000 });
    expect(await readAll(reader, oids)).toEqual(oids);
    expect(await readAll(reader, [...oids].reverse())).toEqual([...oids].reverse());
    reader.close();
  });

  it('continues after oids that are oversize, missing, not a blob, invalid or damaged', async () => {
    const good = put('good');
    const large = put(randomBytes(200_000));
    const bad = put(randomBytes(20_000));
    const commit = scratch.commit({ a: 'x' });
    spoil(bad);
    const last = put('last');
    const oids = [good, large, 'e'.repeat(40), commit, 'HEAD', '--textconv', bad, good, bad, last];
    const reader = new BlobReader({ directory, maximumBytes: 100_000 });
    const readings = await readAll(reader, oids);
    expect(readings.map((reading, index) => (index === 6 || index === 8 ? ['missing', 'damaged'].includes(reading) : reading))).toEqual([
      good,
      'oversize',
      'missing',
      'missing',
      'missing',
      'missing',
      true,
      good,
      true,
      last,
    ]);
    reader.close();
  });

  it('reads every blob although its git is killed again and again', async () => {
    const oids = Array.from({ length: 600 }, (_, index) => put(`blob ${index} ${'x'.repeat(index)}`));
    const reader = new BlobReader({ directory, maximumBytes: 1000 });
    const outcomes: string[] = [];
    for await (const reading of reader.read(oids)) {
      outcomes.push(reading.outcome);
      if (outcomes.length % 100 === 50) for (const pid of processes()) process.kill(pid, 'SIGKILL');
    }
    expect(outcomes).toEqual(oids.map(() => 'read'));
    reader.close();
  });

  it('says of a blob that its git was killed at, every time, that it was interrupted, and reads the others', async () => {
    // More than the pipe holds, so git is still sending it when it is killed.
    const [first, victim, last] = [put('first'), put(randomBytes(5_000_000)), put('last')];
    const reader = new BlobReader({ directory, maximumBytes: 10_000_000 });
    const readings = reader.read([first, victim, last]);
    const next = async () => (await readings.next()).value?.outcome;
    expect(await next()).toBe('read');
    let isKilling = true;
    const killing = (async () => {
      for (; isKilling; await setImmediate()) for (const pid of processes()) if (isKilling) process.kill(pid, 'SIGKILL');
    })();
    const outcome = await next();
    isKilling = false;
    await killing;
    expect(outcome).toBe('interrupted');
    expect(await next()).toBe('read');
    // The machine has recovered.
    expect(await readAll(reader, [victim])).toEqual([victim]);
    reader.close();
  });

  it('does not call a blob damaged that git has no memory for, as git does', async () => {
    const base = randomBytes(12_000_000);
    const oids = [put(base), put(Buffer.concat([base, Buffer.from('a leak')]))];
    runGit(directory, ['pack-objects', '-q', join(directory, 'objects/pack/pack')], oids.map((oid) => `${oid} file\n`).join(''));
    runGit(directory, ['prune-packed']);
    const small = put('small');
    const asked = [small, ...oids, small];
    const short = new BlobReader({ directory, maximumBytes: 20_000_000, limits: { addressSpaceBytes: 40_000_000, cpuSeconds: 60 } });
    const readings = await readAll(short, asked);
    expect(readings.filter((reading) => reading === 'interrupted').length).toBeGreaterThan(0);
    expect(asked.map((oid, at) => readings[at] === oid || readings[at] === 'interrupted')).toEqual(asked.map(() => true));
    expect([readings[0], readings.at(-1)]).toEqual([small, small]);
    short.close();
    const reader = new BlobReader({ directory, maximumBytes: 20_000_000 });
    expect(await readAll(reader, asked)).toEqual(asked);
    reader.close();
  });

  it.each(['idx', 'pack'])('does not call a blob missing while its %s cannot be opened, as git does', async (ending) => {
    const oid = put('a leak');
    runGit(directory, ['pack-objects', '-q', join(directory, 'objects/pack/pack')], `${oid} file\n`);
    runGit(directory, ['prune-packed']);
    const [name = ''] = readdirSync(join(directory, 'objects/pack')).filter((file) => file.endsWith(`.${ending}`));
    const path = join(directory, 'objects/pack', name);
    const small = put('small');
    const asked = [small, oid, small, 'e'.repeat(40)];
    // Opening it fails, as it does with too many open files or a disk that gives an error.
    renameSync(path, `${path}.away`);
    symlinkSync(path, path);
    const reader = new BlobReader({ directory, maximumBytes: 1000 });
    expect(await readAll(reader, asked)).toEqual([small, 'interrupted', small, 'interrupted']);
    rmSync(path);
    renameSync(`${path}.away`, path);
    expect(await readAll(reader, asked)).toEqual([small, oid, small, 'missing']);
    reader.close();
  });

  it('calls no blob damaged while the machine cannot start git', async () => {
    const oids = [put('a leak'), put('another one')];
    const reader = new BlobReader({ directory, maximumBytes: 1000 });
    const path = process.env['PATH'];
    process.env['PATH'] = join(folder, 'nothing');
    try {
      await expect(readAll(reader, oids)).rejects.toMatchObject({ code: 'mirror_failed' });
    } finally {
      process.env['PATH'] = path;
    }
    expect(await readAll(reader, oids)).toEqual(oids);
    reader.close();
  });

  it('can be abandoned halfway and used again', async () => {
    const oids = Array.from({ length: 50 }, (_, index) => put(`blob ${index}`));
    const reader = new BlobReader({ directory, maximumBytes: 1000 });
    for await (const reading of reader.read(oids)) {
      expect(reading.oid).toBe(oids[0]);
      break;
    }
    expect(await readAll(reader, oids)).toEqual(oids);
    reader.close();
  });

  it('ends its git processes when it is closed or cancelled', async () => {
    const one = put('one blob, many times');
    const oids = Array.from({ length: 400 }, () => one);
    const stop = new AbortController();
    const reader = new BlobReader({ directory, maximumBytes: 1000, signal: stop.signal });
    let seen = 0;
    const work = (async () => {
      for await (const reading of reader.read(oids)) {
        seen += reading.outcome === 'read' ? 1 : 0;
        if (seen === 10) {
          expect(running()).toBe(2);
          stop.abort();
        }
      }
    })();
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen).toBe(10);
    await waitUntil('its git to end', async () => running() === 0);
  });
});
