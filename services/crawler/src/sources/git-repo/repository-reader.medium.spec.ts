import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CallerSigner, type Foundation, newId, openFoundation, SCHEDULER, ServiceClients } from '@leakwatch/platform';
import { openGitStage } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { join } from 'node:path';
import { Extractor } from '../../extraction/extractor.ts';
import { addToLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { mirrorFor } from '../../repositories/mirrors/mirror.store.ts';
import { crawlerService } from '../../service.ts';
import { RepositoryReader } from './repository-reader.ts';

const extractor = new Extractor();
let environment: TestEnvironment;
let foundation: Foundation<Parameters<typeof crawlerService.at>[0]>;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
});
afterAll(async () => {
  await extractor.onModuleDestroy();
  await foundation.close();
  await environment.drop();
});

type GitScratchStage = Awaited<ReturnType<typeof openGitStage>>;
const NUL_AUTHOR = { name: 'A\0nn', email: 'ann@dev.example' };
const COMMIT = 'c0'.repeat(20);
const DAY = new Date('2026-11-24T10:00:00Z');

/** A reader of a mirror whose ledger has two blobs, the second one without a commit, and a further name of the first one. */
async function openStream(stage: GitScratchStage) {
  stage.scratch.commit({ 'a.txt': 'one', 'b.txt': 'two' });
  const { database, settings, bus } = foundation;
  const id = await database.inScope(SCHEDULER, async (em) => {
    const mirror = await mirrorFor(em, 'https://dev.example/r', '', newId());
    const introductions = [
      { oid: stage.blob('one'), path: 'one.txt', commit: COMMIT, author: NUL_AUTHOR, date: DAY },
      { oid: stage.blob('two'), path: 'two.txt' },
      { oid: stage.blob('one'), path: 'sub/other.txt' },
      { oid: stage.blob('one'), path: 'sub/ONE.txt' },
    ];
    await addToLedger(em, { id: mirror, organisation_id: null }, introductions);
    return mirror;
  });
  const clients = new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS));
  const reader = new RepositoryReader(database, settings, clients, extractor, bus);
  return { reader, stream: { mirrorId: id, directory: join(stage.scratch.directory, '.git'), damage: undefined } };
}

it('documents come with the commit that introduced them, under each of their names', async () => {
  const stage = await openGitStage();
  try {
    const { reader, stream } = await openStream(stage);
    const read = [];
    for await (const { path, bytes, onlyByFileName, commit } of reader.documents(stream, 0n, new AbortController().signal))
      read.push({ path, text: Buffer.from(bytes ?? []).toString(), onlyByFileName, commit });
    const commit = { id: COMMIT, author: 'A\ufffdnn <ann@dev.example>', committedAt: DAY };
    expect(read).toEqual([
      { path: 'one.txt', text: 'one', onlyByFileName: false, commit },
      { path: 'two.txt', text: 'two', onlyByFileName: false, commit: null },
      { path: 'sub/other.txt', text: 'one', onlyByFileName: true, commit: null },
    ]);
  } finally {
    await stage.close();
  }
});

it('a scan that takes too long ends with an error of the repository, after what it returned', async () => {
  const stage = await openGitStage();
  try {
    const { reader, stream } = await openStream(stage);
    const read = async (milliseconds = 60_000) => {
      const paths: string[] = [];
      try {
        for await (const { path } of reader.documents(stream, 0n, new AbortController().signal, { milliseconds })) paths.push(path);
      } catch (error) {
        return { paths, error };
      }
      return { paths };
    };
    expect(await read()).toEqual({ paths: ['one.txt', 'two.txt', 'sub/other.txt'] });
    expect(await read(-1)).toEqual({ paths: ['one.txt'], error: expect.objectContaining({ code: 'time_over_bound' }) });
  } finally {
    await stage.close();
  }
});
