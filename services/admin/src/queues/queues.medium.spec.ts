import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { crawlQueue, listJobs, listQueues, QUEUES, REPORTS_QUEUE } from '@leakwatch/contracts';
import { type Caller, JobQueue, JobWorker, Metrics, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import type { JobState } from '@leakwatch/vocabulary';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

const SECRET = 'what-was-found-in-the-document';
const BASE = '/api/control/queues/';
const CRAWL = crawlQueue('github');
const staff = testCaller(null, { staff: true, session: randomUUID(), account: { id: randomUUID(), username: 'clerk' } });

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());
const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await stage.redis.flushdb();
});

const connection = () => ({ redisUrl: stage.foundation.settings.REDIS_URL, logger: stage.foundation.logger });
const kept = { removeOnComplete: true, removeOnFail: false };

async function queued(queue: string, payload: object, id: string = randomUUID()): Promise<string> {
  const jobs = new JobQueue(queue, connection());
  open.push(jobs);
  await waitUntil('redis', async () =>
    jobs.ping().then(
      () => true,
      () => false,
    ),
  );
  await jobs.add(id, payload, kept);
  return id;
}

function working(queue: string, work: () => Promise<unknown>): void {
  open.push(new JobWorker({ queue, concurrency: 1, work, ...connection() }));
}

const crawl = (organisation: string = randomUUID()) => ({
  launch_id: randomUUID(),
  task_id: randomUUID(),
  organisation_id: organisation,
  source_type: 'github',
  trigger: 'start',
  task_version: 3,
});

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, by: Caller = staff) => stage.ask(method, `${BASE}${path}`, undefined, by);
const counts = async (queue: string) => listQueues.answer.parse((await ask('GET', '')).body).queues.find((one) => one.queue === queue);
const jobs = async (queue: string, state: JobState, more = '') =>
  listJobs.answer.parse((await ask('GET', `${queue}/jobs/?state=${state}${more}`)).body);
const audited = (id: string) =>
  stage.sql(
    sql<{
      kind: string;
      organisation_id: string;
    }>`select kind, organisation_id from admin.audit where detail ->> 'job' = ${id} order by id`,
  );

describe('the queues', () => {
  it('are all listed, with the numbers of their jobs', async () => {
    await queued(CRAWL, crawl());
    await queued(CRAWL, crawl());
    const { queues } = listQueues.answer.parse((await ask('GET', '')).body);
    expect(queues.map(({ queue }) => queue)).toEqual([...QUEUES]);
    expect(await counts(CRAWL)).toEqual({ queue: CRAWL, waiting: 2, active: 0, delayed: 0, failed: 0 });
    expect(await stage.app.get(Metrics).text()).toContain(`leakwatch_queue_jobs{queue="${CRAWL}",state="waiting",service="admin"} 2`);
  });

  it('show what their jobs hold, in pages, the next one first, and nothing of a job of another shape', async () => {
    const payload = crawl();
    const first = await queued(CRAWL, payload);
    const second = await queued(CRAWL, { password: SECRET });
    const found = await jobs(CRAWL, 'waiting');
    expect(found).toMatchObject({
      count: 2,
      results: [
        { id: first, state: 'waiting', data: payload, attempts: 0 },
        { id: second, data: {} },
      ],
    });
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(await jobs(CRAWL, 'waiting', '&limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: second }] });
    expect(await jobs(REPORTS_QUEUE, 'failed')).toEqual({ count: 0, results: [] });
  });

  it('are for staff, and only those that there are', async () => {
    const id = await queued(CRAWL, crawl());
    const user = testCaller(randomUUID());
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `${CRAWL}/jobs/`],
      ['POST', `${CRAWL}/jobs/${id}/retry/`],
      ['DELETE', `${CRAWL}/jobs/${id}/`],
    ] as const)
      expect(await ask(method, path, user)).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await ask('GET', 'crawl-elsewhere/jobs/')).status).toBe(400);
    expect((await jobs(CRAWL, 'waiting')).count).toBe(1);
  });
});

describe('a job', () => {
  it('that failed is retried, and the step leaves a record about its organisation', async () => {
    const organisation = randomUUID();
    let fails = true;
    working(CRAWL, async () => {
      if (fails) throw new Error(`no\n${SECRET}`);
    });
    const id = await queued(CRAWL, crawl(organisation));
    await waitUntil('a failed job', async () => (await counts(CRAWL))?.failed === 1);
    const failed = await jobs(CRAWL, 'failed');
    expect(failed.results).toMatchObject([{ id, state: 'failed', attempts: 1, reason: 'no', started: expect.any(String) }]);
    expect(JSON.stringify(failed)).not.toContain(SECRET);
    fails = false;
    expect((await ask('POST', `${CRAWL}/jobs/${id}/retry/`)).status).toBe(200);
    await waitUntil('the end of the job', async () => (await ask('POST', `${CRAWL}/jobs/${id}/retry/`)).status === 404);
    expect(await audited(id)).toContainEqual({ kind: 'job_retried', organisation_id: organisation });
  });

  it('that waits is removed, and cannot be retried', async () => {
    const organisation = randomUUID();
    const id = await queued(CRAWL, crawl(organisation));
    expect(await ask('POST', `${CRAWL}/jobs/${id}/retry/`)).toMatchObject({ status: 409, code: 'job_moved' });
    expect((await ask('DELETE', `${CRAWL}/jobs/${id}/`)).status).toBe(200);
    expect((await ask('DELETE', `${CRAWL}/jobs/${id}/`)).status).toBe(404);
    expect(await audited(id)).toEqual([{ kind: 'job_removed', organisation_id: organisation }]);
  });

  it('that a worker has stays', async () => {
    let end = () => {};
    working(REPORTS_QUEUE, () => new Promise<void>((resolve) => (end = resolve)));
    const id = await queued(REPORTS_QUEUE, { report_id: randomUUID() });
    await waitUntil('an active job', async () => (await counts(REPORTS_QUEUE))?.active === 1);
    expect(await ask('DELETE', `${REPORTS_QUEUE}/jobs/${id}/`)).toMatchObject({ status: 409, code: 'job_moved' });
    expect((await jobs(REPORTS_QUEUE, 'active')).results).toMatchObject([{ id, state: 'active' }]);
    expect(await audited(id)).toEqual([]);
    end();
  });
});
