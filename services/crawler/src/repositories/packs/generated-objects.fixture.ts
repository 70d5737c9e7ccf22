import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '@leakwatch/simulators';
import fc from 'fast-check';
import { findForests } from './find-forests.ts';
import { ObjectNames } from './object-names.ts';
import { readLooseBlob } from './loose-object.ts';
import type { PackForest } from './pack-forest.ts';
import { ForestWalk, type WalkLimits } from './walk-forest.ts';

/** How the objects of a generated repository are stored. */
export interface Layout {
  readonly format: 'sha1' | 'sha256';
  readonly depth: number;
  /** Deltas name their base instead of saying how far away it is. */
  readonly basesByName: boolean;
  /** The objects are spread over so many packs; 0 for files of their own. */
  readonly packs: number;
}

export const layout: fc.Arbitrary<Layout> = fc.record({
  format: fc.constantFrom('sha1', 'sha1', 'sha256'),
  depth: fc.constantFrom(0, 1, 4, 50, 500),
  basesByName: fc.boolean(),
  packs: fc.constantFrom(1, 1, 1, 2, 3, 0),
});

/** A change of a document: so much of it, at a place, replaced by something. */
export interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: Uint8Array;
}

export const editOf = (text: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Edit> =>
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.constantFrom(0, 0, 1, 5, 40, 1000), text });

/** Versions of a document, each made of the one before. */
export function versionsOf(first: Uint8Array, edits: readonly Edit[]): readonly Buffer[] {
  const versions = [Buffer.from(first)];
  for (const { at, length, text } of edits) {
    const before = versions.at(-1) ?? Buffer.alloc(0);
    const place = Math.round(at * before.length);
    versions.push(Buffer.concat([before.subarray(0, place), text, before.subarray(place + length)]));
  }
  return versions;
}

/** A bare repository that has blobs only. */
export class GeneratedObjects {
  readonly directory = mkdtempSync(join(tmpdir(), 'leakwatch-packs-'));
  readonly objects = join(this.directory, 'objects');
  /** Hexadecimal, each once. */
  readonly oids: readonly string[];
  readonly each: number;

  constructor(blobs: readonly Buffer[], { format, depth, basesByName, packs }: Layout) {
    this.each = format === 'sha1' ? 20 : 32;
    runGit(this.directory, ['init', '--quiet', '--bare', `--object-format=${format}`, '.']);
    const paths = blobs.map((blob, at) => {
      const path = join(this.directory, `blob-${at}`);
      writeFileSync(path, blob);
      return path;
    });
    const written = runGit(this.directory, ['hash-object', '-w', '--no-filters', '--stdin-paths'], `${paths.join('\n')}\n`);
    this.oids = [...new Set(written.toString().trim().split('\n'))].filter((oid) => oid !== '');
    const args = [
      'pack-objects',
      '-q',
      '--no-reuse-delta',
      `--depth=${depth}`,
      '--window=20',
      ...(basesByName ? [] : ['--delta-base-offset']),
    ];
    for (let pack = 0; pack < packs; pack++) {
      const names = this.oids.filter((_, at) => at % packs === pack).map((oid) => `${oid} file\n`);
      if (names.length > 0) runGit(this.directory, [...args, join(this.objects, 'pack', 'pack')], names.join(''));
    }
    if (packs > 0) runGit(this.directory, ['prune-packed', '-q']);
  }

  /** What git says that the blobs are. */
  readByGit(): ReadonlyMap<string, Buffer> {
    const output = runGit(this.directory, ['cat-file', '--batch', '--buffer'], `${this.oids.join('\n')}\n`);
    const blobs = new Map<string, Buffer>();
    for (let at = 0; at < output.length; ) {
      const line = output.indexOf(0x0a, at);
      const [oid = '', kind = '', size = ''] = output.toString('latin1', at, line).split(' ');
      if (kind !== 'blob') at = line + 1;
      else {
        blobs.set(oid, output.subarray(line + 1, line + 1 + Number(size)));
        at = line + 1 + Number(size) + 1;
      }
    }
    return blobs;
  }

  find(): ReturnType<typeof findForests> {
    return findForests(this.objects, this.names());
  }

  names(): ObjectNames {
    return new ObjectNames(Buffer.from(this.oids.join(''), 'hex'), this.each);
  }

  /** Every blob that can be read, the walk being interrupted after each `objectsAtOnce` objects. */
  readAll(objectsAtOnce = Infinity, limits: WalkLimits = { objectBytes: 2 ** 24, heldBytes: 2 ** 25 }): ReadonlyMap<string, Buffer> {
    const { forests, loose } = this.find();
    const blobs = new Map<string, Buffer>();
    for (const forest of forests) this.#walk(forest, objectsAtOnce, limits, blobs);
    for (const number of loose) {
      const oid = this.oids[number] ?? '';
      const blob = readLooseBlob(this.objects, Buffer.from(oid, 'hex'), limits.objectBytes);
      if (blob !== undefined) blobs.set(oid, blob);
    }
    return blobs;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  #walk(forest: PackForest, objectsAtOnce: number, limits: WalkLimits, blobs: Map<string, Buffer>): void {
    for (let left: readonly number[] = rootsOf(forest); left.length > 0; ) {
      let read = 0;
      const walk = new ForestWalk<true>(
        forest,
        {
          visit: (node, bytes) => {
            read += 1;
            const number = forest.wanted[node] ?? -1;
            if (number !== -1) blobs.set(this.oids[number] ?? '', Buffer.from(bytes));
            return true;
          },
          isOver: () => read >= objectsAtOnce,
        },
        limits,
      );
      left = walk.read(Int32Array.from(left));
      walk.close();
    }
  }
}

export const rootsOf = ({ bases }: PackForest): number[] => [...bases.entries()].flatMap(([node, base]) => (base === -1 ? [node] : []));
