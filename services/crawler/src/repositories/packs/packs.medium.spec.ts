import { readdirSync, readFileSync, truncateSync, writeFileSync, mkdirSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editOf, GeneratedObjects, type Layout, layout, versionsOf } from './generated-objects.fixture.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constant(new Uint8Array()),
  fc.tuple(fc.stringMatching(/^[a-z ]{1,40}\n$/), fc.constantFrom(1, 50, 3000)).map(([line, times]) => Buffer.from(line.repeat(times))),
);
const documents = fc
  .array(fc.tuple(bytes, fc.array(editOf(bytes), { maxLength: 12 })), { minLength: 1, maxLength: 6 })
  .map((all) => all.flatMap(([first, edits]) => [...versionsOf(first, edits)]));

const PLAIN: Layout = { format: 'sha1', depth: 50, basesByName: false, packs: 1 };
const CHAIN = versionsOf(
  Buffer.from(Array.from({ length: 400 }, (_, line) => `line ${line} ${Math.sin(line)}\n`).join('')),
  Array.from({ length: 60 }, (_, at) => ({ at: (at % 10) / 10, length: 7, text: Buffer.from(`change ${at} ${Math.cos(at)}`) })),
);

/** Runs `check` on a generated repository, and removes it. */
function withObjects<T>(blobs: readonly Buffer[], how: Layout, check: (objects: GeneratedObjects) => T): T {
  const objects = new GeneratedObjects(blobs, how);
  try {
    return check(objects);
  } finally {
    objects.remove();
  }
}

function onlyFile({ objects }: GeneratedObjects, end: string): string {
  const folder = join(objects, 'pack');
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? '');
  chmodSync(path, 0o600);
  return path;
}

/** What was read is right, whatever is missing. */
function expectSound(objects: GeneratedObjects, sound: ReadonlyMap<string, Buffer>): number {
  const read = objects.readAll();
  for (const [oid, blob] of read) expect(sound.get(oid)?.equals(blob)).toBe(true);
  return read.size;
}

describe('objects of packs', () => {
  it('are the bytes that git reads, however they are packed and wherever the reading was interrupted', () => {
    fc.assert(
      fc.property(documents, layout, fc.constantFrom(1, 2, 7, Infinity), (blobs, how, objectsAtOnce) =>
        withObjects(blobs, how, (objects) => {
          expect(new Map([...objects.readAll(objectsAtOnce)].sort())).toEqual(new Map([...objects.readByGit()].sort()));
        }),
      ),
      { numRuns: 30 },
    );
  });

  it('are read along a chain of deltas with two of them in memory', () => {
    withObjects(CHAIN, PLAIN, (objects) => {
      const longest = Math.max(...CHAIN.map(({ length }) => length));
      const { forests } = objects.find();
      expect(forests[0]?.bases.filter((base) => base !== -1).length).toBeGreaterThan(40);
      expect(objects.readAll(Infinity, { objectBytes: longest, heldBytes: 3 * longest }).size).toBe(objects.oids.length);
    });
  });

  it('that are too large are left out with their deltas, and no others', () => {
    const small = Array.from({ length: 20 }, (_, at) => Buffer.from(`small ${at}`));
    withObjects([...CHAIN, ...small], PLAIN, (objects) => {
      expect(objects.readAll(Infinity, { objectBytes: 1000, heldBytes: 4000 }).size).toBe(small.length);
    });
  });

  it('that are sound are read although others of the pack are damaged', () => {
    withObjects(CHAIN, { ...PLAIN, depth: 5 }, (objects) => {
      const sound = objects.readByGit();
      const pack = onlyFile(objects, '.pack');
      const content = readFileSync(pack);
      // The first third of the pack is the one whole object.
      const place = Math.floor(content.length * 0.7);
      writeFileSync(pack, Buffer.concat([content.subarray(0, place), Buffer.alloc(30, 0x55), content.subarray(place + 30)]));
      const read = expectSound(objects, sound);
      expect(read).toBeGreaterThan(20);
      expect(read).toBeLessThan(sound.size);
    });
  });

  it('before the end of a truncated pack are read', () => {
    withObjects(CHAIN, { ...PLAIN, depth: 0 }, (objects) => {
      const sound = objects.readByGit();
      const pack = onlyFile(objects, '.pack');
      truncateSync(pack, readFileSync(pack).length >> 1);
      expect(expectSound(objects, sound)).toBeGreaterThan(20);
    });
  });

  it('are never wrong and reading them never fails with an unexpected error, whatever bytes are changed', () => {
    withObjects(CHAIN, { ...PLAIN, depth: 10 }, (objects) => {
      const sound = objects.readByGit();
      const files = ['.pack', '.idx'].map((end) => onlyFile(objects, end));
      const contents = files.map((file) => readFileSync(file));
      fc.assert(
        fc.property(
          fc.nat(1),
          fc.double({ min: 0, max: 0.9999, noNaN: true }),
          fc.uint8Array({ minLength: 1, maxLength: 8 }),
          (which, at, change) => {
            const content = Buffer.from(contents[which] ?? Buffer.alloc(0));
            change.forEach((byte, offset) => (content[Math.min(content.length - 1, Math.floor(at * content.length) + offset)] = byte));
            writeFileSync(files[which] ?? '', content);
            // Names and offsets of an index are not protected by the objects: a wrong index gives another object, as git would.
            if (which === 0) expectSound(objects, sound);
            else readOrRefuse(objects);
            writeFileSync(files[which] ?? '', contents[which] ?? Buffer.alloc(0));
          },
        ),
        { numRuns: 300 },
      );
    });
  });

  it('are refused where some may be in another repository', () => {
    withObjects(CHAIN, PLAIN, (objects) => {
      mkdirSync(join(objects.objects, 'info'), { recursive: true });
      writeFileSync(join(objects.objects, 'info', 'alternates'), '/elsewhere/objects\n');
      expect(() => objects.find()).toThrow(expect.objectContaining({ name: 'PackError', code: 'unsupported' }));
    });
  });

  it('are not looked for in packs that have none of them', () => {
    withObjects(CHAIN, { ...PLAIN, packs: 3 }, (objects) => {
      for (const name of readdirSync(join(objects.objects, 'pack'))
        .filter((file) => file.endsWith('.pack'))
        .slice(1)) {
        chmodSync(join(objects.objects, 'pack', name), 0o600);
        truncateSync(join(objects.objects, 'pack', name), 12);
      }
      expect(objects.readAll().size).toBeGreaterThan(10);
    });
  });
});

function readOrRefuse(objects: GeneratedObjects): void {
  try {
    objects.readAll();
  } catch (error) {
    expect(error).toMatchObject({ name: 'PackError' });
  }
}
