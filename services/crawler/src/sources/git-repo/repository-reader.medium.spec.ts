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

it('a scan that takes too long ends with an error of the repository, after what it returned', async () => {
  const stage = await openGitStage();
  try {
    stage.scratch.commit({ 'a.txt': 'one', 'b.txt': 'two' });
    const { database, settings } = foundation;
    const id = await database.inScope(SCHEDULER, async (em) => {
      const mirror = await mirrorFor(em, 'https://dev.example/r', '', newId());
      const introductions = ['one', 'two'].map((content) => ({ oid: stage.blob(content), path: `${content}.txt` }));
      await addToLedger(em, { id: mirror, organisation_id: null }, introductions);
      return mirror;
    });
    const reader = new RepositoryReader(
      database,
      settings,
      new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS)),
      extractor,
      foundation.bus,
    );
    const stream = { mirrorId: id, directory: join(stage.scratch.directory, '.git'), damage: undefined };
    const read = async (milliseconds = 60_000) => {
      const paths: string[] = [];
      try {
        for await (const { path } of reader.documents(stream, 0n, new AbortController().signal, { milliseconds })) paths.push(path);
      } catch (error) {
        return { paths, error };
      }
      return { paths };
    };
    expect(await read()).toEqual({ paths: ['one.txt', 'two.txt'] });
    expect(await read(-1)).toEqual({ paths: ['one.txt'], error: expect.objectContaining({ code: 'time_over_bound' }) });
  } finally {
    await stage.close();
  }
});
