import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listTaskChanges } from '@leakwatch/contracts';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { type Database, newId, rows, sql } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { writeTaskChange } from './task-change.store.ts';

let services: TasksServices;
let database: Database;
beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
});
afterAll(() => services.close());

const IRINA = { id: newId(), username: 'irina' };

async function list(
  organisation: string | null,
  search: Record<string, string> = {},
  { staff = false, locale = 'en' as 'ru' | 'en' } = {},
) {
  const answer = await services.first.app.inject({
    url: '/api/logs/task-changing/',
    query: search,
    headers: callerHeaders(testCaller(organisation, { staff, locale })),
  });
  return listTaskChanges.answer.parse(answer?.json());
}

/** An organisation with two tasks: one created, renamed and started, the other deleted. */
async function withHistory() {
  const organisationId = await putOrganisation(database);
  const [first = '', second = ''] = await putTasks(database, organisationId, 2);
  const title = { field: 'title', old: '<b>Old</b>', new: '<img src=x onerror=alert(1)>' };
  await query(database, async (em) => {
    await writeTaskChange(em, { organisationId, taskId: first, user: IRINA, action: 'create' });
    await writeTaskChange(em, { organisationId, taskId: first, user: IRINA, action: 'update', details: [title] });
  });
  await query(database, async (em) => {
    await writeTaskChange(em, { organisationId, taskId: null, user: null, action: 'session_timeout' });
    await rows(em, sql`update tasks.task set archived_at = now() where id = ${second}`);
    await writeTaskChange(em, { organisationId, taskId: second, user: IRINA, action: 'delete' });
  });
  return { organisationId, first, second };
}

describe('the change history', () => {
  it('lists newest first, with archived tasks and launch sessions, and escapes texts in its HTML', async () => {
    const { organisationId, second } = await withHistory();
    const { count, results } = await list(organisationId);
    expect(count).toBe(4);
    expect(
      results
        .map(({ action }) => action)
        .slice(2)
        .sort(),
    ).toEqual(['create', 'update']);
    expect(results.slice(0, 2).find(({ action }) => action === 'delete')).toMatchObject({
      task_uuid: second,
      task: 'Task 2',
      task_archived: true,
      user: 'irina',
      changes: [],
    });
    expect(results.find(({ action }) => action === 'session_timeout')).toMatchObject({ task_uuid: null, task: null, user: null });
    expect(results.find(({ action }) => action === 'update')?.description).toBe(
      '<p>The task was changed</p><ul><li><b>Title</b>: <del>&lt;b&gt;Old&lt;/b&gt;</del>, ' +
        '<ins>&lt;img src=x onerror=alert(1)&gt;</ins></li></ul>',
    );
  });

  it('answers in the language of the reader', async () => {
    const { organisationId, first } = await withHistory();
    const { results } = await list(organisationId, { task: first, action: 'update' }, { locale: 'ru' });
    expect(results).toMatchObject([{ summary: 'Задача изменена', changes: [{ label: 'Название' }] }]);
  });

  it('filters by task and by the code or text of an action, and pages', async () => {
    const { organisationId, first } = await withHistory();
    expect((await list(organisationId, { task: first })).count).toBe(2);
    expect((await list(organisationId, { task: 'all', action: 'EXPIRED' })).results).toMatchObject([{ action: 'session_timeout' }]);
    expect(await list(organisationId, { action: 'no such action' })).toEqual({ count: 0, results: [] });
    const second = await list(organisationId, { limit: '1', offset: '1' });
    expect(second.count).toBe(4);
    expect(second.results).toHaveLength(1);
  });

  it("shows nothing of another organisation, even by a task's id; staff see it", async () => {
    const { first } = await withHistory();
    const stranger = await putOrganisation(database);
    expect((await list(stranger)).count).toBe(0);
    expect(await list(stranger, { task: first })).toEqual({ count: 0, results: [] });
    expect((await list(null, { task: first }, { staff: true })).count).toBe(2);
  });
});
