import { describe, expect, it } from '@jest/globals';
import { formatOf } from './formats.ts';

const VERSION = { nbformat: 4, nbformat_minor: 5 };

describe('formatOf', () => {
  it.each([
    { cells: [], metadata: {}, ...VERSION },
    { metadata: {}, cells: [], ...VERSION },
    { ...VERSION, cells: [] },
    { nbformat_minor: 0, metadata: {}, nbformat: 3, worksheets: [] },
    { worksheets: [], nbformat: 3 },
  ])('recognises a notebook by its first key and its version: %j', (notebook) => {
    expect(formatOf(Buffer.from(JSON.stringify(notebook)))).toBe('notebook');
    expect(formatOf(Buffer.from(`\r\n ${JSON.stringify(notebook, null, 1)}`))).toBe('notebook');
  });

  it.each([
    ['other JSON that names the version', { name: 'a', dependencies: { x: '"nbformat"' }, nbformat: 4 }],
    ['JSON with such a key and no version', { metadata: {}, cells: [] }],
    ['nothing at all', {}],
  ])('reads %s as text', (_, document) => {
    expect(formatOf(Buffer.from(JSON.stringify(document)))).toBeNull();
  });
});
