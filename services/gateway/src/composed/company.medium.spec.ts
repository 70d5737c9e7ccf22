import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import {
  type AnswerOf,
  type Company,
  type currentLimits,
  currentOrganisation,
  getProfile,
  internalCompany,
  internalProfile,
  sessionCookie,
} from '@leakwatch/contracts';
import { openGateway, type TestGateway } from '../gateway.fixture.ts';

const NOW = '2026-11-01T10:00:00.000Z';
const companyWith = (tariff: Company['tariff_type']): Company => ({
  ...{ id: randomUUID(), name: 'Romashka', description: '', logo: '/api/organisation/logo/1/', active: true, trusted: true },
  tariff_type: tariff,
  tariff: {
    ...{ id: randomUUID(), name: 'Standard', task_limit: 5, pattern_limit: 10, patterns_per_task_limit: 5 },
    ...{ launch_limit: 9, time_limit_per_launch: 3, time_limit_total_months: 12 },
  },
  ...{ starts_at: NOW, expires_at: NOW },
});
const LIMITS: AnswerOf<typeof currentLimits> = {
  ...{ task_limit: 5, tasks_used: 0, tasks_left: 5, pattern_limit: 10, patterns_used: 0, patterns_left: 10, patterns_per_task_limit: 5 },
  ...{ pattern_count: 0, task_count: 0, patterns_per_task: {}, launch_count: 4, launch_limit: 9, launches_left: 5 },
  ...{ time_limit_per_launch: 3, time_limit_at: null, active_sessions: { count: 0, end_time: null, timeout: false } },
};

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

/** The profile and the organisation, where admin knows an organisation with this tariff and tasks counts four launches. */
async function seen(tariff: Company['tariff_type'], settings: NodeJS.ProcessEnv = {}) {
  const company = companyWith(tariff);
  const profile = {
    ...{ id: randomUUID(), email: 'irina@romashka.example', username: 'irina', first_name: '', last_name: '' },
    ...{ is_staff: false, is_active: true, has_2fa: true, change_password: false, created: NOW, password_changed: NOW, company },
  };
  const answerTo = (url: string) => (url === internalProfile.path ? profile : url === internalCompany.path ? company : LIMITS);
  const services: RequestListener = ({ url = '' }, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(url)));
  const opened = await openGateway(services, settings);
  gateway = opened;
  const headers = { cookie: `${sessionCookie(false)}=${await opened.openSession()}` };
  const ask = async (path: string) => (await opened.inject({ method: 'GET', url: path, headers })).json<unknown>();
  return {
    profile: getProfile.answer.parse(await ask(getProfile.path)),
    organisation: currentOrganisation.answer.parse(await ask(currentOrganisation.path)),
  };
}

it.each([
  ['count_launch', {}, 4],
  ['all_inclusive', {}, 0],
  ['count_launch', { TASKS_URL: 'http://127.0.0.1:9' }, null],
] as const)('with the tariff %s and the settings %j, %s launches are used', async (tariff, settings, used) => {
  const { profile, organisation } = await seen(tariff, settings);
  expect(organisation).toMatchObject({ logo: '/api/organisation/logo/1/', launch_count: used });
  expect(profile).toMatchObject({ has_2fa: true, company: { logo: '/api/organisation/logo/1/', launch_count: used } });
});
