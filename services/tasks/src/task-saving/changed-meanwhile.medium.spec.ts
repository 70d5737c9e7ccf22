import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask } from '@leakwatch/contracts';
import { rows, SCHEDULER, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type FormStage, normalBody, openFormStage } from './form-stage.fixture.ts';

const ours = randomUUID();
const as = (username: string) => testCaller(ours, { account: { id: randomUUID(), username } });
let stage: FormStage;
beforeAll(async () => {
  stage = await openFormStage([ours]);
});
afterAll(() => stage?.close());

const create = async () => createTask.answer.parse((await stage.call(as('irina'), 'POST', '/api/tasks/', normalBody())).body).id;
const read = async (id: string) => getTask.answer.parse((await stage.call(as('irina'), 'GET', `/api/tasks/${id}/`)).body);
const save = (id: string, change: object, username = 'irina') =>
  stage.call(as(username), 'PATCH', `/api/tasks/${id}/`, { ...normalBody(), ...change });

describe('two people edit the same task', () => {
  it('the second is refused with who, when and which fields, and nothing is changed', async () => {
    const id = await create();
    const { edit_version: seen } = await read(id);
    expect((await save(id, { edit_version: seen, title: 'Payments', recipients: ['a@corp.example'] }, 'oleg')).status).toBe(200);
    const refused = await save(id, { edit_version: seen, title: 'Invoices' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', details: { version: seen + 1, by: 'oleg', at: expect.any(String), fields: 'recipients,title' } },
    });
    expect(await read(id)).toMatchObject({ title: 'Payments', edit_version: seen + 1 });
    expect((await save(id, { edit_version: seen + 1, title: 'Invoices' })).status).toBe(200);
  });

  it('the refusal names everybody who saved since', async () => {
    const id = await create();
    const { edit_version: seen } = await read(id);
    for (const [at, username] of ['oleg', 'ann', 'oleg'].entries()) await save(id, { title: `Title ${at}` }, username);
    expect((await save(id, { edit_version: seen })).body).toMatchObject({
      details: { version: seen + 3, by: 'ann, oleg', fields: 'title' },
    });
  });

  it('without a version the change is made in any case', async () => {
    const id = await create();
    await save(id, { title: 'Payments' }, 'oleg');
    expect((await save(id, { title: 'Invoices' })).status).toBe(200);
    expect((await read(id)).title).toBe('Invoices');
  });

  it('starting and stopping a task is no edit', async () => {
    const id = await create();
    const { edit_version: seen, version } = await read(id);
    expect((await stage.call(as('oleg'), 'POST', `/api/tasks/${id}/start/`)).status).toBe(200);
    expect((await stage.call(as('oleg'), 'POST', `/api/tasks/${id}/stop/`)).status).toBe(200);
    const after = await read(id);
    expect(after.edit_version).toBe(seen);
    expect(after.version).toBeGreaterThan(version);
    expect((await save(id, { edit_version: seen })).status).toBe(200);
  });

  it('a form that is saved as it was is no edit, and launches nothing', async () => {
    const id = await create();
    expect((await stage.call(as('irina'), 'POST', `/api/tasks/${id}/start/`)).status).toBe(200);
    const edits = async () => (await stage.call(as('irina'), 'GET', `/api/logs/task-changing/?task=${id}&action=update`)).body.results;
    const { edit_version: seen } = await read(id);
    const inScheduler = <T>(query: ReturnType<typeof sql<T>>) => stage.foundation.database.inScope(SCHEDULER, (em) => rows(em, query));
    const launches = () => inScheduler(sql<{ trigger: string }>`select trigger from tasks.launch where task_id = ${id}`);
    await inScheduler(sql`delete from tasks.launch where task_id = ${id}`);
    expect((await save(id, { edit_version: seen })).status).toBe(200);
    expect((await read(id)).edit_version).toBe(seen);
    expect([await edits(), await launches()]).toEqual([[], []]);
    expect((await save(id, { edit_version: seen, title: 'Payments' })).status).toBe(200);
    expect([await edits(), await launches()]).toMatchObject([[{ action: 'update' }], [{ trigger: 'start' }]]);
  });

  it('of several who save at once with the same version one succeeds', async () => {
    const id = await create();
    const { edit_version: seen } = await read(id);
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => save(id, { edit_version: seen, title: `Title ${at}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });
});
