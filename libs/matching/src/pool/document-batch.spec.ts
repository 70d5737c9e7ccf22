import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentBatch } from './document-batch.ts';

it('documents keep their bytes, whatever was expected', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.nat(200), (documents, expected) => {
      const batch = new DocumentBatch(expected);
      for (const bytes of documents) batch.add(bytes, []);
      const kept = batch.documents.map(({ start, end }) => [...batch.bytes.subarray(start, end)]);
      expect(kept).toEqual(documents.map((bytes) => [...bytes]));
    }),
  );
});

it('a batch takes no more memory than was expected, so that many small ones fit beside each other', () => {
  const batch = new DocumentBatch(30);
  batch.add(new Uint8Array(10), []);
  batch.add(new Uint8Array(20), []);
  expect(batch.bytes.length).toBe(30);
});
