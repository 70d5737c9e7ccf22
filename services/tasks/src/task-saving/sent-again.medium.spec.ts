import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, listTasks } from '@leakwatch/contracts';
import { type Caller, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { putOrganisation } from '../tasks.fixture.ts';
import { deepBody, type FormStage, gitBody, normalBody, openFormStage } from './form-stage.fixture.ts';

let stage: FormStage;
beforeAll(async () => {
  stage = await openFormStage([]);
});
afterAll(() => stage?.close());

const person = async (trusted = true) =>
  testCaller(await putOrganisation(stage.foundation.database, { task_limit: 1, patterns_per_task_limit: 6 }, { trusted }));
const post = async (by: Caller, body: object = normalBody()) => {
  const { status, body: answer } = await stage.call(by, 'POST', '/api/tasks/', body);
  expect(status).toBe(200);
  return createTask.answer.parse(answer);
};
const change = async (by: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  expect((await stage.call(by, method, `/api/tasks/${path}`, body)).status).toBe(200);
const count = async (by: Caller) => listTasks.answer.parse((await stage.call(by, 'GET', '/api/tasks/')).body).results.length;
const inScheduler = (query: ReturnType<typeof sql>) => stage.foundation.database.inScope(SCHEDULER, (em) => rows(em, query));
const withPassword = (password: string) => {
  const [repository] = [gitBody().git_repositories].flat();
  return gitBody({ git_repositories: [{ ...Object(repository), git_remote_url: `https://bot:${password}@git.example/t/a.git` }] });
};

describe('a creation that is sent again, as when no answer came,', () => {
  it.each([
    ['normal', normalBody({ recipients: ['nobody'], sources: [{ source_type: 'github' }, { source_type: 'gist' }] })],
    ['deep', deepBody('corp token')],
    ['git monitoring', withPassword('one')],
  ])('answers the task that is there with what was dropped, also at once: %s', async (_, body) => {
    const user = await person();
    const [first, second] = await Promise.all([post(user, body), post(user, body)]);
    expect(second).toEqual(first);
    // The order of the sources says nothing.
    expect(await post(user, { ...body, sources: [body.sources].flat().toReversed() })).toEqual(first);
    expect(await count(user)).toBe(1);
    const entries = await inScheduler(sql`select action from tasks.task_change where organisation_id = ${user.organisation}`);
    expect(entries).toEqual([{ action: 'create' }]);
  });

  it('answers a task that was started or stopped since, also at the limit of the tariff', async () => {
    const user = await person();
    const first = await post(user);
    await change(user, 'POST', `${first.id}/start/`);
    const second = await post(user);
    expect(second).toEqual(first);
    await change(user, 'POST', `${second.id}/start/`);
    await change(user, 'POST', `${second.id}/stop/`);
    expect(await post(user)).toEqual(first);
    // A form that is saved as it was is no change.
    await change(user, 'PATCH', `${first.id}/`, normalBody());
    expect(await post(user)).toEqual(first);
    expect(await count(user)).toBe(1);
  });

  it('answers a task that staff confirmed or blocked since, so that it does not get round the block', async () => {
    const user = await person(false);
    const staff = testCaller(null, { staff: true });
    const first = await post(user);
    for (const step of ['confirm', 'block']) {
      expect((await stage.call(staff, 'POST', `/api/control/tasks/${first.id}/${step}/`)).status).toBe(200);
      expect(await post(user)).toEqual(first);
    }
  });

  it('makes another one for another body, another person or another organisation', async () => {
    const user = await person();
    const staff = { ...testCaller(user.organisation), staff: true };
    const bodies = [
      normalBody(),
      normalBody({ title: 'Invoices' }),
      normalBody({ filter_mode: 'require' }),
      normalBody({ recipients: ['a@corp.example'] }),
      normalBody({ patterns: { internal_domains: { patterns: ['corp.example', 'b.example'] } } }),
      deepBody('corp token'),
      withPassword('one'),
      withPassword('other'),
    ];
    for (const body of bodies) await post(user, body);
    expect(await count(user)).toBe(bodies.length);
    const ofStaff = await post(staff);
    expect(await post(staff)).toEqual(ofStaff);
    await post(testCaller(user.organisation));
    expect(await count(user)).toBe(bodies.length + 2);
    const elsewhere = await person();
    await post({ ...elsewhere, account: user.account });
    expect(await count(elsewhere)).toBe(1);
  });

  it('makes another one after a change, though it was taken back', async () => {
    const user = await person();
    const first = await post(user);
    for (const title of ['Invoices', 'Billing']) await change(user, 'PATCH', `${first.id}/`, normalBody({ title }));
    expect((await post(user)).id).not.toBe(first.id);
  });

  it('makes another one after the task was deleted', async () => {
    const user = await person();
    const first = await post(user);
    await change(user, 'DELETE', `${first.id}/`);
    const second = await post(user);
    expect(second.id).not.toBe(first.id);
    expect(await post(user)).toEqual(second);
  });

  it('makes another one after ten minutes', async () => {
    const user = await person();
    const first = await post(user);
    await inScheduler(sql`update tasks.task set created = created - interval '11 minutes' where id = ${first.id}`);
    expect((await post(user)).id).not.toBe(first.id);
  });

  it('keeps no password that a person could guess from what is stored', async () => {
    const user = await person();
    const password = randomUUID();
    const { id } = await post(user, withPassword(password));
    const [row] = await inScheduler(sql`select to_jsonb(t)::text as stored from tasks.task t where id = ${id}`);
    expect(JSON.stringify(row)).not.toContain(password);
  });
});
