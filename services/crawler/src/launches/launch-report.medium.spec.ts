import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type CrawlJob, launchFinishedV1, type LaunchProgress, launchProgressV1, type RepositoryProgress } from '@leakwatch/contracts';
import { type Bus, type Foundation, newId, openFoundation } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { crawlerService } from '../service.ts';
import { LaunchReport } from './launch-report.ts';

let environment: TestEnvironment;
let foundation: Foundation;
let client: pg.Client;
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
  client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await foundation.close();
  await environment.drop();
});

const REPOSITORIES = Array.from({ length: 2_000 }, () => newId());

function begin(bus: Pick<Bus, 'publish'> = foundation.bus) {
  const job: CrawlJob = {
    launch_id: newId(),
    task_id: newId(),
    organisation_id: newId(),
    source_type: 'git_repo',
    trigger: 'start',
    task_version: 1,
  };
  const payloads = async (topic: string): Promise<unknown[]> => {
    const sql = `select payload from bus.message where topic = $1 and payload ->> 'launch_id' = $2 order by position`;
    const { rows } = await client.query(sql, [topic, job.launch_id]);
    return rows.map(({ payload }) => payload);
  };
  const messages = async (): Promise<LaunchProgress[]> =>
    (await payloads(launchProgressV1.topic)).map((payload) => launchProgressV1.schema.parse(payload));
  const end = async () => {
    const [finished] = await payloads(launchFinishedV1.topic);
    return launchFinishedV1.schema.parse(finished);
  };
  const report = new LaunchReport(foundation.database, bus, job, REPOSITORIES);
  return { report, messages, end };
}

/** What a reader of the messages knows, and how often a message repeated what it knew. */
function read(messages: readonly LaunchProgress[]) {
  const known = new Map<string, RepositoryProgress>();
  let repeated = 0;
  for (const { repositories } of messages)
    for (const repository of repositories) {
      if (JSON.stringify(known.get(repository.id)) === JSON.stringify(repository)) repeated += 1;
      known.set(repository.id, repository);
    }
  return { known, repeated };
}

it('a launch over 2,000 repositories reports each change once, and all of them at its end', async () => {
  const { report, messages, end } = begin();
  await waitUntil('the first message', async () => (await messages()).length > 0);
  for (const [number, id] of REPOSITORIES.entries()) {
    report.update(id, { status: 'updating_local', percent: 10 });
    report.update(id, { percent: 20 });
    report.update(id, { status: 'ready_to_search', blobs_total: number, percent: 100 });
    // As long as the launch reads something.
    if (number % 500 === 0) {
      const before = (await messages()).length;
      await waitUntil('a message', async () => (await messages()).length > before);
    }
  }
  await waitUntil('the last change', async () => read(await messages()).known.get(REPOSITORIES.at(-1) ?? '')?.status === 'ready_to_search');
  await report.finish('done', null);
  const sent = await messages();
  expect(sent[0]?.repositories).toHaveLength(REPOSITORIES.length);
  const { known, repeated } = read(sent);
  expect(repeated).toBe(0);
  expect(sent.slice(1).reduce((sum, { repositories }) => sum + repositories.length, 0)).toBe(REPOSITORIES.length);
  const { repositories } = await end();
  expect(new Map(repositories.map((repository) => [repository.id, repository]))).toEqual(known);
});

it('what could not be published is in the next message', async () => {
  let away = true;
  let refused = 0;
  const { report, messages } = begin({
    publish: async (em, outgoing) => {
      if (!away) return foundation.bus.publish(em, outgoing);
      refused += 1;
      throw new Error('the bus is away');
    },
  });
  const [first = ''] = REPOSITORIES;
  await waitUntil('the first try', async () => refused > 0);
  report.update(first, { status: 'repository_error', error_code: 'not_found' });
  await waitUntil('the second try', async () => refused > 1);
  away = false;
  await waitUntil('a message', async () => (await messages()).length > 0);
  report.stop();
  const { known } = read(await messages());
  expect(known.size).toBe(REPOSITORIES.length);
  expect(known.get(first)).toMatchObject({ status: 'repository_error', error_code: 'not_found' });
});
