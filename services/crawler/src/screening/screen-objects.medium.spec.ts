import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compilePatterns, MatchingPool, type GuestLimit, type OwnedPattern } from '@leakwatch/matching';
import { openGitStage, runGit } from '@leakwatch/simulators';
import type { Pattern } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { editOf, GeneratedObjects, type Layout, layout, versionsOf } from '../repositories/packs/generated-objects.fixture.ts';
import { packNames } from '../repositories/packs/find-forests.ts';
import { screenObjects, screenPacks } from './screen-objects.ts';
import { SCREENING_PROGRAM } from './screening-jobs.ts';

const PATTERNS: readonly Pattern[] = [
  { id: 'word', kind: 'deep', text: 'dolphin' },
  { id: 'words', kind: 'deep', text: 'lantern пароль' },
  { id: 'long', kind: 'deep', text: 'a-rather-long-word-that-no-seam-holds' },
  { id: 'domain', kind: 'internal_domain', text: 'corp.example' },
  { id: 'pair', kind: 'public_domain', text: 'corp.example lantern' },
  { id: 'file', kind: 'keyword', text: 'filename:.env lantern' },
  { id: 'bounded', kind: 'regex', text: 'key=[0-9a-f]{8}\\b' },
  { id: 'open', kind: 'regex', text: 'begin.*end' },
];
const PIECES = [
  'dolphin',
  'Dol',
  'phin',
  'lantern',
  'пароль',
  'ПАРОЛЬ',
  'a-rather-long-word-',
  'that-no-seam-holds',
  'corp.example',
  'my',
  'corp.',
  'example',
  'key=',
  '0123abcd',
  'begin',
  'end',
  '\n',
  ' ',
  '=',
  `${'lorem ipsum '.repeat(80)}\n`,
  `${'x'.repeat(700)}\n`,
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => Buffer.from(pieces.join('')));
const odd = fc.constantFrom([0], [0xff, 0xfe], [0xd1], [0xef, 0xf0, 0xee, 0xeb, 0xfc]).map((bytes) => Buffer.from(bytes));
const bytes = fc.oneof({ weight: 8, arbitrary: text }, odd);
const documents = fc
  .array(
    fc.tuple(
      fc.array(text, { maxLength: 4 }).map((all) => Buffer.concat(all)),
      fc.array(editOf(bytes), { maxLength: 25 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) => all.flatMap(([first, edits]) => [...versionsOf(first, edits)]));

interface Special {
  readonly only?: ReadonlySet<string>;
  readonly spoil?: (objects: GeneratedObjects) => void;
  readonly guests?: GuestLimit;
  readonly onSpent?: (spent: ReadonlyMap<string, number>) => boolean;
  readonly signal?: AbortSignal;
}

/** Overwrites a part of the pack behind its whole object. */
function spoilEnd({ objects }: GeneratedObjects): void {
  const folder = join(objects, 'pack');
  const pack = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) ?? '');
  const content = readFileSync(pack);
  content.fill(0x55, Math.floor(content.length * 0.8), Math.floor(content.length * 0.8) + 20);
  rmSync(pack);
  writeFileSync(pack, content);
}

describe('blobs that are screened', () => {
  let pool: MatchingPool;
  beforeAll(() => {
    pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  });
  afterAll(() => pool.close());

  async function screen(
    blobs: readonly Buffer[],
    how: Layout,
    patterns: readonly OwnedPattern[],
    { only, spoil, guests, onSpent, signal = new AbortController().signal }: Special = {},
  ) {
    const made = new GeneratedObjects(blobs, how);
    const content = made.readByGit();
    spoil?.(made);
    const set = await pool.open('test', patterns);
    try {
      const each = made.each === 20 ? 20 : 32;
      const how = { set, objects: made.objects, each, until: Infinity, signal } as const;
      const clean = await screenObjects({ ...how, only, guests, onSpent, oids: made.names().bytes });
      const ahead = await screenPacks({ ...how, packs: packNames(made.objects) });
      return { oids: made.oids, clean, content, ahead };
    } finally {
      set.close();
      made.remove();
    }
  }

  it('are those that a match of every whole blob finds, however they are packed', async () => {
    await fc.assert(
      fc.asyncProperty(documents, layout, fc.subarray([...PATTERNS], { minLength: 1 }), async (blobs, how, patterns) => {
        const compiled = compilePatterns(patterns);
        const { oids, clean, content, ahead } = await screen(blobs, how, patterns);
        for (const [number, oid] of oids.entries()) {
          const blob = content.get(oid) ?? Buffer.alloc(0);
          const { matches, unchecked } = compiled.examine({ bytes: blob, fileNames: ['.env'] });
          const expected = matches.length + unchecked.length > 0 ? 0 : 1;
          expect([oid, clean[number]]).toEqual([oid, expected]);
          const inPacks = ahead?.names.find(Buffer.from(oid, 'hex'), 0) ?? -1;
          expect([oid, inPacks === -1 ? how.packs === 0 : ahead?.clean[inPacks] === expected]).toEqual([oid, true]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are found in packs without their names, among commits and folders', async () => {
    const stage = await openGitStage();
    try {
      const objects = join(stage.scratch.directory, '.git', 'objects');
      for (let version = 0; version < 5; version++)
        stage.scratch.commit({ 'a/b/one.txt': `dolphin ${version}\n`, [`a/two-${version}.txt`]: `${'plain\n'.repeat(50)}${version}` });
      runGit(stage.scratch.directory, ['-c', 'user.name=t', '-c', 'user.email=t@t.example', 'tag', '-a', '-m', 'corp.example', 'v1']);
      runGit(stage.scratch.directory, ['repack', '-adfq']);
      const set = await pool.open('test', PATTERNS);
      const { signal } = new AbortController();
      const ahead = await screenPacks({ set, objects, each: 20, until: Infinity, signal, packs: packNames(objects) });
      set.close();
      expect([ahead?.names.count, ahead?.clean.reduce((sum, one) => sum + one, 0)]).toEqual([10, 5]);
    } finally {
      await stage.close();
    }
  });

  it('concern no pattern that does not count', async () => {
    const how: Layout = { format: 'sha1', depth: 10, basesByName: false, packs: 1 };
    const blobs = [Buffer.from('dolphin'), Buffer.from('corp.example'), Buffer.from('nothing')];
    const { oids, clean, content } = await screen(blobs, how, PATTERNS, { only: new Set(['domain']) });
    const concerned = oids.filter((_, number) => clean[number] === 0).map((oid) => content.get(oid)?.toString());
    expect(concerned).toEqual(['corp.example']);
  });

  it('are left to git where the pack is damaged or may have objects elsewhere, and the others are screened', async () => {
    const blobs = versionsOf(
      Buffer.from(Array.from({ length: 300 }, (_, line) => `line ${line} ${Math.sin(line)}\n`).join('')),
      Array.from({ length: 40 }, (_, at) => ({ at: (at % 9) / 9, length: 5, text: Buffer.from(` ${Math.cos(at)} `) })),
    );
    const how: Layout = { format: 'sha1', depth: 4, basesByName: true, packs: 1 };
    const sum = (clean: Uint8Array) => clean.reduce((all, one) => all + one, 0);
    expect(sum((await screen(blobs, how, PATTERNS)).clean)).toBe(blobs.length);
    const spoiled = (await screen(blobs, how, PATTERNS, { spoil: spoilEnd })).clean;
    expect(sum(spoiled)).toBeGreaterThan(10);
    expect(sum(spoiled)).toBeLessThan(blobs.length);
    const elsewhere = ({ objects }: GeneratedObjects) => {
      mkdirSync(join(objects, 'info'), { recursive: true });
      writeFileSync(join(objects, 'info', 'alternates'), '/elsewhere\n');
    };
    expect(sum((await screen(blobs, how, PATTERNS, { spoil: elsewhere })).clean)).toBe(0);
  });

  it('end with the reason of their signal, and the pool works on', async () => {
    const how: Layout = { format: 'sha1', depth: 50, basesByName: false, packs: 1 };
    const expensive: Pattern[] = Array.from({ length: 50 }, (_, at) => ({ id: String(at), kind: 'regex', text: `a[ab]{${200 - at}}\\bc` }));
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('the task was stopped')), 300);
    const blobs = Array.from({ length: 30 }, (_, at) => Buffer.from(`${at}${'ab'.repeat(300_000)}bc`));
    await expect(screen(blobs, how, expensive, { signal: stop.signal })).rejects.toThrow('the task was stopped');
    expect((await screen([Buffer.from('dolphin')], how, PATTERNS)).clean).toEqual(new Uint8Array([0]));
  });

  it('are left to git when the guests of a pass cost too much, and no thread waits for another one', async () => {
    const how: Layout = { format: 'sha1', depth: 1, basesByName: false, packs: 1 };
    const blobs = Array.from({ length: 60 }, (_, at) => Buffer.from(`${at} ${'ab'.repeat(60_000)}`));
    const patterns: OwnedPattern[] = [{ id: 'costly', kind: 'regex', text: 'a[ab]{200}\\bc', owner: 'guest' }];
    const spent: number[] = [];
    const onSpent = (some: ReadonlyMap<string, number>) => {
      spent.push(some.get('guest') ?? 0);
      return false;
    };
    const { clean } = await screen(blobs, how, patterns, { guests: { hosts: ['host'], steps: 2 ** 30 }, onSpent });
    expect(clean.filter((one) => one === 1).length).toBeLessThan(blobs.length);
    expect(Math.min(...spent)).toBeGreaterThan(0);
    // Both threads ended after what they were at.
    expect(spent.length).toBeLessThanOrEqual(2);
    expect((await screen(blobs, how, patterns)).clean.every((one) => one === 1)).toBe(true);
  });

  it('may be thousands in one chain, of which several threads read parts', async () => {
    const first = Buffer.from(Array.from({ length: 700 }, (_, line) => `line ${line} ${Math.sin(line)}\n`).join(''));
    const edits = Array.from({ length: 1500 }, (_, at) => ({
      at: (at % 17) / 17,
      length: 9,
      text: Buffer.from(at % 100 === 7 ? ' dolphin ' : ` ${Math.cos(at)} `),
    }));
    const blobs = versionsOf(first, edits);
    const { oids, clean, content } = await screen(blobs, { format: 'sha1', depth: 4000, basesByName: false, packs: 1 }, PATTERNS);
    const compiled = compilePatterns(PATTERNS);
    const concerned = oids.map((oid) => (compiled.match({ bytes: content.get(oid) ?? Buffer.alloc(0) }).length > 0 ? 0 : 1));
    expect([...clean]).toEqual(concerned);
    expect(concerned).toContain(1);
    expect(concerned).toContain(0);
  });
});
