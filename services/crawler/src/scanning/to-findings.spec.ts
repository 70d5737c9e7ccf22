import { expect, test } from '@jest/globals';
import { compilePatterns, describeDocument } from '@leakwatch/matching';
import { findingsV1 } from '@leakwatch/contracts';
import type { Pattern } from '@leakwatch/vocabulary';
import { languageOf } from './language-of.ts';
import { matchedPart } from './to-findings.ts';

const pattern: Pattern = { id: 'a', kind: 'deep', text: 'user corp.example' };
const encoded = Buffer.from('user:pass@db.corp.example').toString('base64');

test.each([
  [`a\nkey: ${encoded}\n`, 'deploy/.env!/base64', 2],
  ['a\nkey=us%65r%3Apass%40db%2Ecorp%2Eexample\n', 'deploy/.env!/percent', 2],
  [`a user\nkey: ${encoded}\n`, 'deploy/.env', 1],
  ['a\nuser@corp.example\n', 'deploy/.env', 2],
])('the path of a match in %j says whether all of it is encoded, its line is that of the document', (content, path, line) => {
  const bytes = Buffer.from(content);
  const result = describeDocument(compilePatterns([pattern]), { bytes });
  const [match] = result.outcome === 'examined' ? result.matches : [];
  if (match === undefined) throw new Error('nothing was found');
  const document = { path: 'deploy/.env', version: '1', commit: null };
  const part = matchedPart(match, { document, bytes: bytes.length, urlAt: (at) => `https://git.example/#L${at}` }, new Date(0));
  expect(part).toMatchObject({ path, line, file_url: `https://git.example/#L${line}`, language: 'Dotenv' });
});

test.each(['constructor', 'a/__proto__', 'x.Constructor', 'Beware.__proto__'])('a file that is named %s has no language', (path) =>
  expect(languageOf(path)).toBe(''),
);

test.each([
  ['9999-12-31T23:59:59-05:00', '9999-12-31T23:59:59.000Z'],
  ['+036812-02-20T00:36:16Z', '9999-12-31T23:59:59.000Z'],
  ['-000500-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00+03:00', '2025-12-31T21:00:00.000Z'],
])('a commit of %s is one of %s in its finding, which other services read', (date, committed_at) => {
  const bytes = Buffer.from('user@corp.example');
  const result = describeDocument(compilePatterns([pattern]), { bytes });
  const [match] = result.outcome === 'examined' ? result.matches : [];
  if (match === undefined) throw new Error('nothing was found');
  const commit = { id: 'c1', author: 'ann', committedAt: new Date(date) };
  const part = matchedPart(match, { document: { path: 'a', version: '1', commit }, bytes: 1, urlAt: () => '' }, new Date(0));
  expect(findingsV1.schema.shape.commit.parse(part.commit)).toEqual({ id: 'c1', author: 'ann', committed_at });
});
