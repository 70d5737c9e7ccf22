import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { beginActing, createNotification } from '@leakwatch/contracts';
import { callerHeaders, testCaller, withClock } from '@leakwatch/testing';
import { IDENTITY, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { makePerson, openTestAdmin, type TestAdmin } from './fixtures/person.fixture.ts';

import { claimMail, queueMail } from './mails/mail.store.ts';

const DAYS = 24 * 60;

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

it.each([-10 * DAYS, 10 * DAYS])(
  'a notification is deleted when the database says so, with a clock that is %d minutes off',
  async (minutes) => {
    const person = await makePerson(admin);
    const ask = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      admin.app.inject({
        method,
        url,
        headers: callerHeaders(
          testCaller(person.organisation, { account: { id: person.id, username: 'irina' }, staff: payload !== undefined }),
        ),
        ...(payload !== undefined && { payload }),
      });
    const body = { organisation: person.organisation, title: 'Maintenance', message: 'On Sunday' };
    const { id } = createNotification.answer.parse((await ask('POST', createNotification.path, body)).json());
    await ask('POST', createNotification.path, body);
    await withClock(minutes, () => ask('DELETE', `/api/notifications/${id}/`));
    await withClock(minutes, () => ask('POST', '/api/notifications/clear/'));
    const found = await admin.database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql`select deleted between now() - interval '1 hour' and now() as is_right from admin.notification
          where organisation_id = ${person.organisation}`,
      ),
    );
    expect(found).toEqual([{ is_right: true }, { is_right: true }]);
  },
);

it.each([-DAYS, DAYS])(
  'work in an organisation’s name lasts an hour of the database, with a clock that is %d minutes off',
  async (minutes) => {
    const [staff, customer] = [await makePerson(admin, false, true), await makePerson(admin)];
    await staff.enter();
    const answer = await withClock(minutes, () =>
      staff.call('POST', beginActing.path.replace('{id}', customer.organisation), undefined, { organisation: staff.organisation }),
    );
    expect(answer.status).toBe(200);
    const found = await admin.database.inScope(IDENTITY, (em) =>
      rows(
        em,
        sql`select until - now() between interval '59 minutes' and interval '60 minutes' as is_right from admin.acting
      where account_id = ${staff.id}`,
      ),
    );
    expect(found).toEqual([{ is_right: true }]);
  },
);

it('a mail is given up by its age in the database, with a clock that is ten days ahead', async () => {
  const person = await makePerson(admin);
  await admin.database.inScope(IDENTITY, (em) => queueMail(em, 'password_changed', { account: person.id }));
  const claimed = await withClock(10 * DAYS, () => admin.database.inScope(SCHEDULER, claimMail));
  expect(claimed?.age_ms).toBeLessThan(DAYS * 60_000);
});
