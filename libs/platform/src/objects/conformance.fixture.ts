import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from './objects.port.ts';

export interface ObjectsSubject {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

/** Every adapter of the objects port passes this suite. */
export function objectsConformance(name: string, open: () => Promise<ObjectsSubject>): void {
  describe(`objects: ${name}`, () => {
    let subject: ObjectsSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('returns the stored bytes, and the later of two objects with one key', async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * 31) % 256);
      await subject.store.put('evidence/a/b.bin', Uint8Array.of(1));
      await subject.store.put('evidence/a/b.bin', bytes);
      expect(Buffer.compare(Buffer.from((await subject.store.get('evidence/a/b.bin')) ?? []), Buffer.from(bytes))).toBe(0);
      await subject.store.put('empty', new Uint8Array());
      expect(await subject.store.get('empty')).toHaveLength(0);
    });

    it('stores a file, and streams it back with its size', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'leakwatch-objects-'));
      const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, n) => (n * 17) % 256));
      await writeFile(join(folder, 'a file'), bytes);
      await subject.store.putFile('reports/a/1.bin', join(folder, 'a file'));
      await rm(folder, { recursive: true });
      const found = await subject.store.read('reports/a/1.bin');
      expect(found?.bytes).toBe(bytes.length);
      expect(found === undefined ? -1 : Buffer.compare(await buffer(found.stream), bytes)).toBe(0);
      await subject.store.delete('reports/a/1.bin');
      expect(await subject.store.read('reports/a/1.bin')).toBeUndefined();
    });

    it('stores nothing of an unreadable file', async () => {
      await expect(subject.store.putFile('reports/none', '/nonexistent/file')).rejects.toThrow('ENOENT');
      expect(await subject.store.get('reports/none')).toBeUndefined();
    });

    it('has no object before it is stored and after it is deleted', async () => {
      expect(await subject.store.get('nothing/here')).toBeUndefined();
      await subject.store.put('gone', Uint8Array.of(1, 2));
      await subject.store.delete('gone');
      await subject.store.delete('gone');
      expect(await subject.store.get('gone')).toBeUndefined();
    });

    it.each(['../up', '/root', 'a//b', 'a/../b', '.hidden', 'Upper', 'a\\b', '', 'x'.repeat(501)])('takes no key like %j', async (key) => {
      await expect(subject.store.put(key, Uint8Array.of(1))).rejects.toThrow('not an object key');
      await expect(subject.store.putFile(key, '/dev/null')).rejects.toThrow('not an object key');
      await expect(subject.store.read(key)).rejects.toThrow('not an object key');
      await expect(subject.store.get(key)).rejects.toThrow('not an object key');
      await expect(subject.store.delete(key)).rejects.toThrow('not an object key');
    });
  });
}
