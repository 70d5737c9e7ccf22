import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Foundation, openFoundation } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, pngWith, testCaller, type TestEnvironment } from '@leakwatch/testing';
import { adminService } from '../../../admin/src/service.ts';
import { openReports, type Reports } from '../reports/reports.fixture.ts';

const staff = testCaller(null, { staff: true });
const LOGO = pngWith(64, 64);

let environment: TestEnvironment;
let foundation: Foundation;
let admin: Awaited<ReturnType<typeof buildTestService>>;
let reports: Reports;
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(adminService, environment.env);
  admin = await buildTestService(adminService, foundation);
  await admin.listen(0, '127.0.0.1');
  reports = await openReports({ ADMIN_URL: await admin.getUrl() });
});
afterAll(async () => {
  await reports.close();
  await admin.close();
  await environment.drop();
});

const create = async (url: string, payload: object): Promise<string> =>
  (await admin.inject({ method: 'POST', url, headers: callerHeaders(staff), payload })).json().id;

async function organisationWithLogo(): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(LOGO)], 'logo.png', { type: 'image/png' }));
  const body = new Response(form);
  const { logo } = (
    await admin.inject({
      method: 'POST',
      url: '/api/control/organisations/upload/',
      headers: { ...callerHeaders(staff), 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    })
  ).json();
  const numbers = { task_limit: 1, pattern_limit: 1, patterns_per_task_limit: 1, time_limit_total_months: 1 };
  const tariff = await create('/api/control/tariffs/all_inclusive/', { name: 'tariff', ...numbers });
  return create('/api/control/organisations/', { name: 'Romashka', tariff_type: 'all_inclusive', tariff, logo });
}

it('a spreadsheet has the logo that the admin service keeps for its organisation', async () => {
  const organisation = await organisationWithLogo();
  await reports.publishOrganisation(organisation, {});
  const user = testCaller(organisation);
  const { id } = await reports.ask(user);
  await reports.becomes(user, id, 'ready');
  const { workbook } = await reports.open(user, id);
  expect(workbook.worksheets).toHaveLength(2);
  expect(workbook.worksheets[1]?.getImages()).toHaveLength(1);
});
