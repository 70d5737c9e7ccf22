import { describe, expect, test } from '@jest/globals';
import { type GoogleDocsApi, googleId, type GoogleSharing, type SimulatedGoogleDocument } from '@leakwatch/simulators';
import { failureOf } from '../source-stage.fixture.ts';
import { GOOGLE_DOCUMENT_MAX } from './fetch-google-document.ts';
import { document, KEY, start } from './google-docs-stage.fixture.ts';

describe('documents that are not given', () => {
  test.each<[GoogleSharing, string]>([
    ['private', 'gone'],
    ['deleted', 'gone'],
    ['not_exported', 'refused'],
    ['virus_notice', 'refused'],
  ])('%s counts as %s', async (sharing, unread) => {
    const { stage } = await start([document(1, { sharing })]);
    await stage.pass();
    expect(stage.documents).toMatchObject([{ bytes: undefined, unread }]);
  });

  test.each<[GoogleSharing, string]>([
    ['consent', 'unavailable'],
    ['unknown_notice', 'unavailable'],
    ['foreign', 'broken_answer'],
  ])('%s is never read as the document: %s', async (sharing, failure) => {
    const { api, stage } = await start([document(1, { sharing })]);
    stage.begin();
    await stage.step();
    expect((await failureOf(stage.step(), KEY)).failure).toBe(failure);
    api.documents = [document(1)];
    await stage.finish();
    expect(stage.documents).toHaveLength(1);
  });

  test('a document over the bound is not kept', async () => {
    const { stage } = await start([
      document(1, { kind: 'file', content: Buffer.alloc(GOOGLE_DOCUMENT_MAX + 1), searched: 'corp.example' }),
    ]);
    await stage.pass();
    expect(stage.documents).toMatchObject([{ unread: 'oversize' }]);
  });
});

describe('documents that moved', () => {
  const moved = (movedTo: string, more: Partial<SimulatedGoogleDocument> = {}) =>
    document(1, { movedTo, searched: 'corp.example', content: 'the old text', ...more });
  const exports = (api: GoogleDocsApi) => api.requests.filter(({ path }) => !path.startsWith('/customsearch'));

  test.each<[string, string, Partial<SimulatedGoogleDocument>, string]>([
    ['to the export of another', `/document/d/${googleId(2)}/export?format=txt`, {}, `/document/d/${googleId(2)}/edit`],
    ['to the page of another', `/document/d/${googleId(2)}/edit`, {}, `/document/d/${googleId(2)}/edit`],
    ['to a file of Drive', `/file/d/${googleId(2)}/view`, { kind: 'file' }, `/file/d/${googleId(2)}/view`],
    ['to a spreadsheet', `/spreadsheets/d/${googleId(2)}/edit#gid=0`, { kind: 'spreadsheets' }, `/spreadsheets/d/${googleId(2)}/edit`],
    ['to a published page', `/document/d/e/${googleId(2)}/pub`, { published: true }, `/document/d/e/${googleId(2)}/pub`],
  ])('%s are read there, and their events lead there', async (_where, to, target, page) => {
    const { api, stage } = await start([moved(to), document(2, { ...target, content: 'corp.example, the new text', searched: 'none' })]);
    await stage.pass();
    expect(stage.documents.map(({ bytes, unread }) => [Buffer.from(bytes ?? []).toString(), unread])).toEqual([
      ['corp.example, the new text', undefined],
    ]);
    expect(stage.documents[0]?.urlAt(1)).toBe(`${api.origin}${page}`);
  });

  test('to one that is private or gone count as gone', async () => {
    for (const sharing of ['private', 'deleted'] as const) {
      const { stage } = await start([moved(`/document/d/${googleId(2)}/edit`), document(2, { sharing, searched: 'none' })]);
      await stage.pass();
      expect(stage.documents).toMatchObject([{ bytes: undefined, unread: 'gone' }]);
    }
  });

  test('in a circle, and to hosts that are not Google’s, are not followed for ever', async () => {
    const circle = [
      moved(`/document/d/${googleId(2)}/edit`),
      document(2, { movedTo: `/document/d/${googleId(1)}/edit`, searched: 'none' }),
    ];
    const { api, stage } = await start(circle);
    stage.begin();
    await stage.step();
    expect((await failureOf(stage.step(), KEY)).failure).toBe('broken_answer');
    expect(exports(api).length).toBeLessThanOrEqual(6);
    for (const to of ['http://docs.google.com.evil.example/document/d/x/edit', 'http://127.0.0.1:9/x', 'file:///etc/passwd']) {
      const other = await start([moved(to)]);
      other.stage.begin();
      await other.stage.step();
      expect((await failureOf(other.stage.step(), KEY)).failure).toBe('broken_answer');
      expect(exports(other.api)).toHaveLength(1);
    }
  });
});
